/** Counting over one recording or stream from the command line: what `analyze` and `camera test` have in common. */

import { availableParallelism } from 'node:os';
import type { ZoneConfig } from '../../config/config.ts';
import { type Analysis, analyze } from '../../engine/analysis/analyze.ts';
import { createSource } from '../../engine/cameras/sources.ts';
import { annotatePng } from '../../engine/pictures/annotate.ts';
import type { DetectorChoice } from '../../engine/pool/messages.ts';
import { createPool } from '../../engine/pool/pool.ts';
import { TurnoutError } from '../../errors.ts';
import { systemClock } from '../../runtime/clock.ts';
import type { CliContext } from '../context.ts';
import { namedFault } from '../fault.ts';
import { SlowBar } from '../terminal/slow-bar.ts';
import { writeOut } from '../terminal/write-out.ts';

export interface CountRun {
  readonly url: string;
  readonly transport: 'tcp' | 'udp';
  readonly detector: DetectorChoice;
  /** People that the room holds; null is unknown. */
  readonly capacity: number | null;
  readonly zones: readonly ZoneConfig[];
  readonly everyMs: number;
  /** Null reads a recording to its end. */
  readonly durationMs: number | null;
  /** Where to write the annotated picture; null for none. */
  readonly png: string | null;
  /** Shown in the progress bar and the picture; never an address. */
  readonly title: string;
}

/** Width of the annotated picture, px at most: sharp on a laptop's screen, small enough to send. */
const PICTURE_WIDTH = 1280;

const OPEN_TIMEOUT_MS = 10_000;
const READ_TIMEOUT_MS = 20_000;
const TASK_TIMEOUT_MS = 30_000;
const HEAP_BYTES = 256 * 2 ** 20;

/** Counts until the end, the time given, or Ctrl-C, whichever comes first. Throws coded errors. */
export async function countOver(context: CliContext, run: CountRun): Promise<Analysis> {
  const bar = new SlowBar(context, run.title);
  const interrupt = new AbortController();
  const stop = () => interrupt.abort();
  process.once('SIGINT', stop);
  const pool = createPool({
    workers: availableParallelism(),
    taskTimeoutMs: TASK_TIMEOUT_MS,
    heapBytes: HEAP_BYTES,
    counts: null,
  });
  try {
    const source = await createSource({
      url: run.url,
      transport: run.transport,
      openTimeoutMs: OPEN_TIMEOUT_MS,
      readTimeoutMs: READ_TIMEOUT_MS,
      wantedPeriodMs: () => run.everyMs,
      pace: 'fast',
      clock: systemClock,
    });
    const analysis = await analyze({
      source,
      pool,
      detector: run.detector,
      capacity: run.capacity,
      zones: run.zones,
      everyMs: run.everyMs,
      durationMs: run.durationMs,
      pictureWidth: run.png === null ? null : PICTURE_WIDTH,
      signal: interrupt.signal,
      onProgress: (reachedMs, lengthMs) => {
        bar.show(lengthMs === null ? null : reachedMs / lengthMs, `${seconds(reachedMs)} s`);
      },
    });
    bar.end();
    if (run.png !== null) await savePicture(run.png, run, analysis);
    return analysis;
  } catch (error) {
    throw namedFault(error, run.title);
  } finally {
    bar.end();
    process.off('SIGINT', stop);
    await pool.close();
  }
}

async function savePicture(file: string, run: CountRun, analysis: Analysis): Promise<void> {
  const { picture } = analysis;
  if (picture === null) {
    throw new TurnoutError('frame_undecodable', {
      where: run.title,
      expected: 'at least one picture',
      got: 'none in that time',
      hint: 'a camera whose keyframes are far apart needs a shorter I-frame interval (GOP)',
    });
  }
  const { width, height } = picture;
  const png = await annotatePng(picture, {
    detections: picture.boxes.map(({ box, keypoints = [], ...seen }) => ({
      ...seen,
      box: [box[0] * width, box[1] * height, box[2] * width, box[3] * height] as const,
      keypoints: keypoints.map(([x, y, score]) => [x * width, y * height, score] as const),
    })),
    ...(picture.heat !== undefined && { heat: picture.heat }),
    zones: run.zones,
    count: picture.count,
    title: `${run.title}, ${seconds(picture.tMs)} s`,
  });
  await writeOut('--png', file, png);
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(0);
}
