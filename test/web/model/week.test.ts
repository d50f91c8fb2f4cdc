/** A week next to the four before: only like with like, and nothing of a week to come. */

import { expect, it } from 'vitest';
import { tableOf } from '../../../gym/figures/class-table.ts';
import { withComing } from '../../../service/figures/answer-figures.ts';
import { reportData, weekData } from '../../../web/model/days.ts';
import { usualRange } from '../../../web/words/sentences.ts';
import { classSession, counted } from '../../support/classes.ts';
import { gymView } from '../../support/gym-view.ts';
import { DAY_MS } from '../../support/times.ts';

/** Saturday 21 November 2026, 20:00. */
const { nowUtcMs } = gymView();

/** A class each Friday, and one on the Thursday of the week before. */
const sessions = [29, 22, 15, 9, 8, 1].map((days) => {
  const people = days === 9 ? 3 : Math.round(20 - days / 2);
  return classSession({ startsUtcMs: nowUtcMs - days * DAY_MS, attendance: counted(people) });
});

it('has seven days, each with the same weekday of the weeks before', () => {
  const week = weekData(gymView({ sessions }), '2026-11-21');
  const dates = [16, 17, 18, 19, 20, 21, 22].map((day) => `2026-11-${day}`);
  expect(week?.days.map(({ day }) => day.date)).toEqual(dates);
  expect(week?.days[4]?.usual).toEqual({ days: 4, low: 6, high: 16 });
  expect(week?.days[3]?.usual).toEqual({ days: 1, low: 3, high: 3 });
  const words = week?.days.slice(3, 5).map(({ usual }) => usual && usualRange(usual));
  expect(words).toEqual(['3 (1 of 4)', '6–16']);
  expect(week?.days.map(({ state }) => state).slice(4)).toEqual(['over', 'over', 'to_come']);
  expect([week?.before, week?.after]).toEqual(['2026-11-09', null]);
});

it('compares days of which one class is never counted, as long as it is the same share of them', () => {
  const never = [29, 22, 15, 8, 1].map((days) =>
    classSession({ startsUtcMs: nowUtcMs - days * DAY_MS + 3_600_000 }),
  );
  const week = weekData(gymView({ sessions: [...sessions, ...never] }), '2026-11-21');
  expect(week?.days[4]?.usual).toEqual({ days: 4, low: 6, high: 16 });
});

it('counts the classes of days to come, which the view itself does not reach', async () => {
  const view = gymView({ nowUtcMs: nowUtcMs - 4 * DAY_MS });
  const friday = [false, true].map((isCancelled) =>
    classSession({ startsUtcMs: nowUtcMs - DAY_MS, isCancelled }),
  );
  const history = { classesIn: async () => tableOf({ gym: view.gym, sessions: friday }) };
  const week = weekData(await withComing(view, history, '2026-11-22'), '2026-11-17');
  expect(week?.days[4]?.day).toMatchObject({ total_classes: 2, cancelled_classes: 1 });
  expect(week?.week.total_classes).toBe(2);
});

it('knows no week to come, and none before the first class', () => {
  const view = gymView({ sessions });
  expect(weekData(view, '2026-11-30')).toBeNull();
  expect(weekData(view, '2026-09-01')).toBeNull();
  const long = { ...view, known: { from: '2026-01-01', to: '2026-11-22' } };
  expect(weekData(long, '2026-09-01')?.week.from).toBe('2026-08-31');
  expect(reportData(view, '2026-11-30')).toBeNull();
  expect(weekData(view, '2026-11-09')?.hours).toMatchObject({
    from: '2026-10-05',
    to: '2026-11-15',
  });
});
