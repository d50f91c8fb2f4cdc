/** Looks at a frame: decode, fit, detect, judge. Pure work of a worker; knows neither threads nor stores. */

import type { Detection, Detector, DetectorDefinition, Look } from '../../detectors/detector.ts';
import { type CheckedOutput, checkOutput } from '../../detectors/output.ts';
import { type Fit, type InputCanvas, toPictureRatio } from '../../detectors/picture.ts';
import { TurnoutError } from '../../errors.ts';
import { SAMPLE_FLAGS } from '../../gym/attendance/sample.ts';
import type { FrameDecoder } from '../frames/decoder.ts';
import { type HeatMap, type ScoredBox, tally, tallyDensity } from '../zones.ts';
import { toDetectorFault } from './guard.ts';
import type { SampleOutcome, SampleWork } from './messages.ts';

export interface BuiltDetector {
  readonly definition: DetectorDefinition;
  /** With its defaults filled in. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly detector: Detector;
  /** What computes its models; null where it has opened none. */
  readonly provider: string | null;
  readonly canvas: InputCanvas;
  /** Closes it, with all that the engine owns of it. */
  close(): Promise<void>;
}

/**
 * Throws coded errors of decoding and detecting; whatever else a detector throws becomes `detector_failed`.
 *
 * @param limitMs longest time for the look; its signal aborts a tenth before.
 */
export async function look(
  task: SampleWork,
  { canvas, detector, definition }: BuiltDetector,
  decoder: FrameDecoder,
  limitMs: number,
): Promise<SampleOutcome> {
  const { frame, state } = task;
  const decodingMs = performance.now();
  const pixels = await decoder.decode(frame, canvas.wanted);
  const { values, fit } = canvas.fill(pixels);
  const stats = measurePicture(pixels.bytes);
  const decodeUs = microseconds(decodingMs);
  const fitted = { pixels: values, content: fit.content, atMs: frame.atUtcMs, state };
  const detectingMs = performance.now();
  const answer = await inTime(definition, limitMs, (timed) => detector.detect(fitted, timed));
  const detectUs = microseconds(detectingMs);
  if (performance.now() - decodingMs > limitMs) throw tooLate(definition, limitMs, 'a later one');
  const output = checkOutput(definition, detector.input, answer);
  const { boxes, heat, isDensity, ...seen } = whatWasSeen(definition, output, fit, task);
  const isWarmingUp = output.isWarmingUp === true;
  const warming = isWarmingUp ? SAMPLE_FLAGS.warmingUp : 0;
  const black = isBlack(stats) ? SAMPLE_FLAGS.black : 0;
  return {
    sample: {
      atUtcMs: frame.atUtcMs,
      mediaMs: frame.mediaMs,
      count: isWarmingUp ? null : seen.counted,
      staff: seen.staff,
      ignored: seen.ignored,
      zones: seen.zones,
      confidence: seen.confidence,
      flags: task.flags | warming | black,
      luma: stats.luma,
      fingerprint: stats.fingerprint,
      decodeUs,
      detectUs,
    },
    boxes,
    ...(heat !== null && { heat }),
    ...(isDensity && { isDensity: true as const }),
    frameSize: pixels.picture,
    picture: null,
  };
}

/** The detector's own code, with a signal that aborts before its time is up. */
async function inTime<T>(
  definition: DetectorDefinition,
  limitMs: number,
  call: (look: Look) => T | Promise<T>,
): Promise<T> {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), limitMs * SIGNAL_SHARE);
  try {
    return await call({ signal: over.signal });
  } catch (error) {
    if (over.signal.aborted) throw tooLate(definition, limitMs, 'the end of its look', error);
    throw toDetectorFault(error, `detector ${definition.name}`, 'detections for a frame');
  } finally {
    clearTimeout(timer);
  }
}

function tooLate(
  { name }: DetectorDefinition,
  limitMs: number,
  got: string,
  cause?: unknown,
): TurnoutError {
  const parts = { where: `detector ${name}`, expected: `an answer within ${limitMs} ms`, got };
  return new TurnoutError('detector_timeout', parts, { cause });
}

function microseconds(sinceMs: number): number {
  return Math.round((performance.now() - sinceMs) * 1000);
}

/** Part of the limit that a detector may use: what is left is for ending what it waits for. */
const SIGNAL_SHARE = 0.9;

/** What a detector says of a frame, as people in the picture: boxes in ratios, by zone, and who is counted. */

/** The label that is counted; see the detector contract. */
const PERSON = 'person';
/** Score from which a point of the body was seen. Chosen here: below, models put it where it would be behind something. */
const SEEN_SCORE = 0.3;

type About = Pick<DetectorDefinition, 'name' | 'labels' | 'keypoints'>;

/** Throws `detector_output_invalid` for a count alone where zones are drawn: no one knows where those people are. */
function whatWasSeen(
  definition: About,
  output: CheckedOutput,
  fit: Fit,
  { zones, falsePlaces }: Pick<SampleWork, 'zones' | 'falsePlaces'>,
) {
  const people = output.detections.filter(({ label }) => definition.labels[label] === PERSON);
  const boxes = people.map((person) => inPicture(person, definition, fit));
  const byBoxes = tally(boxes, zones, falsePlaces);
  const { count, density } = output;
  if (density === undefined && count === undefined) {
    return { ...byBoxes, heat: null, isDensity: false };
  }
  if (density === undefined && zones.length > 0) throw unplaced(definition, zones.length);
  const heat: HeatMap | null =
    density === undefined ? null : { ...density, values: Float32Array.from(density.values) };
  const byPlace =
    heat === null
      ? { counted: count ?? 0, staff: 0, ignored: 0, zones: [] }
      : tallyDensity(heat, zones, count);
  return {
    ...byBoxes,
    counted: Math.round(byPlace.counted),
    staff: Math.round(byPlace.staff),
    ignored: Math.round(byPlace.ignored),
    zones: byPlace.zones.map(Math.round),
    /** Where people are, where boxes are not what was counted. */
    heat,
    /** Whether people were counted without boxes. */
    isDensity: true,
  };
}

function inPicture({ box, score, ...more }: Detection, definition: About, fit: Fit): ScoredBox {
  const { posture, track } = more;
  const keypoints = more.keypoints?.map(([x, y, seen]) => {
    const [left, top] = toPictureRatio([x, y, x, y], fit);
    return [left, top, seen] as const;
  });
  const feet = keypoints && feetOf(keypoints, definition.keypoints ?? []);
  return {
    box: toPictureRatio(box, fit),
    score,
    ...(posture !== undefined && { posture }),
    ...(track !== undefined && { track }),
    ...(keypoints !== undefined && { keypoints }),
    ...(feet !== undefined && { feet }),
  };
}

/** The point between the ankles, where both are seen. */
function feetOf(
  keypoints: NonNullable<ScoredBox['keypoints']>,
  names: readonly string[],
): readonly [number, number] | undefined {
  const ankles = ['left_ankle', 'right_ankle'].map((name) => keypoints[names.indexOf(name)]);
  const [left, right] = ankles;
  if (left === undefined || right === undefined) return undefined;
  if (left[2] < SEEN_SCORE || right[2] < SEEN_SCORE) return undefined;
  return [(left[0] + right[0]) / 2, (left[1] + right[1]) / 2];
}

function unplaced({ name }: About, zones: number): TurnoutError {
  return new TurnoutError('detector_output_invalid', {
    where: `detector ${name}: density`,
    expected: `people by place, since the camera has ${zones} ${zones === 1 ? 'zone' : 'zones'}`,
    got: 'a count alone',
    hint: 'remove the zones of the camera, or choose a detector that gives a density or boxes',
    data: { detector: name, field: 'density' },
  });
}

/** What a fitted picture says about the camera rather than the people: how bright it is and whether it ever changes. */

/** Bytes looked at: enough that noise always shows, few enough to cost some 20 µs. Chosen here (`pool.bench.ts`). */
const LOOKED_AT = 12_000;

/** Looks at evenly spaced bytes of packed pixels. All channels count alike: this is about light, not colour. */
export function measurePicture(pixels: Uint8Array) {
  // An odd step visits all channels and never falls in step with the rows.
  const step = Math.max(1, Math.floor(pixels.length / LOOKED_AT)) | 1;
  let sum = 0;
  let squares = 0;
  let looked = 0;
  let hash = 0x811c9dc5;
  for (let at = 0; at < pixels.length; at += step) {
    const value = pixels[at] ?? 0;
    sum += value;
    squares += value * value;
    looked += 1;
    hash = Math.imul(hash ^ value, 0x01000193);
  }
  const luma = sum / Math.max(1, looked);
  return {
    /** Mean of the pixel bytes looked at, 0..255. */
    luma,
    /** Standard deviation of the same, 0..127.5. */
    spread: Math.sqrt(Math.max(0, squares / Math.max(1, looked) - luma * luma)),
    /**
     * FNV-1a hash of the bytes looked at, unsigned 32 bits. A living sensor's noise changes it with every picture; a
     * frozen stream repeats it. http://www.isthe.com/chongo/tech/comp/fnv/
     */
    fingerprint: hash >>> 0,
  };
}

/**
 * Whether a picture is black or covered: hardly any light and nothing to see in it. A dark room with an exit sign is
 * not black. Limits chosen here: 8-bit video black is 16 (ITU-R BT.601), scaled to full range 0; sensors in the dark
 * stay below 20, and their noise below 6.
 */
export function isBlack({ luma, spread }: { luma: number; spread: number }): boolean {
  return luma < 20 && spread < 6;
}
