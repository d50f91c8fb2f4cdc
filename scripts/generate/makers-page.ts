/** Where the streams of each maker are, from the table of makers. */

import { MAKERS } from '../../engine/cameras/makers.ts';
import { GENERATED_NOTE, table } from './table.ts';

/** `docs/camera-makers.md`. */
export function makersPage(): string {
  const code = (path: string | undefined) => (path === undefined ? '–' : `\`${path}\``);
  const paths = MAKERS.map(({ name, alsoSoldAs = [], main, sub, recorder }) => [
    [name, ...alsoSoldAs].join(', '),
    code(sub),
    code(main),
    recorder ?? '–',
  ]);
  const menus = MAKERS.map(({ name, keyframes, note }) => [name, keyframes, note ?? '–']);
  return `${GENERATED_NOTE}

# Cameras by maker

For technicians: where each maker has the small stream, the *sub-stream*, that Turnout reads. An address is \`rtsp://USER:PASSWORD@HOST:554\` and the path below.
\`turnout camera find --login\` asks the cameras of your network for their addresses ([cameras.md](cameras.md#find-the-cameras)).
Cameras of other makers report theirs over ONVIF too, or list it in their manual.

## Paths

${table(['Maker, also sold as', 'Sub-stream: use this one', 'Main stream', 'Recorder'], paths)}

## Keyframes

Turnout reads keyframes only, so one should come every 1–2 seconds. A "smart codec" sends fewer while nothing moves: switch it off.
\`turnout camera test\` measures the distance, and names the menu of the maker if the distance is too long.

${table(['Maker', 'Where to set it', 'Also'], menus)}
`;
}
