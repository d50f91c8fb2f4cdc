/** `THIRD-PARTY.md`: what others wrote that runs in Turnout, and under which licence. */

import { GENERATED_NOTE } from '../table.ts';
import { INSIDE } from './inside.ts';
import { type LicensedPackage, licensedPackages } from './licences.ts';

export function thirdPartyPage(lockText: string): string {
  const packages = licensedPackages(lockText);
  return `${GENERATED_NOTE}

# Third-party software

For whoever passes Turnout on: what it contains of others. The text of each licence is in the folder of its package in \`node_modules\`, which goes along.
[docs/licences.md](docs/licences.md) has what else that takes, \`turnout model list\` the licences of models. Made from \`package-lock.json\`; a licence that nobody has allowed fails \`npm run check\`.

## Inside packages and files

${INSIDE.map(({ where, what, licence }) => `- ${where}: ${what}. ${licence}.`).join('\n')}

## Packages that run

${byLicence(packages.filter(({ isTool }) => !isTool))}
`;
}

function byLicence(packages: readonly LicensedPackage[]): string {
  const names = new Map<string, string[]>();
  for (const { name, version, licence } of packages) {
    names.set(licence, [...(names.get(licence) ?? []), `${name}@${version}`]);
  }
  return [...names].map(([licence, some]) => `**${licence}**: ${some.join(', ')}`).join('\n\n');
}
