/** One look at one frame: decode, fit, detect, judge. Pure work of a worker; knows neither threads nor stores. */

import type { DetectOutput, Frame } from '../../detectors/detector.ts';
import { checkOutput } from '../../detectors/output.ts';
import { SAMPLE_FLAGS, type Sample } from '../../gym/attendance/sample.ts';
import type { FrameDecoder } from '../frames/decoder.ts';
import { toPictureRatio } from '../frames/fit.ts';
import { isBlack, measurePicture, type PictureStats } from '../frames/picture-stats.ts';
import { type Tally, tally } from '../zones/tally.ts';
import type { ShelvedDetector } from './detector-shelf.ts';
import { toDetectorFault } from './guarded-process.ts';
import type { SampleOutcome, SampleTask } from './messages.ts';

/** The label that is counted; see the detector contract. */
const PERSON = 'person';

/** Throws coded errors of decoding and detecting; whatever else a detector throws becomes `detector_failed`. */
export async function look(
  task: SampleTask,
  decode: FrameDecoder['decode'],
  shelved: ShelvedDetector,
): Promise<SampleOutcome> {
  const { canvas, definition } = shelved;
  const startedMs = performance.now();
  const pixels = await decode(task.frame, canvas.wanted);
  const { values, fit } = canvas.fill(pixels);
  const stats = measurePicture(pixels.bytes);
  const decodedMs = performance.now();
  const output = await detect(shelved, {
    pixels: values,
    content: fit.content,
    atMs: task.frame.atUtcMs,
    state: task.state === null ? null : new Uint8Array(task.state),
  });
  const detectedMs = performance.now();
  const people = output.detections.filter(({ label }) => definition.labels[label] === PERSON);
  const tallied = tally(
    people.map(({ box, score }) => ({ box: toPictureRatio(box, fit), score })),
    task.zones,
    task.falsePlaces,
  );
  const sample = {
    ...toSample(task, tallied, stats, output.isWarmingUp === true),
    decodeUs: Math.round((decodedMs - startedMs) * 1000),
    detectUs: Math.round((detectedMs - decodedMs) * 1000),
  };
  return { sample, boxes: tallied.boxes, frameSize: pixels.picture, picture: null };
}

async function detect(shelved: ShelvedDetector, frame: Frame): Promise<DetectOutput> {
  const { definition, detector } = shelved;
  try {
    const output = await detector.detect(frame);
    checkOutput(definition, detector.input, output);
    return output;
  } catch (error) {
    throw toDetectorFault(error, `detector ${definition.name}`, 'detections for a frame');
  }
}

function toSample(
  task: SampleTask,
  tallied: Tally,
  stats: PictureStats,
  isWarmingUp: boolean,
): Omit<Sample, 'decodeUs' | 'detectUs'> {
  const warming = isWarmingUp ? SAMPLE_FLAGS.warmingUp : 0;
  const black = isBlack(stats) ? SAMPLE_FLAGS.black : 0;
  return {
    atUtcMs: task.frame.atUtcMs,
    mediaMs: task.frame.mediaMs,
    count: isWarmingUp ? null : tallied.counted,
    staff: tallied.staff,
    ignored: tallied.ignored,
    zones: tallied.zones,
    confidence: tallied.confidence,
    flags: task.flags | warming | black,
    luma: stats.luma,
    fingerprint: stats.fingerprint,
  };
}
