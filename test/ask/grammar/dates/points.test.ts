import { expect, it } from 'vitest';
import { newestOfDay, type Point, pointSlot } from '../../../../ask/grammar/dates/points.ts';
import { Sentence } from '../../../../ask/grammar/text/sentence.ts';

const WEDNESDAY = '2026-11-18';

it.each([
  ['5th', '2026-11-05'],
  ['25th', '2026-10-25'],
  ['first of the month', '2026-11-01'],
  ['start of october', '2026-10-01'],
  ['beginning of the week', '2026-11-16'],
  ['halloween', '2026-10-31'],
  ['friday', '2026-11-13'],
  ['yesterday', '2026-11-17'],
])('%s is %s', (text, date) => {
  const read = pointSlot(new Map())(new Sentence(text), 0);
  expect((read?.value as Point | undefined)?.upTo(WEDNESDAY)).toBe(date);
});

it('reads no day where there is none', () => {
  expect(pointSlot(new Map())(new Sentence('first class'), 0)).toBeNull();
  expect(newestOfDay(31, '2026-11-18')).toBe('2026-10-31');
  expect(newestOfDay(32, '2026-11-18')).toBeNull();
});
