/** Looks at a frame: decode, fit, detect, judge. Pure work of a worker; knows neither threads nor stores. */

import type { Frame, Look } from '../../../detectors/detector.ts';
import { type CheckedOutput, checkOutput } from '../../../detectors/output.ts';
import type { Fit, Size } from '../../../detectors/picture/fit.ts';
import type { InputCanvas } from '../../../detectors/picture/input-canvas.ts';
import { TurnoutError } from '../../../errors.ts';
import { SAMPLE_FLAGS, type Sample } from '../../../gym/attendance/sample.ts';
import type { FrameDecoder } from '../../frames/decoder.ts';
import { isBlack, measurePicture, type PictureStats } from '../../frames/picture-stats.ts';
import { toDetectorFault } from '../guarded-process.ts';
import type { SampleOutcome, SampleTask } from '../messages.ts';
import type { ShelvedDetector } from './detector-shelf.ts';
import { type Seen, whatWasSeen } from './seen.ts';

/** What a worker does everything else with. */
export interface LookTools {
  readonly decode: FrameDecoder['decode'];
  /** Longest time for a look, ms; its signal aborts a tenth before. */
  readonly limitMs: number;
}

/** A frame in the detector's input. */
interface Fitted {
  readonly task: SampleTask;
  readonly frame: Frame;
  readonly fit: Fit;
  readonly stats: PictureStats;
  readonly picture: Size;
  readonly decodeUs: number;
}

/** Throws coded errors of decoding and detecting; whatever else a detector throws becomes `detector_failed`. */
export async function look(
  task: SampleTask,
  shelved: ShelvedDetector,
  tools: LookTools,
): Promise<SampleOutcome> {
  const { canvas, detector, definition, noteIgnored } = shelved;
  const fitted = await fitInto(canvas, task, tools);
  const beganMs = performance.now();
  const output = await inTime(shelved, tools, (with_) => detector.detect(fitted.frame, with_));
  const detectUs = microseconds(beganMs);
  const seen = checkOutput(definition, detector.input, output);
  noteIgnored(seen);
  return outcomeOf(shelved, fitted, seen, detectUs);
}

async function fitInto(
  canvas: InputCanvas,
  task: SampleTask,
  { decode }: LookTools,
): Promise<Fitted> {
  const beganMs = performance.now();
  const pixels = await decode(task.frame, canvas.wanted);
  const { values, fit } = canvas.fill(pixels);
  const stats = measurePicture(pixels.bytes);
  const frame = {
    pixels: values,
    content: fit.content,
    atMs: task.frame.atUtcMs,
    state: task.state === null ? null : new Uint8Array(task.state),
  };
  return { task, frame, fit, stats, picture: pixels.picture, decodeUs: microseconds(beganMs) };
}

/** The detector's own code, with a signal that aborts before its time is up. */
async function inTime<T>(
  { definition }: ShelvedDetector,
  { limitMs }: LookTools,
  call: (look: Look) => T | Promise<T>,
): Promise<T> {
  const look = new TimedLook(limitMs);
  try {
    return await call(look);
  } catch (error) {
    const where = `detector ${definition.name}`;
    if (!look.isOver) throw toDetectorFault(error, where, 'detections for a frame');
    const expected = `an answer within ${limitMs} ms`;
    const parts = { where, expected, got: 'the end of its look', data: { is_cancelled: true } };
    throw new TurnoutError('detector_timeout', parts, { cause: error });
  } finally {
    look.end();
  }
}

function outcomeOf(
  { definition }: ShelvedDetector,
  { task, fit, stats, picture, decodeUs }: Fitted,
  output: CheckedOutput,
  detectUs: number,
): SampleOutcome {
  const seen = whatWasSeen(definition, output, fit, task);
  const sample = {
    ...toSample(task, seen, stats, output.isWarmingUp === true),
    decodeUs,
    detectUs,
  };
  const { boxes, heat, isDensity } = seen;
  return {
    sample,
    boxes,
    ...(heat !== null && { heat }),
    ...(isDensity && { isDensity: true as const }),
    frameSize: picture,
    picture: null,
  };
}

function toSample(
  task: SampleTask,
  seen: Seen,
  stats: PictureStats,
  isWarmingUp: boolean,
): Omit<Sample, 'decodeUs' | 'detectUs'> {
  const warming = isWarmingUp ? SAMPLE_FLAGS.warmingUp : 0;
  const black = isBlack(stats) ? SAMPLE_FLAGS.black : 0;
  return {
    atUtcMs: task.frame.atUtcMs,
    mediaMs: task.frame.mediaMs,
    count: isWarmingUp ? null : seen.counted,
    staff: seen.staff,
    ignored: seen.ignored,
    zones: seen.zones,
    confidence: seen.confidence,
    flags: task.flags | warming | black,
    luma: stats.luma,
    fingerprint: stats.fingerprint,
  };
}

function microseconds(sinceMs: number): number {
  return Math.round((performance.now() - sinceMs) * 1000);
}

/** Part of the limit that a detector may use: what is left is for ending what it waits for. */
const SIGNAL_SHARE = 0.9;

/** What comes along with a look: a signal that is only made for a detector that asks for it. */
class TimedLook implements Look {
  readonly #endsMs: number;
  #over: AbortController | null = null;
  #timer: NodeJS.Timeout | undefined;

  /** @param limitMs longest time for the look, which begins now. */
  constructor(limitMs: number) {
    this.#endsMs = performance.now() + limitMs * SIGNAL_SHARE;
  }

  get signal(): AbortSignal {
    if (this.#over === null) {
      const over = new AbortController();
      this.#over = over;
      const leftMs = Math.max(0, this.#endsMs - performance.now());
      this.#timer = setTimeout(() => over.abort(), leftMs);
    }
    return this.#over.signal;
  }

  /** Whether the signal was asked for, and has aborted. */
  get isOver(): boolean {
    return this.#over?.signal.aborted ?? false;
  }

  /** The look is done: nothing aborts any more. */
  end(): void {
    clearTimeout(this.#timer);
  }
}
