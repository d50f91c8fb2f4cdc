/** An analysis told to a person and to a program. */

import { expect, it } from 'vitest';
import { analysisJson, analysisText } from '../../../cli/analysis-report.ts';
import type { Analysis } from '../../../engine/analysis/analyze.ts';

const YOLOX: Analysis['detector'] = {
  plugin: 'yolox',
  model: 'yolox_nano.onnx',
  input: { width: 416, height: 416 },
  isWeak: false,
  passedOver: [],
};
const PERSON = { ...YOLOX, plugin: 'person', model: 'own', isWeak: true };

function analysisOf(
  counts: readonly (number | null)[],
  changes: Partial<Pick<Analysis, 'detector' | 'cost' | 'stream' | 'tracks'>> = {},
): Analysis {
  const known = counts.flatMap((count) => (count === null ? [] : [count]));
  const people = known.length === 0 ? null : Math.max(...known);
  const estimate = { people, low: people, high: people, median: people, max: people };
  return {
    stream: { codec: 'h264', width: 640, height: 360, fps: 25, durationMs: 1000 },
    frameSize: { width: 640, height: 360 },
    samples: counts.map((count, second) => ({ tMs: second * 1000, count })),
    estimate: { ...estimate, samples: known.length },
    tracks: null,
    cost: { decodeMs: 2.345, detectMs: 15, wallMs: 99.6, failures: {} },
    detector: YOLOX,
    picture: null,
    ...changes,
  };
}

const linesOf = (analysis: Analysis) => analysisText('class.mp4', analysis).split('\n');

it('the text of an analysis is the estimate, a bar a sample and the detector', () => {
  expect(linesOf(analysisOf([2, 0]))).toEqual([
    'class.mp4: About 2 people (2), from 2 pictures.',
    '  00:00:00    2 ▪▪',
    '  00:00:01    0',
    'Detector yolox with yolox_nano.onnx at 416x416: 2.35 ms to decode and 15 ms to look at a picture.',
  ]);
});

it('the text of an analysis leaves the middle of a long series out, and says how much', () => {
  const lines = linesOf(analysisOf(Array.from({ length: 100 }, () => 1)));
  expect(lines).toContain('  … 60 more; --json prints all');
  expect(lines.filter((line) => line.includes('▪'))).toHaveLength(40);
});

const FOLLOWED = { tracks: { different: 3, lasting: 2 } };

it.each([
  [analysisOf([null]), 'class.mp4: No picture was counted.'],
  [analysisOf([2, 2], FOLLOWED), 'Followed 3 people, 2 of them in three pictures or more.'],
  [analysisOf([null, 3]), 'Note: 1 picture without a count (–): the detector was still learning.'],
  [
    analysisOf([3], { detector: PERSON }),
    'Note: a weak detector: person is off by three to five people in rooms of 10 to 25, where yolox-nano is off by two, and sometimes counts one in an empty room; a better one comes with: turnout model install yolox-nano.',
  ],
  [
    analysisOf([3], { detector: { ...PERSON, plugin: './mine.js', model: null } }),
    'Note: a weak detector: its author marks it as weak.',
  ],
  [
    analysisOf([3], { cost: { ...analysisOf([]).cost, failures: { frame_undecodable: 1 } } }),
    'Note: 1 picture could not be looked at: frame_undecodable.',
  ],
  [
    analysisOf([1, 1], { stream: { ...analysisOf([]).stream, durationMs: 139_000 } }),
    'Note: the recording is 00:02:19 long, and was counted up to 00:00:01.',
  ],
])('the text of an analysis says what to know about the counts', (analysis, note) => {
  expect(linesOf(analysis)).toContain(note);
  expect(analysisJson('class.mp4', analysis)).toMatchObject({ tracks: analysis.tracks });
});
