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
