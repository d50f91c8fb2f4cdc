/** `turnout doctor --sizing`: how many cameras this computer carries, by the size of the input and the period of the looks. */

import type { Config } from '../../config/config.ts';
import { readEnvironment } from '../../config/environment.ts';
import { openConfig } from '../../config/load.ts';
import { camerasThatFit, workersOf } from '../../engine/sizing.ts';
import { counted } from '../../web/words/format.ts';
import type { Printed } from '../command.ts';
import type { CliContext } from '../context.ts';
import { SlowBar } from '../terminal/slow-bar.ts';
import { columns } from '../terminal/table.ts';
import {
  type Machine,
  type MeasuredLooks,
  measureLooks,
  readableCameras,
  thisMachine,
} from './capacity.ts';

/** Times between two looks that are shown, s: the shortest that is of use, the one of classes, and that of empty rooms. */
export const PERIODS_S = [1, 2, 5, 10, 30, 60] as const;
/** Of all sizes together, ms: caches are warm and a core that is throttled shows it. Chosen here. */
const MEASURED_MS = 30_000;
/** Rooms that get each size, smallest first. Source: `engine/sizing.ts`. */
const ROOMS = ['up to 10 people', '11 to 25', '26 and more'] as const;

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
  durationMs: number = MEASURED_MS,
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
  return at === sizes - 1 && sizes < ROOMS.length ? 'all others' : (ROOMS[at] ?? '');
}

function sizingText(
  detector: string,
  rows: readonly SizingRow[],
  { cores, memoryMb, workers }: Machine & { readonly workers: number },
): string {
  const head = ['INPUT', 'ROOMS', 'A LOOK', ...PERIODS_S.map((seconds) => `${seconds} s`)];
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
