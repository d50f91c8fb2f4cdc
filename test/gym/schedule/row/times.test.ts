import fc from 'fast-check';
import { expect, it } from 'vitest';
import { instantOf } from '../../../../gym/calendar/zone.ts';
import { wallInstant } from '../../../../gym/schedule/row/times.ts';

it('is the instant of the calendar on every day, also when clocks change', () => {
  const zones = [
    'Europe/London',
    'America/New_York',
    'Asia/Kathmandu',
    'Africa/Casablanca',
    'Australia/Lord_Howe',
  ];
  const seconds = fc.integer({
    min: Date.UTC(2020, 0, 1) / 1000,
    max: Date.UTC(2032, 0, 1) / 1000,
  });
  fc.assert(
    fc.property(fc.constantFrom(...zones), seconds, (timezone, second) => {
      const wall = new Date(second * 1000).toISOString().slice(0, 19);
      expect(wallInstant(timezone, wall)).toBe(instantOf(timezone, wall));
    }),
    { numRuns: 1000 },
  );
  for (let minute = 0; minute < 24 * 60; minute += 15) {
    const wall = new Date(Date.UTC(2026, 2, 29, 0, minute)).toISOString().slice(0, 19);
    expect(wallInstant('Europe/London', wall)).toBe(instantOf('Europe/London', wall));
  }
});
