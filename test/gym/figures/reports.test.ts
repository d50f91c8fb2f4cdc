/** A query gives the figures of the published reports. */

import { expect, test } from 'vitest';
import { performanceReport } from '../../../gym/reports/classes/performance.ts';
import { revenueReport } from '../../../gym/reports/money/revenue.ts';
import { todayOf } from '../../../gym/reports/period.ts';
import { summaryReport } from '../../../gym/reports/summary.ts';
import { trainerReport } from '../../../gym/reports/trainers/trainer.ts';
import { sandboxView } from '../../../service/demo/sandbox.ts';
import { answered } from './sessions.fixture.ts';

const VIEW = sandboxView(Date.UTC(2026, 10, 21, 12));

test('every class of the ranking has the figures of its series, and the verdict', () => {
  const { ranking } = performanceReport(VIEW, 1_000);
  const { rows, row_count } = answered(VIEW, {
    measures: ['attended', 'average_attendance', 'fill_rate', 'no_show_rate', 'trend', 'held'],
    by: ['series', 'verdict'],
    where: [['status', 'is', ['completed', 'cancelled']]],
    limit: 1_000,
  });
  const bySeries = new Map(rows.map((row) => [row.series, row]));
  expect(row_count).toBe(ranking.length);
  for (const one of ranking) {
    const row = bySeries.get(one.class_id);
    const { attended, average_attendance, fill_rate, no_show_rate, trend } = one;
    expect(row, one.name).toMatchObject({
      attended,
      average_attendance,
      fill_rate,
      no_show_rate,
      trend,
      held: one.occurrences,
    });
    expect(row?.verdict).toBe(one.verdict);
    expect(row?.n.fill_rate).toBe(one.rated_occurrences);
  }
});

test('money is that of the revenue report, row by row and in total', () => {
  const { totals, most_profitable, dead } = revenueReport(VIEW);
  const { rows, total } = answered(VIEW, {
    measures: [
      ...(['revenue', 'cost', 'profit', 'empty_seat_value', 'profit_per_class'] as const),
      ...(['revenue_per_visit', 'breakeven_attendance'] as const),
    ],
    by: ['series'],
    limit: 1_000,
  });
  const { revenue, cost, profit, empty_seat_value } = totals;
  expect(total).toMatchObject({ revenue, cost, profit, empty_seat_value });
  const bySeries = new Map(rows.map((row) => [row.series, row]));
  expect(most_profitable.length + dead.length).toBeGreaterThan(5);
  for (const one of [...most_profitable, ...dead]) {
    expect(bySeries.get(one.class_id), one.name).toMatchObject({
      revenue: one.revenue,
      cost: one.cost,
      profit: one.profit,
      empty_seat_value: one.empty_seat_value,
      profit_per_class: one.profit_per_class,
      revenue_per_visit: one.revenue_per_visit,
      breakeven_attendance: one.breakeven_attendance,
    });
  }
});

test('a trainer has the figures of the week, with the slot index and the week before', () => {
  for (const { id } of VIEW.trainers) {
    const body = trainerReport(VIEW, id, 'week');
    const { total } = answered(VIEW, {
      measures: [
        ...(['held', 'attended', 'fill_rate', 'average_attendance'] as const),
        ...(['no_shows', 'no_show_rate', 'walk_ins', 'slot_index'] as const),
      ],
      from: body.from,
      to: body.to,
      where: [['trainer', 'is', [id]]],
      compare: 'previous',
    });
    expect(total).toMatchObject({
      held: body.classes_taught,
      attended: body.attended,
      fill_rate: body.fill_rate,
      average_attendance: body.average_attendance,
      no_shows: body.no_shows,
      no_show_rate: body.no_show_rate,
      walk_ins: body.walk_ins,
      slot_index: body.slot_index,
    });
    expect(total.previous?.fill_rate).toBe(body.previous.fill_rate);
    expect(total.change?.fill_rate).toBe(body.previous.change);
  }
});

test('the day has the sums of the summary, future classes in bookings and places too', () => {
  const body = summaryReport(VIEW);
  const today = todayOf(VIEW);
  const { total } = answered(VIEW, {
    measures: ['sessions', 'attended', 'booked', 'capacity', 'fill_rate', 'no_shows'],
    from: today,
    to: today,
  });
  expect(total).toMatchObject({
    sessions: body.total_classes,
    attended: body.total_attendance,
    booked: body.total_booked,
    capacity: body.total_capacity,
    fill_rate: body.fill_rate,
    no_shows: body.no_shows,
  });
});
