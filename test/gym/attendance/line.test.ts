import { expect, test } from 'vitest';
import {
  cameraLine,
  gridOf,
  instantAt,
  medianFilter,
  percentile,
} from '../../../gym/attendance/line.ts';
import { camera, classSeenBy, minute, type Said } from '../../support/drawn-class.ts';

function lineOf(saidAt: (minutes: number) => Said) {
  const one = camera(saidAt);
  const grid = gridOf(classSeenBy([one]));
  const line = cameraLine(one, grid, 0);
  return (minutes: number) => {
    const at = Math.round((minute(minutes) - instantAt(grid, 0)) / grid.stepMs);
    return [line.counts[at], line.faults[at]];
  };
}

test('a camera covers three quarters of a period around each sample', () => {
  const at = lineOf((m) => (m === 30 ? 'gone' : 5));
  // The one at 30:00 is missing: its neighbours are 10 s away and reach 7.5 s.
  expect(at(30)).toEqual([null, 'camera_outage']);
  expect(at(30 + 10 / 60)).toEqual([5, null]);
});

test('a camera is not smoothed over a gap: what was before it says nothing of what is after', () => {
  const at = lineOf((m) => (m < 20 ? 3 : m < 25 ? 'gone' : 9));
  expect(at(20 - 10 / 60)).toEqual([3, null]);
  expect(at(25)).toEqual([9, null]);
});

test('a camera is not believed where fewer than three samples stand together', () => {
  const at = lineOf((m) => (m > 20 && m < 25 && Math.abs(m - 22) > 0.1 ? 'gone' : 5));
  expect(at(22)).toEqual([null, 'camera_outage']);
});

test('the running median drops a ghost of one sample and keeps a step; a percentile may lie between two counts', () => {
  expect(medianFilter([3, 3, 9, 3, 3, 3, 8, 8, 8])).toEqual([3, 3, 3, 3, 3, 3, 8, 8, 8]);
  expect([0, 0.5, 1].map((share) => percentile([4, 1, 3, 2], share))).toEqual([1, 2.5, 4]);
});
