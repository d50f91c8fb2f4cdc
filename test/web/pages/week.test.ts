import { expect, it } from 'vitest';
import type { WeekData } from '../../../web/model/days.ts';
import { weekSentence } from '../../../web/pages/week.tsx';

/** A week in which that many classes have ended, and none was counted. */
const week = (completed: number) =>
  ({
    week: { total_classes: 72, completed_classes: completed, attended: null },
    days: [],
  }) as unknown as WeekData;

it('a week that has just begun is not one whose classes were not counted', () => {
  expect(weekSentence(week(0))).toBe('72 classes this week, none finished yet.');
  expect(weekSentence(week(1))).toBe('1 class finished without a count.');
  expect(weekSentence(week(3))).toBe('3 classes finished without a count.');
});

it('a week says how many of its classes its people are from', () => {
  const some = {
    ...week(4).week,
    attended: 23,
    graded_classes: 3,
    fill_rate: null,
    no_shows: null,
  };
  expect(weekSentence({ week: some, days: [] })).toBe(
    '23 people came to the 3 of 4 classes that could be counted.',
  );
});
