import { describe, expect, test } from 'vitest';
import { classHoursOf } from '../../../service/gyms/class-hours.ts';
import { classSession } from '../../support/classes.ts';

const MINUTE_MS = 60_000;
const AROUND = { leadMs: 10 * MINUTE_MS, tailMs: 10 * MINUTE_MS };
const at = (time: string) => Date.parse(`2026-11-20T${time}:00Z`);
const klass = (
  from: string,
  to: string,
  others: Partial<Parameters<typeof classSession>[0]> = {},
) => classSession({ startsUtcMs: at(from), endsUtcMs: at(to), roomId: 'hall', ...others });

describe('class hours', () => {
  const hours = classHoursOf(
    [klass('09:00', '10:00'), klass('10:05', '11:00'), klass('18:00', '19:00')],
    AROUND,
  );

  test.each([
    ['08:49', false],
    ['08:50', true],
    ['09:30', true],
    ['10:02', true],
    ['11:09', true],
    ['11:10', false],
    ['17:49', false],
    ['18:59', true],
    ['19:10', false],
  ])('at %s: %s', (time, isClassTime) => {
    expect(hours.isClassTime('hall', at(time))).toBe(isClassTime);
  });

  test('are of their room only', () => {
    expect(hours.isClassTime('yoga', at('09:30'))).toBe(false);
  });

  test('last as long as the longest of classes that overlap', () => {
    const overlapping = classHoursOf([klass('09:00', '12:00'), klass('09:30', '10:00')], AROUND);
    expect(overlapping.isClassTime('hall', at('11:30'))).toBe(true);
  });

  test('are none for a cancelled class', () => {
    const cancelled = classHoursOf([klass('09:00', '10:00', { isCancelled: true })], AROUND);
    expect(cancelled.isClassTime('hall', at('09:30'))).toBe(false);
  });

  test('are every hour where there is no schedule', () => {
    expect(classHoursOf([], AROUND).isClassTime('hall', at('03:00'))).toBe(true);
  });
});
