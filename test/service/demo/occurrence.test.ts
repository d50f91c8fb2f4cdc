import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, timeAt } from '../../../gym/calendar/zone.ts';
import {
  DEMO_TIMEZONE,
  type Occurrence,
  occurrencesBetween,
  occurrencesOn,
} from '../../../service/demo/occurrence.ts';

const MINUTE = 60_000;
/** Any date of ten years; both clock changes and leap days are among them. */
const dates = fc.integer({ min: 0, max: 3652 }).map((day) => addDays('2024-01-01', day));
const SPECIAL = ['2024-02-29', '2026-03-29', '2026-10-25', '2028-02-29', '2026-12-31'];

function check(property: (date: string) => void): void {
  for (const date of SPECIAL) property(date);
  fc.assert(fc.property(dates, property), { numRuns: 100 });
}

/** Time between the end of a class and the start of the next one of the same room, or of whatever the key is, ms. */
function pauses(date: string, keyOf: (one: Occurrence) => string): number[] {
  const classes = occurrencesOn(date);
  return classes.flatMap((one, at) => {
    const next = classes.slice(at + 1).find((other) => keyOf(other) === keyOf(one));
    return next === undefined ? [] : [next.startsUtcMs - one.endsUtcMs];
  });
}

describe('a date of the sample gym', () => {
  it('holds the times of the timetable on the wall, whatever the clock does', () => {
    check((date) => {
      for (const { line, startsUtcMs, endsUtcMs } of occurrencesOn(date)) {
        expect(timeAt(DEMO_TIMEZONE, startsUtcMs)).toBe(line.time);
        expect(endsUtcMs - startsUtcMs).toBe(line.minutes * MINUTE);
      }
    });
  });

  it('keeps 25 minutes between two classes of a room, and each trainer in one room at a time', () => {
    check((date) => {
      expect(Math.min(...pauses(date, ({ line }) => line.room))).toBeGreaterThanOrEqual(
        25 * MINUTE,
      );
      expect(Math.min(...pauses(date, ({ trainer }) => trainer.id))).toBeGreaterThanOrEqual(0);
    });
  });

  it('knows of people only what can be', () => {
    check((date) => {
      for (const { line, turnout } of occurrencesOn(date)) {
        const { booked, came, checkedIn, waitlisted } = turnout;
        expect(booked).toBeLessThanOrEqual(line.capacity);
        expect(came).toBeLessThanOrEqual(line.capacity);
        expect(checkedIn ?? 0).toBeLessThanOrEqual(booked);
        if (waitlisted > 0) expect(booked).toBe(line.capacity);
      }
    });
  });
});

describe('six weeks of the sample gym, whatever the date', () => {
  const window = (date: string) => occurrencesBetween(addDays(date, -42), addDays(date, -1));

  it('have a substitute, who is free and not the trainer', () => {
    check((date) => {
      const substitutes = window(date).filter(({ isSubstitute }) => isSubstitute);
      expect(substitutes).not.toEqual([]);
      expect(substitutes.every(({ line, trainer }) => line.trainer !== trainer)).toBe(true);
    });
  });

  it('have a cancelled class that nobody came to', () => {
    check((date) => {
      const cancelled = window(date).filter(({ isCancelled }) => isCancelled);
      expect(cancelled).not.toEqual([]);
      expect(
        cancelled.every(({ turnout }) => turnout.came === 0 && turnout.revenueMilli === null),
      ).toBe(true);
    });
  });

  it('have a camera that fails for a class, for a while, and that freezes', () => {
    check((date) => {
      const mishaps = new Set(window(date).map(({ mishap }) => mishap));
      expect(mishaps).toEqual(new Set([null, 'outage', 'short_outage', 'frozen']));
    });
  });
});
