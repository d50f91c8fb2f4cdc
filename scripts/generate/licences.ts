/** Which licence each package that runs has, whether Turnout may pass it on, and the list of them in `THIRD-PARTY.md`. */

/** A package of the lock file, as far as licences are concerned. */
interface Locked {
  readonly version: string;
  readonly license?: string;
  /** Only for work on the code, and never passed on. */
  readonly dev?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** What a package may be under, whoever passes it on: no more is asked than notices, or sources of changed files. */
const ALLOWED =
  /^(0BSD|Apache-2\.0|BSD-[23]-Clause|BlueOak-1\.0\.0|CC0-1\.0|ISC|MIT|MIT-0|MPL-2\.0|Unlicense|Zlib)$/;

/** Whose libraries are files of their own, which a user can replace: what the LGPL asks for. */
const LGPL_IS_FINE = /^@img\/sharp-/;

/** Packages without a licence in their description; read from the file `LICENSE` in them. */
const BY_HAND: Readonly<Record<string, string>> = {
  '@shinyoshiaki/jspack@0.0.6': 'BSD-3-Clause',
};

/** Builds of one package for each system are named once. */
const PLATFORM = /-(?:android|darwin|freebsd|linux(?:musl)?|openharmony)\b.*$/;

/**
 * The packages of a lock file that run, by licence, an SPDX expression. Throws for one whose licence is not known, or is
 * not allowed: with its name and what to do.
 */
export function packagesByLicence(lockText: string): string {
  const { packages } = JSON.parse(lockText) as { packages: Readonly<Record<string, Locked>> };
  const running = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev);
  const ofParents = licencesOfVariants(running.map(([, entry]) => entry));
  const names = new Map<string, Set<string>>();
  for (const [path, { version, license }] of running) {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const id = `${name}@${version}`;
    const licence = license ?? BY_HAND[id] ?? ofParents.get(id);
    check(id, name, licence);
    const known = names.get(licence) ?? new Set();
    names.set(licence, known.add(`${name.replace(PLATFORM, '-…')}@${version}`));
  }
  return [...names]
    .map(([licence, some]) => `**${licence}**: ${[...some].sort().join(', ')}`)
    .sort()
    .join('\n\n');
}

/** Builds for one platform that say nothing: they are under the licence of the package of the same version that names them. */
function licencesOfVariants(locked: readonly Locked[]): ReadonlyMap<string, string> {
  return new Map(
    locked.flatMap(({ version, license, optionalDependencies = {} }) =>
      Object.entries(optionalDependencies)
        .filter(([, wanted]) => license !== undefined && wanted === version)
        .map(([name]) => [`${name}@${version}`, license ?? '']),
    ),
  );
}

function check(id: string, name: string, licence: string | undefined): asserts licence is string {
  const place = 'scripts/generate/licences.ts';
  if (licence === undefined) {
    throw new Error(`${id}: no licence in the lock file; read its LICENSE and add it to ${place}`);
  }
  if (isAllowed(licence, name)) return;
  throw new Error(
    `${id}: the licence ${licence} is not allowed; use another package, or decide in ${place}`,
  );
}

/** One of several with OR, all of them with AND. Both in one expression are read by nobody here: not allowed. */
function isAllowed(expression: string, name: string): boolean {
  const bare = expression.replaceAll(/[()]/g, '');
  const isFine = (licence: string) =>
    ALLOWED.test(licence) || (licence === 'LGPL-3.0-or-later' && LGPL_IS_FINE.test(name));
  return bare.includes(' AND ')
    ? bare.split(' AND ').every(isFine)
    : bare.split(' OR ').some(isFine);
}
