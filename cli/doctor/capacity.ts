/** How many cameras this computer can look at, measured with its own detector at each size: a check, and `--sizing`. */

import { availableParallelism, totalmem } from 'node:os';
import { type Config, placedCameras } from '../../config/config.ts';
import { readEnvironment } from '../../config/environment.ts';
import { openConfig } from '../../config/load.ts';
import { analyze } from '../../engine/analysis/analyze.ts';
import { createSource } from '../../engine/cameras/sources.ts';
import { Lanes } from '../../engine/pool/lanes.ts';
import type { DetectorChoice } from '../../engine/pool/messages.ts';
import type { Pool } from '../../engine/pool/pool.ts';
import {
  camerasThatFit,
  inputText,
  MAX_SHARE,
  planRungs,
  wantedRung,
  workersOf,
} from '../../engine/sizing.ts';
import { TurnoutError } from '../../errors.ts';
import { systemClock } from '../../runtime/clock.ts';
import { silentLog } from '../../runtime/log/log.ts';
import { counted } from '../../web/words/format.ts';
import { namedText } from '../analysis-report.ts';
import { detectorOf } from '../analyze.ts';
import type { CliContext, Printed } from '../command.ts';
import { SlowBar } from '../terminal/prompts.ts';
import { columns } from '../terminal/table.ts';
import { type Finding, ok, trying, warning } from './installation.ts';

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

/** For the last bits of sums of shares. */
const ROUNDING = 1e-9;

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
async function measureLooks(
  context: CliContext,
  config: Config,
  { workers, durationMs, onProgress }: Measuring = IN_SHORT,
): Promise<MeasuredLooks> {
  const { default: detector } = config.detectors;
  const choice = await detectorOf(context, { detector }, config.detectors);
  const pool = new Lanes({
    workers,
    taskTimeoutMs: TIMEOUT_MS,
    heapBytes: config.sampling.workerMemoryBytes,
    memoryBytes: config.limits.memoryBytes,
    counts: null,
    log: silentLog,
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
export function checkCapacity(context: CliContext, config: Config): Promise<Finding> {
  return trying('capacity', 'look at "models" and "configuration" above', async () =>
    capacityOf(config, await measureLooks(context, config)),
  );
}

function thisMachine(): Machine {
  return { cores: availableParallelism(), memoryMb: Math.floor(totalmem() / 2 ** 20) };
}

/** Cameras of 1080p that can be read, whether or not they are looked at: all of them on one thread. */
function readableCameras({ memoryMb }: Pick<Machine, 'memoryMb'>): number {
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
  if (cameras.length > readable || load > (1 + ROUNDING) * MAX_SHARE * workers) {
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

/** Times between two looks that are shown, s: the shortest that is of use, the one of classes, and that of empty rooms. */
export const PERIODS_S = [1, 2, 5, 10, 30, 60] as const;
/** Of all sizes together, ms: caches are warm and a core that is throttled shows it. Chosen here. */
const SIZING_MS = 30_000;
/** Rooms that get each size, smallest first. Source: `engine/sizing.ts`. */
const ROOM_SIZES = ['up to 10 people', '11 to 25', '26 and more'] as const;

export interface SizingRow {
  readonly input: string;
  readonly rooms: string;
  readonly look_ms: number;
  /** Cameras by the seconds between two looks. */
  readonly cameras: Readonly<Record<string, number>>;
}

/** Measures with all workers busy, by default for half a minute. */
export async function measureSizing(
  context: CliContext,
  durationMs: number = SIZING_MS,
): Promise<Printed> {
  const config = withCameras(await openConfig(readEnvironment()));
  const machine = thisMachine();
  const workers = workersOf(config.sampling.workers, machine.cores);
  const bar = new SlowBar(context, 'Measuring this computer');
  try {
    const measured = await measureLooks(context, config, {
      workers,
      durationMs,
      onProgress: (share) => bar.show(share, 'do not use it for anything else'),
    });
    const rows = sizingRows(measured, workers, machine);
    const { cores, memoryMb } = machine;
    return [
      { cores, workers, memory_mb: memoryMb, detector: measured.detector, sizes: rows },
      sizingText(measured.detector, rows, { ...machine, workers }),
    ];
  } finally {
    bar.end();
  }
}

/** The demo's rooms are drawn, and looked at by a detector for drawings: cameras would get another. */
function withCameras(config: Config): Config {
  return config.origin === 'demo'
    ? { ...config, detectors: { ...config.detectors, default: 'auto', options: {} } }
    : config;
}

export function sizingRows(
  { sizes }: MeasuredLooks,
  workers: number,
  machine: Machine,
): readonly SizingRow[] {
  const readable = readableCameras(machine);
  return sizes.map(({ input, lookMs }, at) => ({
    input,
    rooms: roomsOf(at, sizes.length),
    look_ms: Math.round(lookMs * 10) / 10,
    cameras: Object.fromEntries(
      PERIODS_S.map((seconds) => [
        `${seconds}s`,
        Math.min(readable, camerasThatFit(lookMs, seconds * 1_000, workers)),
      ]),
    ),
  }));
}

/** A detector that has fewer sizes looks at larger rooms at its last. */
function roomsOf(at: number, sizes: number): string {
  if (sizes === 1) return 'all';
  return at === sizes - 1 && sizes < ROOM_SIZES.length ? 'all others' : (ROOM_SIZES[at] ?? '');
}

function sizingText(
  detector: string,
  rows: readonly SizingRow[],
  { cores, memoryMb, workers }: Machine & { readonly workers: number },
): string {
  const head = ['INPUT', 'ROOM_SIZES', 'A LOOK', ...PERIODS_S.map((seconds) => `${seconds} s`)];
  const body = rows.map(({ input, rooms, look_ms, cameras }) => [
    input,
    rooms,
    `${look_ms} ms`,
    ...PERIODS_S.map((seconds) => String(cameras[`${seconds}s`] ?? 0)),
  ]);
  return [
    `${counted(cores, 'core')}, ${counted(workers, 'worker')}, ${memoryMb} MB; ${detector}, measured with all workers busy.`,
    'Cameras that this computer carries, by the time between two looks:',
    '',
    ...columns(head, body),
    '',
    'Looks take at most 0.7 of the workers, so that cameras that are due together need not wait. A sub-stream of 640x360 costs less to read than',
    'what is assumed here, 1080p. Other programs on this computer make it fewer.',
  ].join('\n');
}
