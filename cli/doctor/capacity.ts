/** How many cameras this computer can look at, measured with its own detector at each size: a check, and `--sizing`. */

import { availableParallelism, totalmem } from 'node:os';
import { type Config, placedCameras } from '../../config/config.ts';
import { readEnvironment } from '../../config/environment.ts';
import { openConfig } from '../../config/load.ts';
import { analyze } from '../../engine/analysis/analyze.ts';
import type { DetectorChoice } from '../../engine/pool/messages.ts';
import type { Pool } from '../../engine/pool/pool.ts';
import {
  camerasThatFit,
  inputText,
  MAX_SHARE,
  wantedRung,
  workersOf,
} from '../../engine/sizing.ts';
import { TurnoutError } from '../../errors.ts';
import { counted } from '../../web/words/format.ts';
import { sourceAt } from '../address.ts';
import { namedText } from '../analysis-report.ts';
import { detectorOf, lanesOf } from '../analyze.ts';
import type { CliContext, Printed } from '../command.ts';
import { slowBar } from '../terminal/prompts.ts';
import { columns } from '../terminal/table.ts';
import { type Finding, ok, trying, warning } from './installation.ts';

/** What a look takes with the detector that `detectors.default` names: one size for each rung, smallest first. */
export interface MeasuredLooks {
  /** `yolox with yolox-nano`. */
  readonly detector: string;
  readonly sizes: readonly { readonly input: string; readonly lookMs: number }[];
}

/** Share of a core that reading a 1080p camera takes. Source: `bench/results.json`, cameras-per-core, bare reading. */
const READING_SHARE = 0.0072;
/** Memory of one more 1080p camera, MB, and of everything without cameras. Source: `bench/results.json`. */
const CAMERA_MB = 6.3;
const BASE_MB = 400;

/** For the last bits of sums of shares. */
const ROUNDING = 1e-9;

/** People of a room that wants each rung, smallest first, and the rooms that get it. Source: `engine/sizing.ts`. */
const RUNGS = [
  [10, 'up to 10 people'],
  [25, '11 to 25'],
  [100, '26 and more'],
] as const;
/** Of all sizes together, ms: ten looks of each on any computer that is of use. */
const MEASURED_MS = 3_000;
/** How many times as long a size is looked at where no look came of it. */
const PATIENCE = [1, 5, 20] as const;

/**
 * Looks at a drawn room at each size, for `durationMs` in all.
 *
 * @param workers busy at the same time: they share caches and memory, and a core may run two of them.
 */
async function measureLooks(
  context: CliContext,
  config: Config,
  workers = 1,
  durationMs = MEASURED_MS,
  onProgress: (share: number) => void = () => undefined,
): Promise<MeasuredLooks> {
  const { default: detector } = config.detectors;
  const choice = await detectorOf(context, { detector }, config.detectors);
  const pool = lanesOf(workers, config);
  const sizes: Awaited<ReturnType<typeof medianLook>>[] = [];
  try {
    for (const [at, [capacity]] of RUNGS.entries()) {
      onProgress(at / RUNGS.length);
      const next = await medianLook(pool, choice, capacity, durationMs / RUNGS.length);
      if (next.input === sizes.at(-1)?.input) break;
      sizes.push(next);
    }
    return { detector: sizes[0]?.detector ?? '', sizes };
  } finally {
    await pool.close();
  }
}

async function medianLook(pool: Pool, detector: DetectorChoice, capacity: number, eachMs: number) {
  for (const times of PATIENCE) {
    const watch = async () =>
      analyze({
        source: await sourceAt('scene:studio?seed=1', 'tcp', 1),
        pool,
        detector,
        capacity,
        zones: [],
        everyMs: 1,
        durationMs: eachMs * times,
        pictureWidth: null,
        signal: new AbortController().signal,
        onProgress: () => undefined,
      });
    const all = await Promise.all(Array.from({ length: pool.workers }, watch));
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
    got: `none in ${(eachMs * PATIENCE[2]) / 1000} s`,
    hint: 'the computer is too busy to be measured: try again later',
  });
}

/** The finding of `doctor`: measured, or why nothing could be measured. */
export function checkCapacity(context: CliContext, config: Config): Promise<Finding> {
  return trying('capacity', 'look at "models" and "configuration" above', async () =>
    capacityOf(config, await measureLooks(context, config)),
  );
}

function thisMachine() {
  return { cores: availableParallelism(), memoryMb: Math.floor(totalmem() / 2 ** 20) };
}

/** Cameras of 1080p that can be looked at every `periodMs`, all of them read on one thread. */
function camerasFor(lookMs: number, periodMs: number, workers: number, memoryMb: number): number {
  return Math.min(readableCameras(memoryMb), camerasThatFit(lookMs, periodMs, workers));
}

function readableCameras(memoryMb: number): number {
  const byMemory = Math.max(0, memoryMb - BASE_MB) / CAMERA_MB;
  return Math.floor(Math.min(1 / READING_SHARE, byMemory));
}

function tenths(ms: number): number {
  return Math.round(ms * 10) / 10;
}

/** Whether the cameras of `config` fit on the computer, each at the size that its room wants. */
export function capacityOf(
  config: Config,
  { detector, sizes }: MeasuredLooks,
  { cores, memoryMb } = thisMachine(),
): Finding {
  const { classPeriodMs } = config.sampling;
  const workers = workersOf(config.sampling.workers, cores);
  const looks = sizes.map(({ input, lookMs }) => {
    const fit = camerasFor(lookMs, classPeriodMs, workers, memoryMb);
    return `${input} ${tenths(lookMs)} ms, about ${counted(fit, 'camera')}`;
  });
  const cameras = placedCameras(config).filter(({ camera }) => camera.enabled);
  const shares = cameras.map(({ camera, roomCapacity }) => {
    const wanted = sizes[Math.min(wantedRung(roomCapacity), sizes.length - 1)];
    return (wanted?.lookMs ?? 0) / camera.sampling.classPeriodMs;
  });
  const detail = `${detector}, a picture every ${classPeriodMs / 1000} s, ${counted(workers, 'worker')}, ${memoryMb} MB: ${looks.join('; ')}; ${cameras.length} configured`;
  const load = shares.reduce((sum, share) => sum + share, 0);
  const isCarried = load <= (1 + ROUNDING) * MAX_SHARE * workers;
  if (isCarried && cameras.length <= readableCameras(memoryMb)) return ok('capacity', detail);
  const tooMuch = `${detail}, too many for the sizes that their rooms want`;
  return warning('capacity', tooMuch, 'sample less often, use sub-streams, or another computer');
}

/** Times between two looks that are shown, s: the shortest that is of use, the one of classes, and that of empty rooms. */
export const PERIODS_S = [1, 2, 5, 10, 30, 60] as const;
/** Of all sizes together, ms: caches are warm and a core that is throttled shows it. Chosen here. */
const SIZING_MS = 30_000;

/** Measures with all workers busy, by default for half a minute. */
export async function measureSizing(context: CliContext, durationMs = SIZING_MS): Promise<Printed> {
  const config = withCameras(await openConfig(readEnvironment()));
  const { cores, memoryMb } = thisMachine();
  const workers = workersOf(config.sampling.workers, cores);
  const bar = slowBar(context, 'Measuring this computer');
  const measured = await measureLooks(context, config, workers, durationMs, (share) =>
    bar.show(share, 'do not use it for anything else'),
  ).finally(() => bar.end());
  const sizes = sizingRows(measured, workers, memoryMb);
  const head = ['INPUT', 'ROOMS', 'A LOOK', ...PERIODS_S.map((seconds) => `${seconds} s`)];
  const rows = sizes.map(({ input, rooms, look_ms, cameras }) => [
    ...[input, rooms, `${look_ms} ms`],
    ...Object.values(cameras).map(String),
  ]);
  return [
    { cores, workers, memory_mb: memoryMb, detector: measured.detector, sizes },
    [
      `${counted(cores, 'core')}, ${counted(workers, 'worker')}, ${memoryMb} MB; ${measured.detector}, measured with all workers busy.`,
      'Cameras that this computer carries, by the time between two looks:',
      '',
      ...columns(head, rows),
      '',
      'Looks take at most 0.7 of the workers, so that cameras that are due together need not wait. A sub-stream of 640x360 costs less to read than',
      'what is assumed here, 1080p. Other programs on this computer make it fewer.',
    ].join('\n'),
  ];
}

/** The demo's rooms are drawn, and looked at by a detector for drawings: cameras would get another. */
function withCameras(config: Config): Config {
  return config.origin === 'demo'
    ? { ...config, detectors: { ...config.detectors, default: 'auto', options: {} } }
    : config;
}

export function sizingRows({ sizes }: MeasuredLooks, workers: number, memoryMb: number) {
  return sizes.map(({ input, lookMs }, at) => ({
    input,
    rooms: roomsOf(at, sizes.length),
    look_ms: tenths(lookMs),
    cameras: Object.fromEntries(
      PERIODS_S.map((seconds) => [
        `${seconds}s`,
        camerasFor(lookMs, seconds * 1_000, workers, memoryMb),
      ]),
    ),
  }));
}

/** A detector that has fewer sizes looks at larger rooms at its last. */
function roomsOf(at: number, sizes: number): string {
  if (sizes === 1) return 'all';
  return at === sizes - 1 && sizes < RUNGS.length ? 'all others' : (RUNGS[at]?.[1] ?? '');
}
