import { describe, expect, it } from 'vitest';
import { SAMPLE_FLAGS } from '../../../gym/attendance/sample.ts';
import { addDays } from '../../../gym/calendar/zone.ts';
import { attendanceOf } from '../../../service/demo/attendance.ts';
import { headCounts, SAMPLE_MS } from '../../../service/demo/head-counts.ts';
import {
  type Mishap,
  type Occurrence,
  occurrencesBetween,
} from '../../../service/demo/occurrence.ts';

const MINUTE = 60_000;
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
  it('are a sample every ten seconds from ten minutes before a class to ten minutes after it', () => {
    for (const one of fine) {
      const { samples, plannedPeriodMs } = headCounts(one, ALWAYS);
      expect(plannedPeriodMs).toBe(SAMPLE_MS);
      const times = samples.map(({ atUtcMs }) => atUtcMs);
      expect(times.every((at, i) => i === 0 || at - (times[i - 1] ?? 0) === SAMPLE_MS)).toBe(true);
      expect((times[0] ?? 0) - (one.startsUtcMs - 10 * MINUTE)).toBeLessThan(SAMPLE_MS);
      expect(one.endsUtcMs + 10 * MINUTE - (times.at(-1) ?? 0)).toBeLessThanOrEqual(SAMPLE_MS);
    }
  });

  it('begin and end with an empty room, and never show many more than came', () => {
    for (const one of fine) {
      const counts = headCounts(one, ALWAYS).samples.map(({ count }) => count ?? 0);
      expect(counts[0]).toBe(0);
      expect(counts.at(-1)).toBe(0);
      expect(Math.max(...counts)).toBeLessThanOrEqual(one.turnout.came + 2);
      expect(Math.min(...counts)).toBeGreaterThanOrEqual(0);
    }
  });

  it('end at the asked time for a class that runs', () => {
    const [one] = fine;
    if (one === undefined) throw new Error('ten weeks without a class');
    const until = one.startsUtcMs + 20 * MINUTE;
    const { samples } = headCounts(one, until);
    expect(until - (samples.at(-1)?.atUtcMs ?? 0)).toBeLessThan(SAMPLE_MS);
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

  it('says of a class without a camera that it does not know, and why', () => {
    expect(attendanceOf(withMishap('outage'), ALWAYS)).toMatchObject({
      attended: null,
      quality: 'none',
      reasons: expect.arrayContaining(['camera_outage']),
    });
  });

  it('trusts a class less that lost its camera for a while, or saw a frozen picture', () => {
    expect(attendanceOf(withMishap('short_outage'), ALWAYS)).toMatchObject({
      quality: 'B',
      reasons: expect.arrayContaining(['camera_outage']),
    });
    expect(attendanceOf(withMishap('frozen'), ALWAYS)).toMatchObject({
      quality: 'B',
      reasons: expect.arrayContaining(['frozen_picture']),
    });
  });
});
