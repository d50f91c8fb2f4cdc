/** Check of how many cameras this computer can look at: measured with its own detector, at each size that it can have. */

import { availableParallelism, totalmem } from 'node:os';
import { type Config, placedCameras } from '../../config/config.ts';
import { analyze } from '../../engine/analysis/analyze.ts';
import { createSource } from '../../engine/cameras/sources.ts';
import type { DetectorChoice } from '../../engine/pool/messages.ts';
import { createPool, type Pool } from '../../engine/pool/pool.ts';
import {
  camerasThatFit,
  inputText,
  planRungs,
  wantedRung,
  workersOf,
} from '../../engine/sizing.ts';
import { messageOf, TurnoutError } from '../../errors.ts';
import { systemClock } from '../../runtime/clock.ts';
import { counted } from '../../web/words/format.ts';
import type { CliContext } from '../context.ts';
import { detectorOf, namedText } from '../detector-choice.ts';
import { broken, type Finding, ok, warning } from './check.ts';

/** What a look takes with the detector that `detectors.default` names. */
export interface MeasuredLooks {
  /** `yolox with yolox-nano`. */
  readonly detector: string;
  /** One size for each rung, smallest first; a single one where the detector has no other. */
  readonly sizes: readonly { readonly input: string; readonly lookMs: number }[];
}

/** A computer as far as cameras are concerned. */
export interface Machine {
  readonly cores: number;
  readonly memoryMb: number;
}

/** Share of a core that reading a 1080p camera takes. Source: `bench/results.json`, cameras-per-core, bare reading. */
const READING_SHARE = 0.0072;
/** Memory of one more 1080p camera, MB, and of everything without cameras. Source: `bench/results.json`. */
const CAMERA_MB = 6.3;
const BASE_MB = 400;

/** People of a room that wants each rung, smallest first. */
const ROOMS = [10, 25, 100] as const;
/** Of all sizes together, ms: ten looks of each on any computer that is of use. */
const MEASURED_MS = 3_000;
/** How many times as long a size is looked at where no look came of it. */
const PATIENCE = [1, 5, 20] as const;
const TIMEOUT_MS = 20_000;

export interface Measuring {
  /** Busy at the same time: they share caches and memory, and a core may run two of them. */
  readonly workers: number;
  /** Of all sizes together, ms. */
  readonly durationMs: number;
  readonly onProgress: (share: number) => void;
}

const IN_SHORT: Measuring = { workers: 1, durationMs: MEASURED_MS, onProgress: () => undefined };

/** Looks at a drawn room at each size. */
export async function measureLooks(
  context: CliContext,
  config: Config,
  { workers, durationMs, onProgress }: Measuring = IN_SHORT,
): Promise<MeasuredLooks> {
  const { default: detector } = config.detectors;
  const choice = await detectorOf(context, { detector }, config.detectors);
  const pool = createPool({
    workers,
    taskTimeoutMs: TIMEOUT_MS,
    heapBytes: config.sampling.workerMemoryBytes,
    counts: null,
  });
  const found: Awaited<ReturnType<typeof looks>>[] = [];
  try {
    for (const [at, capacity] of ROOMS.entries()) {
      onProgress(at / ROOMS.length);
      const next = await looks(pool, choice, capacity, {
        workers,
        eachMs: durationMs / ROOMS.length,
      });
      if (next.input === found.at(-1)?.input) break;
      found.push(next);
    }
    return { detector: found[0]?.detector ?? '', sizes: found };
  } finally {
    await pool.close();
  }
}

/** The median of all workers. */
async function looks(
  pool: Pool,
  detector: DetectorChoice,
  capacity: number,
  { workers, eachMs }: { readonly workers: number; readonly eachMs: number },
): Promise<{ detector: string; input: string; lookMs: number }> {
  for (const times of PATIENCE) {
    const all = await Promise.all(
      Array.from({ length: workers }, () => watch(pool, detector, capacity, eachMs * times)),
    );
    const took = all
      .flatMap(({ cost: { decodeMs, detectMs }, detector: used }) =>
        decodeMs === null || detectMs === null ? [] : [{ lookMs: decodeMs + detectMs, used }],
      )
      .sort((one, other) => one.lookMs - other.lookMs);
    const middle = took[Math.floor(took.length / 2)];
    if (middle === undefined) continue;
    const { lookMs, used } = middle;
    return { detector: namedText(used.plugin, used.model), input: inputText(used.input), lookMs };
  }
  throw new TurnoutError('detector_timeout', {
    where: 'doctor',
    expected: 'at least one look at a drawn room',
    got: `none in ${(eachMs * (PATIENCE.at(-1) ?? 1)) / 1000} s`,
    hint: 'the computer is too busy to be measured: try again later',
  });
}

async function watch(pool: Pool, detector: DetectorChoice, capacity: number, durationMs: number) {
  const source = await createSource({
    url: 'scene:studio?seed=1',
    transport: 'tcp',
    openTimeoutMs: TIMEOUT_MS,
    readTimeoutMs: TIMEOUT_MS,
    wantedPeriodMs: () => 1,
    clock: systemClock,
  });
  return analyze({
    source,
    pool,
    detector,
    capacity,
    zones: [],
    everyMs: 1,
    durationMs,
    pictureWidth: null,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
}

/** The finding of `doctor`: measured, or why nothing could be measured. */
export async function checkCapacity(context: CliContext, config: Config): Promise<Finding> {
  try {
    return capacityOf(config, await measureLooks(context, config));
  } catch (error) {
    return broken('capacity', messageOf(error), 'look at "models" and "configuration" above');
  }
}

export function thisMachine(): Machine {
  return { cores: availableParallelism(), memoryMb: Math.floor(totalmem() / 2 ** 20) };
}

/** Cameras of 1080p that can be read, whether or not they are looked at: all of them on one thread. */
export function readableCameras({ memoryMb }: Pick<Machine, 'memoryMb'>): number {
  const byMemory = Math.max(0, memoryMb - BASE_MB) / CAMERA_MB;
  return Math.floor(Math.min(1 / READING_SHARE, byMemory));
}

/** Whether the cameras of `config` fit on the computer, each at the size that its room wants. */
export function capacityOf(
  config: Config,
  { detector, sizes }: MeasuredLooks,
  { cores, memoryMb }: Machine = thisMachine(),
): Finding {
  const name = 'capacity';
  const workers = workersOf(config.sampling.workers, cores);
  const { classPeriodMs } = config.sampling;
  const readable = readableCameras({ memoryMb });
  const looks = sizes.map(({ input, lookMs }) => {
    const fit = Math.min(readable, camerasThatFit(lookMs, classPeriodMs, workers));
    return `${input} ${Math.round(lookMs * 10) / 10} ms, about ${counted(fit, 'camera')}`;
  });
  const cameras = placedCameras(config)
    .filter(({ camera }) => camera.enabled)
    .map(({ camera, roomCapacity }) => ({
      lookMs: sizes.map(({ lookMs }) => lookMs),
      wanted: wantedRung(roomCapacity),
      current: null,
      periodMs: camera.sampling.classPeriodMs,
    }));
  const detail = `${detector}, a picture every ${classPeriodMs / 1000} s, ${counted(workers, 'worker')}, ${memoryMb} MB: ${looks.join('; ')}; ${cameras.length} configured`;
  const rungs = planRungs(cameras, workers);
  const lowered = rungs.filter((rung, at) => {
    const wanted = Math.min(cameras[at]?.wanted ?? 0, sizes.length - 1);
    return rung < wanted;
  }).length;
  const load = cameras.reduce(
    (sum, { lookMs, periodMs }, at) => sum + (lookMs[rungs[at] ?? 0] ?? 0) / periodMs,
    0,
  );
  if (cameras.length > readable || load > workers) {
    return warning(name, detail, 'sample less often, use sub-streams, or another computer');
  }
  return lowered === 0
    ? ok(name, detail)
    : warning(
        name,
        `${detail}, ${lowered} of them looked at smaller than their rooms want`,
        'sample less often, or use a computer with more cores',
      );
}
