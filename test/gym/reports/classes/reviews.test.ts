import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { classNames } from '../../../../gym/reports/classes/class-names.ts';
import { classReport } from '../../../../gym/reports/classes/class-report.ts';
import { performanceReport } from '../../../../gym/reports/classes/performance.ts';
import { reviewOf } from '../../../../gym/reports/classes/reviews.ts';
import { revenueReport } from '../../../../gym/reports/money/revenue.ts';
import { windowRange as windowOf, windowRange } from '../../../../gym/reports/period.ts';
import { seriesOf } from '../../../../gym/reports/series/series.ts';
import type { ClassSession } from '../../../../gym/sessions/session.ts';
import type { GymView } from '../../../../gym/sessions/view.ts';
import { gymView } from '../../../support/gym-view.ts';
import { ANNA, BEN, classAt } from '../../../support/timetable.ts';

const byStart = (sessions: readonly ClassSession[]) =>
  sessions.toSorted((a, b) => a.startsUtcMs - b.startsUtcMs || (a.id < b.id ? -1 : 1));

/** Spin on Fridays and yoga on Thursdays, three weeks of each. */
const WEEKS = byStart(
  ['06', '13', '20'].flatMap((day) => [
    classAt(`2026-11-${day}T18:30`),
    classAt(`2026-11-${String(Number(day) - 1).padStart(2, '0')}T10:00`, { name: 'Yoga' }),
  ]),
);

const reviewsOf = (view: GymView) => reviewOf(view, windowOf(view));

describe('what is kept of a class', () => {
  test('stays while others change, come and go', () => {
    const [first] = WEEKS;
    const others = [
      WEEKS.map((session) => (session === first ? { ...session, booked: 3 } : session)),
      WEEKS.filter((session) => session !== first),
      byStart([...WEEKS, classAt('2026-11-19T10:00', { name: 'Pump' })]),
    ];
    for (const sessions of others) {
      const view = gymView({ sessions: [...WEEKS] });
      const [yoga, spin] = reviewsOf(view);
      const later = reviewsOf({ ...view, sessions });
      expect(later).toContain(spin);
      expect(later.some((review) => review === yoga)).toBe(sessions.length > WEEKS.length);
      expect(reviewsOf({ ...view, sessions, rooms: [] })).toEqual(later);
    }
  });

  test('goes with another count, an occurrence that ends, other amounts, limits and windows', () => {
    const view = gymView({ sessions: WEEKS });
    const last = WEEKS.at(-1);
    if (last === undefined) throw new Error('there are classes');
    const before = reviewsOf({ ...view, nowUtcMs: last.endsUtcMs - 1 });
    expect(before.map(({ sessions }) => sessions.length)).toEqual([3, 2]);
    const after = reviewsOf({ ...view, nowUtcMs: last.endsUtcMs });
    expect(after.map(({ sessions }) => sessions.length)).toEqual([3, 3]);
    expect(reviewsOf({ ...view, nowUtcMs: last.endsUtcMs - 1 })).toEqual(before);
    const counted = { ...last, capacity: 40 };
    const changed = reviewsOf({ ...view, sessions: [...WEEKS.slice(0, -1), counted] });
    expect(changed.map(({ figures }) => figures.capacity)).toEqual([60, 80]);
    const economics = { ...view.gym.economics, revenuePerVisitMilli: 5_000 };
    expect(revenueReport({ ...view, gym: { ...view.gym, economics } }).totals.revenue).toBe(300);
    const verdicts = { ...view.gym.verdicts, minOccurrences: 3 };
    expect(performanceReport({ ...view, gym: { ...view.gym, verdicts } }, 8).ranking).toMatchObject(
      [{ verdict: 'fair' }, { verdict: 'fair' }],
    );
    const short = reviewOf(view, { from: '2026-11-09', to: '2026-11-21' });
    expect(short.map(({ sessions }) => sessions.length)).toEqual([2, 2]);
  });

  test('never shows: a gym that changed step by step has the reports of one that is seen for the first time', () => {
    const steps = fc.array(
      fc.record({
        kind: fc.constantFrom('count', 'name', 'cancel', 'move', 'remove', 'add', 'clock'),
        at: fc.nat(29),
        value: fc.nat(20),
      }),
      { minLength: 1, maxLength: 8 },
    );
    fc.assert(
      fc.property(steps, (changes) => {
        let view = gymView({ sessions: WEEKS });
        for (const change of changes) {
          reportsOf(view);
          view = changed(view, change);
        }
        expect(reportsOf(view)).toEqual(reportsOf(structuredClone(view)));
      }),
      { numRuns: 60 },
    );
  });

  test('is in the order in which classes first come, as of a gym that is seen for the first time', () => {
    const view = gymView({ sessions: WEEKS });
    seriesOf(view);
    const early = classAt('2026-11-02T07:00', { name: 'Barre' });
    const later = { ...view, sessions: [early, ...WEEKS] };
    expect(seriesOf(later).map(({ name }) => name)).toEqual(['Barre', 'Yoga', 'Spin']);
    expect(seriesOf(view).map(({ name }) => name)).toEqual(['Yoga', 'Spin']);
  });
});

function reportsOf(view: GymView): string {
  const range = windowRange(view);
  return JSON.stringify([
    performanceReport(view, 8),
    revenueReport(view),
    ...seriesOf(view).map(({ classId }) => classReport(view, range, classId)),
    classNames(view),
  ]);
}

function changed(
  view: GymView,
  { kind, at, value }: { readonly kind: string; readonly at: number; readonly value: number },
): GymView {
  if (kind === 'clock') return { ...view, nowUtcMs: view.nowUtcMs + (value - 10) * 43_200_000 };
  const place = at % Math.max(1, view.sessions.length);
  const one = view.sessions[place];
  if (kind === 'add' || one === undefined) {
    const day = String(1 + at).padStart(2, '0');
    const name = value % 2 === 0 ? 'SPIN' : 'Pump';
    return {
      ...view,
      sessions: byStart([...view.sessions, classAt(`2026-11-${day}T18:30`, { name })]),
    };
  }
  if (kind === 'remove') return { ...view, sessions: view.sessions.toSpliced(place, 1) };
  const other = {
    count: { booked: value, trainer: value % 2 === 0 ? ANNA : BEN },
    name: { name: value % 2 === 0 ? 'Spín' : 'Yoga' },
    cancel: { isCancelled: !one.isCancelled },
    move: {
      startsUtcMs: one.startsUtcMs + value * 900_000,
      endsUtcMs: one.endsUtcMs + value * 900_000,
    },
  }[kind];
  return { ...view, sessions: byStart(view.sessions.toSpliced(place, 1, { ...one, ...other })) };
}
