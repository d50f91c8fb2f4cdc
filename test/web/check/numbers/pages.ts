/** Every page with its figures from the API. */

import { addDays } from '../../../../gym/calendar/zone.ts';
import { seriesOf } from '../../../../gym/figures/class-table.ts';
import { mondayOf, todayOf } from '../../../../gym/reports/period.ts';
import type { SessionBody } from '../../../../gym/reports/session-row.ts';
import type { GymView } from '../../../../gym/sessions/view.ts';
import { average, money, number, percent, points, range } from '../../../../web/words/format.ts';
import type { Api } from './api.ts';
import { classRow, days, type Expected, heat, one, sessions, trainerRow } from './expected.ts';

export interface PageFigures {
  readonly path: string;
  readonly expected: readonly Expected[];
}

export async function pagesOf(view: GymView, api: Api): Promise<PageFigures[]> {
  const today = todayOf(view);
  const made = [
    ...(await dayPages(api, today)),
    await weekPage(api, mondayOf(today)),
    await weekPage(api, addDays(mondayOf(today), -7)),
    ...(await moneyPages(api)),
    await classPage(api, view),
    await sessionPage(api, view),
    ...(await trainerPages(api, view)),
    await reportPage(api, addDays(mondayOf(today), -7)),
  ];
  return made.filter((page) => page !== null);
}

async function dayPages(api: Api, today: string): Promise<PageFigures[]> {
  const [summary, rooms, hours] = [await api.summary(), await api.rooms(), await api.hours()];
  const counts = rooms.rooms.map(({ occupancy, state }) => [
    state === 'live' && occupancy !== null ? number(occupancy) : '–',
  ]);
  const seen = { selector: '.room .count > [aria-hidden]', texts: counts };
  const wall = { selector: '.wall .count > [aria-hidden]', texts: counts };
  const yesterday = addDays(today, -1);
  const before = await api.day(yesterday);
  return [
    {
      path: '/',
      expected: [
        sessions(asListed(summary.classes, summary.generated_at)),
        sentence(summary.total_attendance, summary.fill_rate),
        seen,
        heat(hours.rows),
      ],
    },
    { path: '/wall', expected: [wall] },
    {
      path: `/day/${yesterday}`,
      expected: [
        sessions(before.classes),
        sentence(before.total.attended ?? null, before.total.fill_rate ?? null),
      ],
    },
  ];
}

/** On now, later, earlier. */
function asListed(classes: readonly SessionBody[], now: string): readonly SessionBody[] {
  const isLater = ({ status, ends_at }: SessionBody) =>
    status === 'scheduled' || (status === 'cancelled' && Date.parse(ends_at) > Date.parse(now));
  const isOn = ({ status }: SessionBody) => status === 'in_progress';
  const earlier = classes.filter((one) => !isOn(one) && !isLater(one));
  return [...classes.filter(isOn), ...classes.filter(isLater), ...earlier];
}

function sentence(people: number | null, fill: number | null): Expected {
  if (people === null) return one('.sentence', []);
  return one('.sentence', [number(people), fill === null ? null : percent(fill)]);
}

async function weekPage(api: Api, monday: string): Promise<PageFigures> {
  const { week, before } = await api.week(monday);
  const { attended, no_shows, fill_rate } = week.total;
  const texts =
    typeof attended !== 'number'
      ? []
      : [
          number(attended),
          typeof fill_rate === 'number' ? percent(fill_rate) : null,
          typeof no_shows === 'number' ? number(no_shows) : null,
        ];
  const hours = await api.hours();
  return {
    path: `/week?of=${monday}`,
    expected: [days(week.rows, before.rows), one('.sentence', texts), heat(hours.rows)],
  };
}

async function moneyPages(api: Api): Promise<PageFigures[]> {
  const [revenue, performance] = [await api.revenue(), await api.performance()];
  const { totals, currency } = revenue;
  const earning = new Map(
    [...revenue.dead, ...revenue.most_profitable].map((row) => [row.class_id, row]),
  );
  const ranked = [...performance.dead_classes, ...performance.ranking].map((row) => {
    const perClass = earning.get(row.class_id)?.profit_per_class ?? null;
    const { class_id, fill_rate, average_attendance } = row;
    const shown = fill_rate === null ? { average_attendance } : { fill_rate };
    return classRow({ class_id, ...shown, profit_per_class: perClass }, currency);
  });
  const isSet = totals.revenue !== null || totals.cost !== null;
  const sums = [totals.revenue, totals.cost, totals.profit, totals.empty_seat_value];
  const facts = {
    selector: '.facts .value',
    texts: isSet ? sums.map((amount) => [money(amount, currency)]) : [],
  };
  const rows = [...revenue.most_profitable, ...revenue.dead].map(
    ({ class_id, average_attendance, profit_per_class, breakeven_attendance }) =>
      classRow({ class_id, average_attendance, profit_per_class, breakeven_attendance }, currency),
  );
  return [
    { path: '/classes', expected: ranked },
    { path: '/money', expected: [facts, ...rows] },
  ];
}

async function classPage(api: Api, view: GymView): Promise<PageFigures | null> {
  const [series] = seriesOf(view);
  if (series === undefined) return null;
  const { series: rows, occurrences, currency } = await api.classOf(series.classId);
  const [row] = rows;
  if (row === undefined) return null;
  const known = (value: number | null, text: (value: number) => string, none: string) =>
    value === null ? none : text(value);
  const values = [
    number(row.occurrences),
    known(row.trend, points, '–'),
    percent(row.no_show_rate),
    money(row.profit_per_class, currency),
    known(row.breakeven_attendance, number, '–'),
  ];
  const sentence =
    row.average_attendance === null
      ? []
      : [average(row.average_attendance), row.fill_rate === null ? null : percent(row.fill_rate)];
  return {
    path: `/classes/${series.classId}`,
    expected: [
      one('.sentence', sentence),
      { selector: '.facts .value', texts: values.map((text) => [text]) },
      sessions([...occurrences].reverse()),
    ],
  };
}

async function sessionPage(api: Api, view: GymView): Promise<PageFigures | null> {
  const last = view.sessions.findLast(({ endsUtcMs }) => endsUtcMs < view.nowUtcMs);
  if (last === undefined) return null;
  const { session, curve } = await api.session(last.id);
  const { attended, attended_low, attended_high, source } = session;
  const between = source === 'camera' ? range(attended_low, attended_high) : null;
  const { capacity, fill_rate, booked, no_shows, walk_ins } = session;
  const values = [
    number(capacity),
    percent(fill_rate),
    number(booked),
    number(no_shows),
    number(walk_ins),
    percent(curve.coverage),
  ];
  return {
    path: `/sessions/${last.id}`,
    expected: [
      one('.sentence', attended === null ? ['ot counted'] : [number(attended), between]),
      { selector: '.facts .value', texts: values.map((text) => [text]) },
      {
        selector: '.minutes tbody tr',
        texts: curve.points.map(({ offset, count }) => [
          String(offset),
          count === null ? 'no count' : String(count),
        ]),
      },
    ],
  };
}

async function trainerPages(api: Api, view: GymView): Promise<(PageFigures | null)[]> {
  const { rows } = await api.trainers();
  const named = rows.filter((row) => typeof row['trainer'] === 'string');
  const [trainer] = view.trainers;
  return [
    { path: '/trainers', expected: named.map(trainerRow) },
    trainer === undefined ? null : await trainerPage(api, trainer.id),
  ];
}

async function trainerPage(api: Api, id: string): Promise<PageFigures> {
  const report = await api.trainer(id);
  const { attended, fill_rate, average_attendance, no_shows } = report;
  const fill = fill_rate === null ? null : percent(fill_rate);
  const values = [[], [average(average_attendance)], [percent(fill_rate)], [number(no_shows)]];
  return {
    path: `/trainers/${id}`,
    expected: [
      one('.sentence', attended === null ? [] : [number(attended), fill]),
      { selector: '.facts .value', texts: values },
      sessions([...report.classes].reverse()),
    ],
  };
}

async function reportPage(api: Api, monday: string): Promise<PageFigures> {
  const { week, before } = await api.week(monday);
  const { rows } = await api.hours();
  return {
    path: `/report/week?of=${monday}`,
    expected: [days(week.rows, before.rows), heat(rows)],
  };
}
