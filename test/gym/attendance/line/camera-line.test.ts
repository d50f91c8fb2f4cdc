import { describe, expect, test } from 'vitest';
import { cameraLine } from '../../../../gym/attendance/line/camera-line.ts';
import { gridOf, instantAt } from '../../../../gym/attendance/line/grid.ts';
import { SAMPLE_FLAGS } from '../../../../gym/attendance/sample.ts';
import { camera, classSeenBy, minute, type Said } from '../../../support/drawn-class.ts';

function lineOf(saidAt: (minutes: number) => Said, said = {}) {
  const one = camera(saidAt, said);
  const grid = gridOf(classSeenBy([one]));
  const line = cameraLine(one, grid, 0);
  return (minutes: number) => {
    const at = Math.round((minute(minutes) - instantAt(grid, 0)) / grid.stepMs);
    return [line.counts[at], line.faults[at]];
  };
}

describe('a camera', () => {
  test('has a smoothed count at each instant', () => {
    const at = lineOf((m) => (m === 30 ? 20 : 5));
    expect(at(30)).toEqual([5, null]);
  });

  test('covers three quarters of a period around each sample', () => {
    const at = lineOf((m) => (m === 30 ? 'gone' : 5));
    // The one at 30:00 is missing: its neighbours are 10 s away and reach 7.5 s.
    expect(at(30)).toEqual([null, 'camera_outage']);
    expect(at(30 + 10 / 60)).toEqual([5, null]);
  });

  test('says what is wrong where it has samples and no count', () => {
    const at = lineOf((m) => (m >= 30 && m < 32 ? { flags: SAMPLE_FLAGS.black } : 5));
    expect(at(31)).toEqual([null, 'black_picture']);
    expect(at(33)).toEqual([5, null]);
  });

  test('is not smoothed over a gap: what was before it says nothing of what is after', () => {
    const at = lineOf((m) => (m < 20 ? 3 : m < 25 ? 'gone' : 9));
    expect(at(20 - 10 / 60)).toEqual([3, null]);
    expect(at(25)).toEqual([9, null]);
  });

  test('is not believed where fewer than three samples stand together', () => {
    const at = lineOf((m) => (m > 20 && m < 25 && Math.abs(m - 22) > 0.1 ? 'gone' : 5));
    expect(at(22)).toEqual([null, 'camera_outage']);
  });

  test('without any sample is away all the time', () => {
    expect(lineOf(() => 'gone')(30)).toEqual([null, 'camera_outage']);
  });
});
