/** `THIRD-PARTY.md`: what others wrote that runs in Turnout, and under which licence. */

import { GENERATED_NOTE } from '../table.ts';
import { INSIDE } from './inside.ts';
import { type LicensedPackage, licensedPackages } from './licences.ts';

export function thirdPartyPage(lockText: string): string {
  const packages = licensedPackages(lockText);
  return `${GENERATED_NOTE}

# Third-party software

For people who pass Turnout on: what it contains of others. The text of each licence is in the folder of its package in \`node_modules\`; [docs/licences.md](docs/licences.md) has what else that takes.
A licence that is not allowed fails \`npm run check\`.

## Inside packages and files

${INSIDE.map(({ where, what, licence }) => `- ${where}: ${what}. ${licence}.`).join('\n')}

## Packages that run

${byLicence(packages.filter(({ isTool }) => !isTool))}
`;
}

/** Builds of one package for each system are named once. */
const PLATFORM = /-(?:android|darwin|freebsd|linux(?:musl)?|openharmony)\b.*$/;

function byLicence(packages: readonly LicensedPackage[]): string {
  const names = new Map<string, Set<string>>();
  for (const { name, version, licence } of packages) {
    const known = names.get(licence) ?? new Set();
    names.set(licence, known.add(`${name.replace(PLATFORM, '-…')}@${version}`));
  }
  return [...names]
    .map(([licence, some]) => `**${licence}**: ${[...some].join(', ')}`)
    .join('\n\n');
}
