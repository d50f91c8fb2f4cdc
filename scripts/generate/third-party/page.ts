/** `THIRD-PARTY.md`: what others wrote that runs in Turnout, and under which licence. */

import { GENERATED_NOTE } from '../table.ts';
import { type LicensedPackage, licensedPackages } from './licences.ts';

export function thirdPartyPage(lockText: string): string {
  const packages = licensedPackages(lockText);
  return `${GENERATED_NOTE}

# Third-party software

For people who pass Turnout on: what it contains of others. The text of each licence is in the folder of its package in \`node_modules\`; [docs/licences.md](docs/licences.md) has what else that takes.
A licence that is not allowed fails \`npm run check\`.

## Inside packages and files

- @seydx/node-av-… (node-av.node): FFmpeg 8.1 as the Jellyfin project changes it, with x264, x265 and some forty other libraries. GPL-3.0-or-later as a whole; in nothing that Turnout hands on, see docs/licences.md.
- @img/sharp-libvips-…: libvips and the libraries that its README lists, as a shared library in a file of its own. LGPL-3.0-or-later, and those of its README.
- onnxruntime-node: ONNX Runtime with the libraries of ThirdPartyNotices.txt in its repository. MIT, and those of the notices.
- node (the release file): Node and npm, with the texts of their licences. MIT, Artistic-2.0, and those of the texts.
- @napi-rs/canvas-…: Skia. BSD-3-Clause.
- sqlite3: SQLite. Public domain.
- @btc-vision/uwebsockets.js, @trufflesuite/uws-js-unofficial: uWebSockets and µSockets. Apache-2.0.
- engine/pictures/inter: the typeface Inter. OFL-1.1.
- detectors/person/person.onnx: weights trained for Turnout from nothing (detectors/person/model-card.md). MIT, as Turnout.

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
