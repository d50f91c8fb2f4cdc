/** Every figure of a report is that of the query which asks for it; `test/gym/figures/recompute.test.ts` counts those again. */

import { describe, expect, it } from 'vitest';
import { addDays } from '../../../gym/calendar/zone.ts';
import { figuresBody } from '../../../gym/figures/body.ts';
import { MEASURE_NAMES } from '../../../gym/figures/catalogue.ts';
import type { FiguresQuery } from '../../../gym/figures/query.ts';
import { performanceReport } from '../../../gym/reports/performance.ts';
import { todayOf, windowRange } from '../../../gym/reports/period.ts';
import { revenueReport } from '../../../gym/reports/revenue.ts';
import { attendanceReport, summaryReport } from '../../../gym/reports/summary.ts';
import { trainerReport } from '../../../gym/reports/trainer.ts';
import type { GymView } from '../../../gym/sessions/view.ts';
import { patchyGym } from '../figures/random.fixture.ts';
import { answered } from '../figures/sessions.fixture.ts';

type Row = Readonly<Record<string, unknown>> & {
  readonly n: Readonly<Record<string, number>>;
  readonly basis?: Readonly<Record<string, unknown>>;
};

/** What a report calls a measure, where that is not its name; and that of which it tells the n. */
const MEASURES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(MEASURE_NAMES.map((name) => [name, name])),
  total_classes: 'sessions',
  completed_classes: 'held',
  classes_taught: 'held',
  occurrences: 'held',
  cancelled_classes: 'cancelled',
  cancelled_occurrences: 'cancelled',
  total_attendance: 'attended',
  total_booked: 'booked',
  total_capacity: 'capacity',
};
const NS: Readonly<Record<string, string>> = {
  graded: 'attended',
  rated: 'fill_rate',
  no_show: 'no_shows',
  slot: 'slot_index',
  revenue: 'revenue',
  cost: 'cost',
  profit: 'profit',
  empty_seat: 'empty_seat_value',
};
const BASES: Readonly<Record<string, string>> = {
  attendance_basis: 'attendance',
  attendance_sources: 'sources',
  no_shows_basis: 'no_shows',
};

/** Compares what both have. @param leaving out what the report means otherwise. */
function expectSame(body: object, row: Row, leaving: readonly string[] = []): void {
  const wanted = Object.keys(body).flatMap((name): [string, unknown][] => {
    const [, prefix = ''] = /^(\w+)_(?:classes|occurrences)$/.exec(name) ?? [];
    const basis = BASES[name];
    if (leaving.includes(name)) return [];
    if (basis !== undefined) return [[name, row.basis?.[basis]]];
    if (NS[prefix] !== undefined) return [[name, row.n[NS[prefix]]]];
    const measure = MEASURES[name];
    return measure === undefined ? [] : [[name, row[measure]]];
  });
  expect(wanted.length).toBeGreaterThan(0);
  expect(body).toMatchObject(Object.fromEntries(wanted));
}

/** Some classes have what was paid for them, and no others. */
function withoutPrices({ gym, ...view }: GymView): GymView {
  const economics = { ...gym.economics, revenuePerVisitMilli: null, classes: [] };
  return { ...view, gym: { ...gym, economics } };
}

describe.each([
  ['whose classes are counted in one way', patchyGym(5, false)],
  ['of which some have check-ins alone', patchyGym(7, true)],
  ['without a price of its visits', withoutPrices(patchyGym(7, true))],
])('a gym %s', (_, view) => {
  const ask = (query: Partial<FiguresQuery>) => {
    const asked = { measures: MEASURE_NAMES, limit: 1_000, ...query } as FiguresQuery;
    const body: unknown = figuresBody(answered(view, asked), view);
    return body as { total: Row; rows: readonly Row[] };
  };
  /** Bookings of what took place, and places of what is rated. */
  const heldOf = (query: Partial<FiguresQuery>) => {
    const rows = ask({ ...query, by: ['session'] }).rows.filter(({ held }) => held === 1);
    const sum = (name: string, some: readonly Row[]) => {
      const known = some.map((row) => row[name]).filter((value) => typeof value === 'number');
      return known.length === 0 ? null : known.reduce((all, one) => all + one, 0);
    };
    const rated = rows.filter(({ fill_rate }) => fill_rate !== null);
    return { booked: sum('booked', rows), capacity: sum('capacity', rated) };
  };
  const today = todayOf(view);
  const window = windowRange(view);
  const bySeries = new Map(
    ask({ ...window, by: ['series'] }).rows.map((row) => [row['series'], row]),
  );
  const verdicts = ask({ ...window, by: ['series', 'verdict'], measures: ['held'] }).rows;

  it('sums up each day, and its week', () => {
    for (let back = 0; back < 14; back += 1) {
      const date = addDays(today, -back);
      expectSame(summaryReport(view, { date }), ask({ from: date, to: date }).total);
    }
    const week = { from: addDays(today, -6), to: today };
    const report = attendanceReport(view, week);
    const { total, rows } = ask({ ...week, by: ['day'], fill: 'gaps' });
    // Those of classes that have ended, which is all but today.
    expectSame(report, total, ['total_classes', 'booked', 'capacity', 'cancelled_classes']);
    expect(report).toMatchObject(heldOf(week));
    expect(report.days).toHaveLength(rows.length);
    for (const [at, { date, ...day }] of report.days.entries()) {
      expect(rows[at]?.['day']).toBe(date);
      expectSame(day, rows[at] as Row, ['booked', 'capacity']);
    }
  });

  it('ranks its classes, and tells their money', () => {
    const { ranking, dead_classes: dead } = performanceReport(view, 100);
    const { most_profitable: profitable, dead: losing, totals } = revenueReport(view);
    expect(ranking).toHaveLength(bySeries.size);
    for (const body of [...ranking, ...dead, ...profitable, ...losing]) {
      expectSame(body, bySeries.get(body.class_id) as Row, ['capacity']);
      const found = verdicts.find(({ series }) => series === body.class_id);
      expect(body.verdict).toBe(found?.['verdict']);
    }
    expectSame(totals, ask(window).total);
  });

  it('tells of each trainer, next to the time before', () => {
    for (const { id } of view.trainers) {
      const report = trainerReport(view, id, 'week');
      const where = [['trainer', 'is', [id]]] as const;
      const { from, to } = report;
      expectSame(report, ask({ from, to, where }).total, ['booked', 'capacity']);
      expect(report).toMatchObject(heldOf({ from, to, where }));
      const before = { from: addDays(from, -7), to: addDays(to, -7) };
      expect(report.previous).toMatchObject(before);
      expectSame(report.previous, ask({ ...before, where }).total);
    }
  });
});
