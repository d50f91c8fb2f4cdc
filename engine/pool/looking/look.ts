/** Looks at frames: decode, fit, detect, judge. Pure work of a worker; knows neither threads nor stores. */

import type { DetectOutput, Frame, Look } from '../../../detectors/detector.ts';
import { shown } from '../../../detectors/faults.ts';
import { checkOutput } from '../../../detectors/output.ts';
import type { Fit, Size } from '../../../detectors/picture/fit.ts';
import type { InputCanvas } from '../../../detectors/picture/input-canvas.ts';
import { isTurnoutError, TurnoutError } from '../../../errors.ts';
import { SAMPLE_FLAGS, type Sample } from '../../../gym/attendance/sample.ts';
import type { FrameDecoder } from '../../frames/decoder.ts';
import { isBlack, measurePicture, type PictureStats } from '../../frames/picture-stats.ts';
import { toDetectorFault } from '../guarded-process.ts';
import type { SampleOutcome, SampleTask } from '../messages.ts';
import type { ShelvedDetector } from './detector-shelf.ts';
import { type Seen, whatWasSeen } from './seen.ts';
import { TimedLook } from './timed-look.ts';

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
  const { canvases, detector } = shelved;
  const canvas = canvases.take();
  try {
    const fitted = await fitInto(canvas, task, tools);
    const beganMs = performance.now();
    const output = await inTime(shelved, tools, (with_) => detector.detect(fitted.frame, with_));
    return outcomeOf(shelved, fitted, checked(shelved, output), microseconds(beganMs));
  } finally {
    canvases.give(canvas);
  }
}

/**
 * Several frames by one call of `detectBatch`. What cannot be decoded is a fault of its own; the rest is looked at. Rejects
 * where the detector does.
 */
export async function lookAtAll(
  tasks: readonly SampleTask[],
  shelved: ShelvedDetector,
  tools: LookTools,
): Promise<readonly (SampleOutcome | TurnoutError)[]> {
  const row = shelved.canvases.row(tasks.length);
  const inputs = await Promise.all(
    tasks.map((task, at) => orFault(() => fitInto(row[at] as InputCanvas, task, tools))),
  );
  const fitted = inputs.flatMap((input) => (isTurnoutError(input) ? [] : [input]));
  const beganMs = performance.now();
  const frames = fitted.map(({ frame }) => frame);
  const outputs = await inTime(shelved, tools, (with_) => detectAll(shelved, frames, with_));
  requireOne(shelved, outputs, frames.length);
  const detectUs = Math.round(microseconds(beganMs) / Math.max(1, frames.length));
  const answers = outputs.values();
  return Promise.all(
    inputs.map((input) => {
      if (isTurnoutError(input)) return input;
      const output: unknown = answers.next().value;
      return orFault(() => outcomeOf(shelved, input, checked(shelved, output), detectUs));
    }),
  );
}

/** What `work` gives, or the coded error that it throws. */
async function orFault<T>(work: () => T | Promise<T>): Promise<T | TurnoutError> {
  try {
    return await work();
  } catch (error) {
    if (isTurnoutError(error)) return error;
    throw error;
  }
}

/** One frame needs no batch. */
async function detectAll(
  { detector }: ShelvedDetector,
  frames: readonly Frame[],
  with_: Look,
): Promise<unknown> {
  const [only, ...more] = frames;
  if (only === undefined) return [];
  if (more.length === 0) return [await detector.detect(only, with_)];
  return detector.detectBatch?.(frames, with_);
}

function requireOne(
  { definition }: ShelvedDetector,
  outputs: unknown,
  frames: number,
): asserts outputs is readonly unknown[] {
  if (Array.isArray(outputs) && outputs.length === frames) return;
  throw new TurnoutError('detector_output_invalid', {
    where: `detector ${definition.name}: detectBatch`,
    expected: `${frames} answers, one a frame`,
    got: Array.isArray(outputs) ? String(outputs.length) : shown(outputs),
  });
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
    ...(canvas.isWide && task.unit !== undefined && { unit: task.unit }),
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

function checked(shelved: ShelvedDetector, output: unknown): DetectOutput {
  const { definition, detector, noteIgnored } = shelved;
  const seen = checkOutput(definition, detector.input, output);
  noteIgnored(seen);
  return seen;
}

function outcomeOf(
  { definition }: ShelvedDetector,
  { task, fit, stats, picture, decodeUs }: Fitted,
  output: DetectOutput,
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
