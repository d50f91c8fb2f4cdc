/** An analysis as programs and people read it. */

import type { Analysis } from '../engine/analysis/analyze.ts';
import { weaknessText } from '../engine/counting/configured-detectors.ts';
import { inputText } from '../engine/sizing.ts';
import { wire } from '../runtime/wire.ts';
import { counted, range } from '../web/words/format.ts';
import { lines } from './command.ts';

/** `yolox with yolox-nano`: a detector and its model, which may be a path; null where it has none. */
export function namedText(detector: string, model: string | null): string {
  if (model === null) return detector;
  const isOwn = detector === 'person' && model === 'own';
  return `${detector} with ${isOwn ? 'its own model' : model.split(/[\\/]/).at(-1)}`;
}

/** The answer of `turnout analyze --json`: snake_case, times in ms. */
export function analysisJson(source: string, analysis: Analysis) {
  const { detector, stream, frameSize, samples, estimate, cost, picture } = analysis;
  return {
    source: {
      name: source,
      codec: stream.codec,
      width: frameSize?.width ?? stream.width,
      height: frameSize?.height ?? stream.height,
      fps: rounded(stream.fps),
      duration_ms: stream.durationMs && Math.round(stream.durationMs),
    },
    samples: samples.map((sample) => wire(sample, 'tMs', 'count')),
    estimate: wire(estimate, 'people', 'low', 'high', 'median', 'max', 'samples'),
    tracks: analysis.tracks,
    cost: {
      detector: detector.plugin,
      model: detector.model,
      input: inputText(detector.input),
      weak: detector.isWeak,
      passed_over: detector.passedOver,
      decode_ms: rounded(cost.decodeMs),
      detect_ms: rounded(cost.detectMs),
      wall_ms: Math.round(cost.wallMs),
      failures: cost.failures,
    },
    // The picture with the most people. Postures, tracks and points are there where the detector tells them.
    picture: picture && {
      ...wire(picture, 'tMs', 'count'),
      boxes: picture.boxes.map((box) =>
        wire(box, 'box', 'score', 'verdict', 'posture', 'track', 'keypoints'),
      ),
    },
  };
}

/** The same for a person: the estimate first, then the series as bars, then what to know about it. */
export function analysisText(source: string, analysis: Analysis): string {
  const { detector, estimate, cost } = analysis;
  const found =
    estimate.people === null
      ? 'No picture was counted.'
      : `About ${people(estimate.people)} (${range(estimate.low, estimate.high)}), from ${pictures(estimate.samples)}.`;
  return lines(
    `${source}: ${found}`,
    series(analysis.samples),
    analysis.tracks &&
      `Followed ${people(analysis.tracks.different)}, ${analysis.tracks.lasting} of them in three pictures or more.`,
    `Detector ${namedText(detector.plugin, detector.model)} at ${inputText(detector.input)}: ${rounded(cost.decodeMs) ?? '–'} ms to decode and ${rounded(cost.detectMs) ?? '–'} ms to look at a picture.`,
    notes(analysis).map((note) => `Note: ${note}.`),
  );
}

function notes({ stream, samples, cost, detector }: Analysis): string[] {
  const uncounted = samples.filter(({ count }) => count === null).length;
  const learning = `${pictures(uncounted)} without a count (–): the detector was still learning`;
  const times = samples.map(({ tMs }) => tMs);
  const longestMs = Math.max(...times.map((tMs, at) => tMs - (times[at - 1] ?? tMs)));
  const [lastMs = 0, lengthMs] = [times.at(-1), stream.durationMs ?? 0];
  const isCut = times.length > 1 && lengthMs - lastMs > 2 * longestMs;
  const cut = `the recording is ${clock(lengthMs)} long, and was counted up to ${clock(lastMs)}`;
  return [
    ...(isCut ? [cut] : []),
    ...Object.entries(cost.failures).map(
      ([code, times]) => `${pictures(times)} could not be looked at: ${code}`,
    ),
    ...(uncounted === 0 ? [] : [learning]),
    ...detector.passedOver.map((why) => `a better detector could not be used: ${why}`),
    ...(detector.isWeak ? [`a weak detector: ${weaknessText(detector.plugin)}`] : []),
  ];
}

/** Lines in a terminal before the middle of a long series is left out of the text. */
const MAX_LINES = 40;

/** Longest bar, characters: a line stays within 80 columns. */
const MAX_BAR = 60;

function series(samples: Analysis['samples']): string[] {
  const line = ({ tMs, count }: Analysis['samples'][number]) => {
    const bar = '▪'.repeat(Math.min(count ?? 0, MAX_BAR));
    return `  ${clock(tMs)}  ${String(count ?? '–').padStart(3)} ${bar}`.trimEnd();
  };
  if (samples.length <= MAX_LINES) return samples.map(line);
  const half = MAX_LINES / 2;
  const left = samples.length - MAX_LINES;
  return [
    ...samples.slice(0, half).map(line),
    `  … ${left} more; --json prints all`,
    ...samples.slice(-half).map(line),
  ];
}

function clock(tMs: number): string {
  return new Date(tMs).toISOString().slice(11, 19);
}

function pictures(count: number): string {
  return counted(count, 'picture');
}

function people(count: number): string {
  return counted(count, 'person', 'people');
}

function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value * 100) / 100;
}
