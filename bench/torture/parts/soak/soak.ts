/**
 * Does the program still grow once its work is routine? 24 cameras are sampled by the detector that ships, 20 requests
 * a second come, and each minute a file of 3,000 classes and a new configuration.
 *
 * Growth is that of resident memory over the last half: the median of the slopes between medians of windows
 * (`process-series.ts`), so that neither the start nor a moment decides. Descriptors and threads come and go
 * with imports and cameras that connect again, so their medians over the last two quarters are compared.
 */

import { delay } from '../../../../runtime/timers.ts';
import { type Figure, median } from '../../../support/report.ts';
import type { PartOptions, TorturePart } from '../../part.ts';
import { gymConfig } from '../../support/gym.ts';
import { createKey } from '../../support/operations.ts';
import {
  growthOfLastHalf,
  type ProcessLook,
  watchProcess,
  windowMedians,
} from '../../support/process-series.ts';
import { scratchFolder, startProgram } from '../../support/program.ts';
import { statusOf } from '../../support/status.ts';
import { type SoakCameras, startSoakCameras } from './cameras.ts';
import { type Routine, startRoutine } from './routine.ts';

const LOOK_MS = 1_000;
/** From one line of progress to the next. */
const TOLD_MS = 30_000;
const WINDOWS = 10;
/**
 * Growth of a shorter soak is that of its start, and of collections: two of ten minutes with the same code grew by 0.3 and
 * by 8.9 %, while the memory of the second fell from 508 to 480 MB.
 */
const MIN_S = 1_200;
/** Until then connecting the cameras decides how many samples there are. */
const CONNECTED_MS = 55_000;

export const soak: TorturePart = {
  name: 'soak',
  what: '24 cameras, HTTP load, imports, new configurations: does it grow',
  amount: { unit: 'seconds', long: 3_600, short: 6 },
  run,
};

interface Soaked {
  readonly looks: readonly ProcessLook[];
  readonly routine: Routine;
  readonly cameras: string;
  /** Taken once the cameras were connected, of those due, %; null where it ended before. */
  readonly samplesShare: number | null;
}

async function run(options: PartOptions): Promise<readonly Figure[]> {
  const folder = await scratchFolder();
  const cameras = await startSoakCameras(options.isShort);
  try {
    return figuresOf(await goOn(options, folder.path, cameras));
  } finally {
    await cameras.stop();
    await folder.drop();
  }
}

async function goOn(
  { amount, isShort, signal, progress }: PartOptions,
  folder: string,
  { urls, what }: SoakCameras,
): Promise<Soaked> {
  const [samplePeriodMs, routinePeriodMs] = isShort ? [1_000, 1_000] : [5_000, 60_000];
  const configOf = (turn: number) =>
    gymConfig({
      cameras: urls,
      periodMs: samplePeriodMs,
      // Different each time, and the same to whatever happens here.
      sections: { retention: { samples: turn % 2 === 0 ? '30d' : '29d' } },
    });
  const program = await startProgram({ folder, config: configOf(0) });
  const over = new AbortController();
  try {
    const key = await createKey(program.dataFolder);
    const watching = watchProcess(program.pid, LOOK_MS, over.signal);
    const routine = startRoutine({
      program,
      key,
      configOf,
      folder,
      periodMs: routinePeriodMs,
      signal: over.signal,
    });
    const beganMs = performance.now();
    const lastedMs = () => performance.now() - beganMs;
    const counted: { samples: number; atMs: number }[] = [];
    while (lastedMs() < amount * 1_000 && program.isAlive()) {
      if (!(await delay(Math.min(TOLD_MS, amount * 1_000 - lastedMs()), signal))) break;
      progress(`${Math.round(lastedMs() / 1_000)} of ${amount} s`);
      const status = await statusOf(program.url, key).catch(() => null);
      if (status === null || lastedMs() < CONNECTED_MS) continue;
      counted.push({ samples: status.pipeline.samples, atMs: lastedMs() });
    }
    if (!program.isAlive()) throw new Error(`it ended: ${program.log.slice(-3).join(' ')}`);
    over.abort();
    await routine.ended;
    const looks = await watching;
    const [first, last] = [counted[0], counted.at(-1)];
    const samplesShare =
      first === undefined || last === undefined || first === last
        ? null
        : (100 * (last.samples - first.samples) * samplePeriodMs) /
          (urls.length * (last.atMs - first.atMs));
    return { looks, routine: routine.found, cameras: what, samplesShare };
  } finally {
    over.abort();
    await program.end();
  }
}

function figuresOf({ looks, routine, cameras, samplesShare }: Soaked): Figure[] {
  const seconds = looks.at(-1)?.seconds ?? 0;
  const reason = looks.length === 0 ? 'no /proc on this system' : `needs ${MIN_S / 60} minutes`;
  const grown = (name: string, unit: string, limit: number | null, value: () => number): Figure =>
    seconds < MIN_S
      ? { name, value: null, unit, limit, direction: 'max', note: reason }
      : { name, value: value(), unit, limit, direction: 'max' };
  const medians = windowMedians(looks, WINDOWS).map(({ megabytes }) => megabytes);
  const memory = (at: number) => () => medians.at(at) ?? Number.NaN;
  const { answers, failed, imports, reloads, faults } = routine;
  const count = (name: string, value: number, limit: number | null, note?: string): Figure => {
    return { name, value, unit: '', limit, direction: 'max', ...(note !== undefined && { note }) };
  };
  return [
    grown(
      'memory: growth over the last half',
      '%',
      1,
      () => growthOfLastHalf(looks, WINDOWS) * 100,
    ),
    grown('memory: first tenth', 'MB', null, memory(0)),
    grown('memory: at the middle', 'MB', null, memory(WINDOWS / 2)),
    grown('memory: last tenth', 'MB', null, memory(-1)),
    grown('descriptors: growth', '', 0, () => growthOfMedian(looks, (look) => look.descriptors)),
    grown('threads: growth', '', 0, () => growthOfMedian(looks, ({ threads }) => threads)),
    count('requests answered 5xx or not at all', failed, 0, `${answers} answered`),
    count('imports and reloads that failed', faults.length, 0, faults[0]),
    count('imports', imports, null),
    count('reloads', reloads, null),
    {
      name: 'samples taken of those due',
      value: samplesShare,
      unit: '%',
      limit: 90,
      direction: 'min',
      note: samplesShare === null ? 'the cameras are still being connected' : cameras,
    },
  ];
}

/** From the median of the third quarter to that of the last one. */
function growthOfMedian(looks: readonly ProcessLook[], of: (look: ProcessLook) => number): number {
  const quarter = Math.floor(looks.length / 4);
  const middle = (part: readonly ProcessLook[]) => median(part.map(of));
  return middle(looks.slice(3 * quarter)) - middle(looks.slice(2 * quarter, 3 * quarter));
}
