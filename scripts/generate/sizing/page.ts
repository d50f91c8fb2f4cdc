/** `docs/sizing.md`: how many cameras computers carry, by simulation. */

import { camerasThatFit, workersOf } from '../../../engine/sizing.ts';
import { GENERATED_NOTE, table } from '../table.ts';
import { waitMs } from './simulation.ts';

const CORES = [2, 4, 8] as const;
const PERIODS_S = [1, 2, 5, 10] as const;
/** All cameras are read on one thread; a sub-stream takes 0.27 % of a core (`bench/results.json`, cameras-per-core). */
const READABLE = Math.floor(0.7 / 0.0027);

/**
 * Time for a look at a sub-stream of 640x360 with YOLOX-Nano, ms. The first is measured (`bench/results.json`,
 * cameras-per-core: bare sample); the others are it times the pixels, which is a little more than they take.
 */
const LOOKS = [
  { input: '416x416', ms: 28 },
  { input: '640x384', ms: 40 },
  { input: '832x480', ms: 65 },
  { input: '960x544', ms: 84 },
] as const;

export function sizingPage(): string {
  return `${GENERATED_NOTE}

# How many cameras a computer carries

For technicians: measure your own computer first; nothing here is as good.

\`\`\`sh
turnout doctor --sizing
\`\`\`

It takes half a minute. All workers look at drawn rooms with the detector of your configuration, at each size of the input that rooms get. Then it shows how many cameras that makes, by
the time between two looks (\`sampling.class_period\`). Do nothing else on the computer meanwhile.

## By simulation

**These numbers are computed, not measured.** The computers with two, four and eight cores are imagined: every core is like one of the server processor of the benches (AMD EPYC), where a look takes
${LOOKS.map(({ input, ms }) => `${ms} ms at ${input}`).join(', ')}. The first time is measured, the others follow from the pixels. The core of a Raspberry Pi or an N100 is slower: divide by as much.

One core is left to reading and answering, and each other core has a worker. Looks take at most 0.7 of the workers' time.

${table(['Cores', 'Input', ...PERIODS_S.map((seconds) => `every ${seconds} s`), 'wait'], CORES.flatMap(rowsOf))}

*Wait* is how long 99 of 100 looks wait for a worker at most, in the slowest case of the row, if the cameras of the row fall due at random times. It is simulated with keyframes that come up to a second late
and looks that differ by a quarter. It shows that 0.7 leaves enough room: a count is never old because of it.

The sizes belong to rooms: 640x384 for up to 10 people, 832x480 for 11 to 25, 960x544 for more; a detector may have fewer. If the cameras do not fit, Turnout lowers the size of
some rooms by itself, and \`turnout doctor\` reports it. All cameras are read on one thread: ${READABLE} sub-streams is the most that
it is trusted with here, and half as many streams of 1080p. Memory: about 400 MB, and 1 to 6 MB for each camera.

**A Raspberry Pi 4 with 2 GB is an estimate**, not tried: with cores eight times slower, and half of them left free, it carries 16 cameras at 640x384 every 5 s, in half a gigabyte.
`;
}

function rowsOf(cores: number): string[][] {
  const workers = workersOf('auto', cores);
  return LOOKS.map(({ input, ms: lookMs }) => {
    const crews = PERIODS_S.map((seconds) => {
      const periodMs = seconds * 1_000;
      const cameras = Math.min(READABLE, camerasThatFit(lookMs, periodMs, workers));
      return { cameras, workers, lookMs, periodMs };
    });
    const wait = Math.max(...crews.map(waitMs));
    const counts = crews.map(({ cameras }) => String(cameras));
    return [String(cores), input, ...counts, `${Math.ceil(wait / 10) * 10} ms`];
  });
}
