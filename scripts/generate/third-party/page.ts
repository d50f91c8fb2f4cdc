/** `THIRD-PARTY.md`: what others wrote that runs in Turnout, and under which licence. */

import { GENERATED_NOTE, table } from '../table.ts';
import { INSIDE } from './inside.ts';
import { type LicensedPackage, licensedPackages } from './licences.ts';

export function thirdPartyPage(lockText: string): string {
  const packages = licensedPackages(lockText);
  const running = packages.filter(({ isTool }) => !isTool);
  const tools = packages.filter(({ isTool }) => isTool);
  return `${GENERATED_NOTE}

# Third-party software

Turnout itself is under the MIT licence (\`LICENSE\`). This page lists what it contains or needs of others.
It is made from \`package-lock.json\`; \`npm run check\` fails if it is out of date, or if a package has a licence that is not on
the list in \`scripts/generate/third-party/licences.ts\`.

The text of a licence is in the folder of its package in \`node_modules\`; packages with binaries of one platform often have it in the package that names
them. Anyone who passes Turnout on passes those folders on with it.
[docs/licences.md](docs/licences.md) explains what else that takes. Models that \`turnout model install\` fetches are not part of Turnout: \`turnout model list\`
shows their licences.

## Inside packages and files

Some packages contain software of others, which the licence of the package does not name.

${table(
  ['Where', 'What', 'Licence'],
  INSIDE.map(({ where, what, licence }) => [where, what, licence]),
)}

## Packages that run

${running.length} packages, those for other platforms too.

${table(['Package', 'Version', 'Licence'], running.map(rowOf))}

## Tools

${tools.length} packages are needed for work on the code only. They are not passed on.

${table(['Licence', 'Packages'], countsOf(tools))}
`;
}

function rowOf({ name, version, licence }: LicensedPackage): readonly string[] {
  return [name, version, licence];
}

function countsOf(packages: readonly LicensedPackage[]): readonly (readonly string[])[] {
  const counts = new Map<string, number>();
  for (const { licence } of packages) counts.set(licence, (counts.get(licence) ?? 0) + 1);
  return [...counts]
    .sort(([one, few], [other, many]) => many - few || (one < other ? -1 : 1))
    .map(([licence, count]) => [licence, String(count)]);
}
