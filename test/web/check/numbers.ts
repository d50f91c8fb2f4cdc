/** Check 14: every figure that is shown is the API's, in the gym's zone, over both changes of the clock. */

import type { Browser, Page } from 'playwright-core';
import { addDays } from '../../../gym/calendar/zone.ts';
import type { FiguresBody } from '../../../gym/figures/body.ts';
import { seriesOf } from '../../../gym/figures/class-table.ts';
import type { FiguresRow } from '../../../gym/figures/query.ts';
import type { ClassReportBody } from '../../../gym/reports/class-report.ts';
import type { PerformanceBody } from '../../../gym/reports/performance.ts';
import { mondayOf, todayOf } from '../../../gym/reports/period.ts';
import type { RevenueBody } from '../../../gym/reports/revenue.ts';
import type { RoomsReportBody } from '../../../gym/reports/rooms.ts';
import type { SessionReportBody } from '../../../gym/reports/session-report.ts';
import type { SessionBody } from '../../../gym/reports/session-row.ts';
import type { SummaryBody } from '../../../gym/reports/summary.ts';
import type { TrainerBody } from '../../../gym/reports/trainer.ts';
import type { GymView } from '../../../gym/sessions/view.ts';
import { sandboxView } from '../../../service/demo/sandbox.ts';
import { drawText } from '../../../web/pages/trainers.tsx';
import { average, date, money, number, percent, points, range } from '../../../web/words/format.ts';
import { noShows } from '../../../web/words/sentences.ts';
import { drawAll, withPage } from './browser.ts';
import type { CheckResult } from './check.ts';
import { type CheckedGym, GYMS } from './gyms.ts';
import { serve } from './serve.ts';

const CHANGES = [Date.UTC(2026, 2, 29, 12), Date.UTC(2026, 9, 25, 12), Date.UTC(2026, 10, 23, 12)];
const SECRET = 'tk_check';

/** @param isSample over the change to summer time and the broken gym alone. */
export async function checkNumbers(browser: Browser, isSample: boolean): Promise<CheckResult> {
  const faults: string[] = [];
  let figures = 0;
  let pages = 0;
  const demo = GYMS.demo();
  const gyms: CheckedGym[] = [
    ...(isSample ? CHANGES.slice(0, 1) : CHANGES).map((nowUtcMs) => ({
      ...demo,
      view: sandboxView(nowUtcMs),
    })),
    GYMS.broken(),
  ];
  for (const gym of gyms) {
    const { id, timezone } = gym.view.gym;
    const keys = [{ gymId: id, role: 'manager', secret: SECRET } as const];
    const server = await serve(gym, { keys });
    const wanted = await pagesOf(gym.view, apiOf(server.url));
    const window = { timezoneId: 'Asia/Tokyo', viewport: { width: 1440, height: 900 } };
    await withPage(browser, window, async ({ page }) => {
      for (const { path, expected } of wanted) {
        await page.goto(`${server.url}${path}`, { waitUntil: 'load' });
        await drawAll(page);
        await page.evaluate(
          `document.querySelectorAll('main details').forEach((one) => { one.open = true; })`,
        );
        pages += 1;
        for (const one of expected) {
          figures += one.texts.flat().length;
          const about = `${new Date(gym.view.nowUtcMs).toISOString().slice(0, 10)} ${path}`;
          faults.push(...(await wrongOn(page, one)).map((fault) => `${about}: ${fault}`));
        }
      }
    });
    if (timezone !== 'Europe/London') faults.push(`the gym is in ${timezone}`);
    await server.close();
  }
  const figure = `${figures} figures of ${pages} pages in ${gyms.length} gyms are the API's`;
  return { name: '14 numbers', figure, faults };
}

async function wrongOn(page: Page, { selector, texts }: Expected): Promise<string[]> {
  const found = await page.locator(selector).allInnerTexts();
  if (found.length !== texts.length) {
    return [`${found.length} of ${texts.length} ${selector}`];
  }
  return texts.flatMap((wanted, at) => {
    const text = (found[at] ?? '').replaceAll('\u2060', '').replaceAll(/\s+/g, ' ');
    return wanted
      .filter((one) => !stands(one.replaceAll(/\s+/g, ' '), text))
      .map((one) => `“${one}” is not in ${selector} “${text}”`);
  });
}

/** As a number of its own: 5 does not stand in 15, 5.5 or 1,500. */
function stands(wanted: string, text: string): boolean {
  const at = wanted.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\d][.,]?)${at}(?![.,]?\\d)`).test(text);
}

/** Texts of each element that a selector finds, in their order. */
interface Expected {
  readonly selector: string;
  readonly texts: readonly (readonly string[])[];
}

interface PageFigures {
  readonly path: string;
  readonly expected: readonly Expected[];
}

/** The public API, asked over HTTP with a key as any program asks. */
function apiOf(url: string) {
  const headers = { Authorization: `Bearer ${SECRET}`, 'Content-Type': 'application/json' };
  const get = async <Body>(path: string, asked: RequestInit = {}): Promise<Body> => {
    const answer = await fetch(`${url}${path}`, { ...asked, headers });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Body;
  };
  const query = (asked: object) => {
    const body = JSON.stringify({ limit: 1_000, ...asked });
    return get<FiguresBody>('/v1/query', { method: 'POST', body });
  };
  return { get, query };
}
type Api = ReturnType<typeof apiOf>;

async function pagesOf(view: GymView, api: Api): Promise<PageFigures[]> {
  const today = todayOf(view);
  const made = [
    ...(await dayPages(api, today)),
    ...(await weekPages(api, mondayOf(today))),
    ...(await weekPages(api, addDays(mondayOf(today), -7))),
    ...(await moneyPages(api)),
    await classPage(api, view),
    await sessionPage(api, view),
    ...(await trainerPages(api, view)),
  ];
  return made.filter((page) => page !== null);
}

async function dayPages(api: Api, today: string): Promise<PageFigures[]> {
  const summary = await api.get<SummaryBody>('/v1/summary');
  const { rooms } = await api.get<RoomsReportBody>('/v1/rooms');
  const counts = rooms.map(({ occupancy, state }) => [
    state === 'live' && occupancy !== null ? number(occupancy) : '–',
  ]);
  const yesterday = addDays(today, -1);
  const { rows, total } = await api.query({
    measures: ['sessions', 'attended', 'fill_rate'],
    by: ['session'],
    from: yesterday,
    to: yesterday,
  });
  const reports = await Promise.all(
    rows.map((row) => api.get<SessionReportBody>(`/v1/sessions/${row['session']}`)),
  );
  const classes = reports
    .map(({ session }) => session)
    .toSorted((one, other) => one.starts_at.localeCompare(other.starts_at));
  return [
    {
      path: '/',
      expected: [
        sessions(asListed(summary.classes, summary.generated_at)),
        sentence(summary.total_attendance, summary.fill_rate),
        { selector: '.room .count > [aria-hidden]', texts: counts },
        heat(await hours(api)),
      ],
    },
    { path: '/wall', expected: [{ selector: '.wall .count > [aria-hidden]', texts: counts }] },
    {
      path: `/day/${yesterday}`,
      expected: [sessions(classes), sentence(total.attended ?? null, total.fill_rate ?? null)],
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

/** A week, and on paper: each day next to the same weekdays of the four weeks before. */
async function weekPages(api: Api, monday: string): Promise<PageFigures[]> {
  const daysOf = (from: string, to: string) =>
    api.query({
      measures: ['sessions', 'held', 'cancelled', 'attended', 'fill_rate', 'no_shows'],
      by: ['day'],
      from,
      to,
      fill: 'gaps',
    });
  const week = await daysOf(monday, addDays(monday, 6));
  const before = await daysOf(addDays(monday, -28), addDays(monday, -1));
  const { attended, no_shows, fill_rate } = week.total;
  const texts =
    typeof attended !== 'number'
      ? []
      : [
          number(attended),
          typeof fill_rate === 'number' ? percent(fill_rate) : null,
          typeof no_shows === 'number' ? number(no_shows) : null,
        ];
  const both = [days(week.rows, before.rows), heat(await hours(api))];
  return [
    { path: `/week?of=${monday}`, expected: [...both, one('.sentence', texts)] },
    { path: `/report/week?of=${monday}`, expected: both },
  ];
}

const hours = async (api: Api) =>
  (await api.query({ measures: ['fill_rate', 'held'], by: ['weekday', 'hour'] })).rows;

async function moneyPages(api: Api): Promise<PageFigures[]> {
  const revenue = await api.get<RevenueBody>('/v1/revenue');
  const performance = await api.get<PerformanceBody>('/v1/classes/performance?limit=100');
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
  const {
    series: rows,
    occurrences,
    currency,
  } = await api.get<ClassReportBody>(`/v1/classes/${series.classId}`);
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
  const { session, curve } = await api.get<SessionReportBody>(`/v1/sessions/${last.id}`);
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
  const measures = ['slot_index', 'held', 'fill_rate', 'no_show_rate'];
  const { rows } = await api.query({ measures, by: ['trainer'] });
  const named = rows.filter((row) => typeof row['trainer'] === 'string');
  const [trainer] = view.trainers;
  return [
    { path: '/trainers', expected: named.map(trainerRow) },
    trainer === undefined ? null : await trainerPage(api, trainer.id),
  ];
}

async function trainerPage(api: Api, id: string): Promise<PageFigures> {
  const report = await api.get<TrainerBody>(`/v1/trainers/${id}?period=week`);
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

const some = (value: number | null | undefined, text: (value: number) => string) =>
  value === null || value === undefined ? [] : [text(value)];

const sessions = (rows: readonly SessionBody[]): Expected => ({
  selector: '.sessions > li',
  texts: rows.map(sessionTexts),
});

/** A class on a date: never a zero for what is unknown. */
function sessionTexts(one: SessionBody): string[] {
  const texts = [one.starts_at.slice(11, 16)];
  if (one.status === 'in_progress') texts.push(...some(one.occupancy_now, (now) => `${now} now`));
  if (one.status === 'scheduled') texts.push(...some(one.booked, (booked) => `${booked} booked`));
  if (one.status !== 'completed') return texts;
  const of = one.capacity === null ? '' : ` of ${number(one.capacity)}`;
  texts.push(one.attended === null ? 'not counted' : `${number(one.attended)}${of}`);
  const isCounted = one.attended !== null && one.source === 'camera';
  const between = isCounted ? range(one.attended_low, one.attended_high) : null;
  return [
    ...texts,
    ...(between === null ? [] : [between]),
    ...some(one.booked, (booked) => `${number(booked)} booked`),
    ...(one.booked !== null && one.no_shows
      ? [noShows(one.no_shows, one.no_shows_basis) ?? '']
      : []),
    ...(one.booked !== null && one.walk_ins ? [`${number(one.walk_ins)} walk-in`] : []),
  ];
}

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** The cells that have something in them, row by row. */
function heat(rows: readonly FiguresRow[]): Expected {
  const held = rows.filter(({ held: classes }) => Number(classes) > 0);
  const sorted = held.toSorted(
    (one, other) =>
      WEEKDAYS.indexOf(String(one['weekday'])) - WEEKDAYS.indexOf(String(other['weekday'])) ||
      Number(one['hour']) - Number(other['hour']),
  );
  const texts = sorted.map(({ fill_rate, n }) =>
    typeof fill_rate === 'number'
      ? [String(Math.round(fill_rate * 100)), `${n?.['fill_rate']} class`]
      : ['not known'],
  );
  return { selector: '.heat tbody td:not(.none)', texts };
}

/** Days of a week: who came, the same weekday before, the fill and the classes. */
function days(week: readonly FiguresRow[], before: readonly FiguresRow[]): Expected {
  const texts = week.map((row, weekday) => {
    const whole = before.filter(
      (one, at) =>
        at % 7 === weekday && typeof one.attended === 'number' && one.n?.['attended'] === one.held,
    );
    const people = whole.map(({ attended }) => Number(attended));
    const usual = people.length === 0 ? '–' : range(Math.min(...people), Math.max(...people));
    const isHeld = Number(row.held) > 0;
    return [
      date(String(row['day']), 'short'),
      ...(isHeld ? [number(row.attended ?? null), percent(row.fill_rate ?? null)] : []),
      usual ?? '–',
      ...some(Number(row.sessions) - Number(row.cancelled) || null, number),
      ...(Number(row.cancelled) > 0 ? [`${number(row.cancelled ?? null)} cancelled`] : []),
    ];
  });
  return { selector: 'table.days tbody tr', texts };
}

interface ClassFigures {
  readonly class_id: string;
  readonly fill_rate?: number | null;
  readonly average_attendance?: number | null;
  readonly profit_per_class?: number | null;
  readonly breakeven_attendance?: number | null;
}

/** Rows that lead to a class: in whatever order they stand. */
function classRow(row: ClassFigures, currency: string | null): Expected {
  const texts = [
    ...(row.fill_rate === undefined ? [] : [percent(row.fill_rate)]),
    ...some(row.average_attendance, average),
    ...some(row.profit_per_class, (amount) => money(amount, currency)),
    ...some(row.breakeven_attendance, number),
  ];
  return { selector: `.ranked a[href="/classes/${row.class_id}"]`, texts: [texts] };
}

function trainerRow(row: FiguresRow): Expected {
  const isJudged = typeof row.slot_index === 'number' && Number(row.n?.['slot_index']) >= 4;
  const texts = [
    isJudged ? drawText(Number(row.slot_index)) : 'Too early to tell',
    number(row.held ?? null),
    percent(row.fill_rate ?? null),
    percent(row.no_show_rate ?? null),
  ];
  return {
    selector: `table.trainers tr:has(a[href="/trainers/${row['trainer']}"])`,
    texts: [texts],
  };
}

/** One element with all of it. */
function one(selector: string, texts: readonly (string | null)[]): Expected {
  return { selector, texts: [texts.filter((text) => text !== null)] };
}
