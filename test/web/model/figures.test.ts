/** Figures of pages are those of the public query: here they are compared with the reports, which are computed another way. */

import { expect, it } from 'vitest';
import { tableOf } from '../../../gym/figures/class-table.ts';
import type { GymView } from '../../../gym/sessions/view.ts';
import { lastYearIn } from '../../../service/figures/answer-figures.ts';
import { goalWords } from '../../../web/words/sentences.ts';
import { gymView } from '../../support/gym-view.ts';
import { classAt } from '../../support/timetable.ts';

const thisWeek = { from: '2026-11-16', to: '2026-11-22' };
/** Monday to Sunday of the same week of 2025: the Sunday is not over yet this year. */
const then = ['17', '18', '19', '20', '21', '22', '23'].map((day, at) =>
  classAt(`2025-11-${day}T10:00`, { people: 10 + at }),
);
const view = (said: Partial<GymView> = {}) =>
  gymView({ known: { from: '2025-01-01', to: '2026-11-22' }, ...said });
const history = { classesIn: async ({ gym }: GymView) => tableOf({ gym, sessions: then }) };

it('last year is of the same weekdays, over the days that have begun', async () => {
  const lastYear = await lastYearIn(view(), history, thisWeek);
  expect(lastYear?.attended).toBe(10 + 11 + 12 + 13 + 14 + 15);
  const goals = { fill: 0.7, attendance: 12 };
  const words = /^Goal: 70% full, 12(\.0)? people a class\. The same days last year: 75 people/;
  expect(goalWords({ goals, lastYear })).toMatch(words);
});

it('last year is not told where the history does not have all of the days, or nobody was counted', async () => {
  const short = view({ known: { from: '2025-11-18', to: '2026-11-22' } });
  expect(await lastYearIn(short, history, thisWeek)).toBeNull();
  const nobody = await lastYearIn(view(), history, thisWeek, [['trainer', 'is', ['nobody']]]);
  expect([nobody, goalWords({ goals: { fill: null, attendance: null } })]).toEqual([null, null]);
});
