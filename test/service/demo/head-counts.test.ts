import { describe, expect, it } from 'vitest';
import { SAMPLE_FLAGS } from '../../../gym/attendance/sample.ts';
import { addDays } from '../../../gym/calendar/zone.ts';
import { attendanceOf, headCounts } from '../../../service/demo/head-counts.ts';
import {
  type Mishap,
  type Occurrence,
  occurrencesBetween,
} from '../../../service/demo/occurrence.ts';

const ALWAYS = Number.POSITIVE_INFINITY;
const weeks = occurrencesBetween('2026-03-01', addDays('2026-03-01', 69));
const held = weeks.filter(({ isCancelled }) => !isCancelled);
const fine = held.filter(({ mishap }) => mishap === null);
const withMishap = (mishap: Mishap): Occurrence => {
  const found = held.find((one) => one.mishap === mishap);
  if (found === undefined) throw new Error(`ten weeks without ${mishap}`);
  return found;
};

describe('generated head counts', () => {
  it('begin and end with an empty room, and never show many more than came', () => {
    for (const one of fine) {
      const counts = headCounts(one, ALWAYS).samples.map(({ count }) => count ?? 0);
      expect(counts[0]).toBe(0);
      expect(counts.at(-1)).toBe(0);
      expect(Math.max(...counts)).toBeLessThanOrEqual(one.turnout.came + 2);
      expect(Math.min(...counts)).toBeGreaterThanOrEqual(0);
    }
  });

  it('are missing while the camera is out, and flagged while it is frozen', () => {
    const whole = headCounts(withMishap('outage'), ALWAYS).samples;
    const short = headCounts(withMishap('short_outage'), ALWAYS).samples;
    expect(whole.length).toBeLessThan(short.length);
    expect(whole.every(({ flags }) => flags === 0)).toBe(true);
    const frozen = headCounts(withMishap('frozen'), ALWAYS).samples;
    expect(frozen.some(({ flags }) => flags === SAMPLE_FLAGS.frozen)).toBe(true);
  });
});

describe('the estimator over generated counts', () => {
  it('finds who came, within one person in nine of ten classes', () => {
    const near = fine.filter((one) => {
      const { attended } = attendanceOf(one, ALWAYS);
      return attended !== null && Math.abs(attended - one.turnout.came) <= 1;
    });
    expect(near.length / fine.length).toBeGreaterThan(0.9);
  });
});
