/** Check 14: every figure that is shown is the API's, in the gym's zone, over both changes of the clock. */

import type { Page } from 'playwright-core';
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
import { average, date, money, number, percent, points, range } from '../../../web/words/format.ts';
import { noShows } from '../../../web/words/sentences.ts';
import { drawAll, withPage } from './browser.ts';
import type { Run } from './check.ts';
import { type CheckedGym, GYMS } from './gyms.ts';
import { serve } from './serve.ts';

const CHANGES = [Date.UTC(2026, 2, 29, 12), Date.UTC(2026, 9, 25, 12), Date.UTC(2026, 10, 23, 12)];
const SECRET = 'tk_check';

export async function checkNumbers({ browser, faults }: Run): Promise<string> {
  let figures = 0;
  let pages = 0;
  const demo = GYMS.demo();
  const changes = CHANGES.map((nowUtcMs) => ({ ...demo, view: sandboxView(nowUtcMs) }));
  const gyms: CheckedGym[] = [...changes, GYMS.broken()];
  for (const gym of gyms) {
    const keys = [{ gymId: gym.view.gym.id, role: 'manager', secret: SECRET } as const];
    const server = await serve(gym, { keys });
    const wanted = await pagesOf(gym.view, apiOf(server.url));
    const window = { timezoneId: 'Asia/Tokyo', viewport: { width: 1440, height: 900 } };
    await withPage(browser, window, async ({ page }) => {
      for (const [path, ...expected] of wanted) {
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
    await server.close();
  }
  return `${figures} figures of ${pages} pages in ${gyms.length} gyms are the API's`;
}

async function wrongOn(page: Page, { selector, texts }: Expected): Promise<string[]> {
  const found = await page.locator(selector).allInnerTexts();
  if (found.length !== texts.length) return [`${found.length} of ${texts.length} ${selector}`];
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
type PageFigures = readonly [path: string, ...expected: readonly Expected[]];

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

const DAY = ['sessions', 'held', 'cancelled', 'attended', 'fill_rate', 'no_shows'];

async function pagesOf(view: GymView, api: Api): Promise<readonly PageFigures[]> {
  const today = todayOf(view);
  const monday = mondayOf(today);
  const summary = await api.get<SummaryBody>('/v1/summary');
  const { rooms } = await api.get<RoomsReportBody>('/v1/rooms');
  const counts = rooms.map(({ occupancy, state }) => [
    state === 'live' && occupancy !== null ? number(occupancy) : '–',
  ]);
  const cells = await hoursUpTo(api, today);
  const lastSunday = addDays(monday, -1);
  return [
    [
      '/',
      sessions(asListed(summary.classes, summary.generated_at)),
      sentence(summary.total_attendance, number, text(summary.fill_rate, percent)),
      all('.room .count > [aria-hidden]', counts),
      cells,
    ],
    ['/wall', all('.wall .count > [aria-hidden]', counts)],
    await dayPage(api, addDays(today, -1)),
    ...(await weekPages(api, monday, cells)),
    ...(await weekPages(api, addDays(monday, -7), await hoursUpTo(api, lastSunday))),
    ...(await moneyPages(api)),
    await classPage(api, view),
    await sessionPage(api, view),
    ...(await trainerPages(api, view)),
  ];
}

/** The hours of the six weeks that end on a day. */
async function hoursUpTo(api: Api, to: string): Promise<Expected> {
  const range = { from: addDays(to, -41), to };
  const query = { measures: ['fill_rate', 'held'], by: ['weekday', 'hour'], ...range };
  return heat((await api.query(query)).rows);
}

async function dayPage(api: Api, day: string): Promise<PageFigures> {
  const measures = ['attended', 'fill_rate'];
  const { attended, fill_rate } = (await api.query({ measures, from: day, to: day })).total;
  return [`/day/${day}`, sentence(attended, number, text(fill_rate, percent))];
}

/** On now, later, earlier. */
function asListed(classes: readonly SessionBody[], now: string): readonly SessionBody[] {
  const isLater = ({ status, ends_at }: SessionBody) =>
    status === 'scheduled' || (status === 'cancelled' && Date.parse(ends_at) > Date.parse(now));
  const placeOf = (one: SessionBody) => (one.status === 'in_progress' ? 0 : isLater(one) ? 1 : 2);
  return classes.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** A week, and on paper. */
async function weekPages(api: Api, monday: string, cells: Expected): Promise<PageFigures[]> {
  const range = { from: monday, to: addDays(monday, 6) };
  const week = await api.query({ measures: DAY, by: ['day'], fill: 'gaps', ...range });
  const { attended, no_shows, fill_rate } = week.total;
  const both = [days(week.rows), cells];
  const others = [text(fill_rate, percent), text(no_shows, number)];
  return [
    [`/week?of=${monday}`, ...both, sentence(attended, number, ...others)],
    [`/report/week?of=${monday}`, ...both],
  ];
}

async function moneyPages(api: Api): Promise<readonly PageFigures[]> {
  const { totals, currency, dead, most_profitable } = await api.get<RevenueBody>('/v1/revenue');
  const performance = await api.get<PerformanceBody>('/v1/classes/performance?limit=100');
  const amount = (value: number | null | undefined) => text(value, (one) => money(one, currency));
  const earning = [...most_profitable, ...dead];
  const each = { measures: ['profit_per_class'], by: ['series'] };
  const profits = new Map(
    (await api.query(each)).rows.map((row) => [row.series, row.profit_per_class]),
  );
  const ranked = [...performance.dead_classes, ...performance.ranking].map(
    ({ class_id, fill_rate, average_attendance }) =>
      classRow(class_id, [
        fill_rate === null ? text(average_attendance, average) : percent(fill_rate),
        amount(profits.get(class_id)),
      ]),
  );
  const rows = earning.map((row) =>
    classRow(row.class_id, [
      text(row.average_attendance, average),
      amount(row.profit_per_class),
      text(row.breakeven_attendance, number),
    ]),
  );
  const isSet = totals.revenue !== null || totals.cost !== null;
  const { revenue, profit, empty_seat_value } = totals;
  // Of the classes that the profit is of.
  const cost = profit === null || revenue === null ? totals.cost : revenue - profit;
  const sums = [revenue, cost, profit, empty_seat_value];
  const shown = isSet ? sums.map((one) => money(one, currency)) : [];
  return [
    ['/classes', ...ranked],
    ['/money', facts(...shown), ...rows],
  ];
}

async function classPage(api: Api, view: GymView): Promise<PageFigures> {
  const classId = seriesOf(view)[0]?.classId;
  const report = await api.get<ClassReportBody>(`/v1/classes/${classId}`);
  const row = report.series[0]!;
  const values = [
    number(row.occurrences),
    text(row.trend, points) ?? '–',
    percent(row.no_show_rate),
    money(row.profit_per_class, report.currency),
    text(row.breakeven_attendance, number) ?? '–',
  ];
  const came = sentence(row.average_attendance, average, text(row.fill_rate, percent));
  const dates = sessions([...report.occurrences].reverse());
  return [`/classes/${classId}`, came, facts(...values), dates];
}

async function sessionPage(api: Api, view: GymView): Promise<PageFigures> {
  const last = view.sessions.findLast(({ endsUtcMs }) => endsUtcMs < view.nowUtcMs)!;
  const { session, curve } = await api.get<SessionReportBody>(`/v1/sessions/${last.id}`);
  const { capacity, fill_rate, booked, no_shows, walk_ins } = session;
  const counts = [booked, no_shows, walk_ins].map(number);
  const minutes = curve.points.map(({ offset, count }) => [`${offset}`, `${count ?? 'no count'}`]);
  return [
    `/sessions/${last.id}`,
    session.attended === null
      ? all('.sentence', [['ot counted']])
      : sentence(session.attended, number, between(session)),
    facts(number(capacity), percent(fill_rate), ...counts, percent(curve.coverage)),
    all('.minutes tbody tr', minutes),
  ];
}

async function trainerPages(api: Api, view: GymView): Promise<readonly PageFigures[]> {
  const measures = ['slot_index', 'held', 'fill_rate', 'no_show_rate'];
  const { rows } = await api.query({ measures, by: ['trainer'] });
  const known = rows.filter((row) => typeof row['trainer'] === 'string');
  const id = view.trainers[0]?.id;
  const report = await api.get<TrainerBody>(`/v1/trainers/${id}?period=week`);
  const { attended, fill_rate, average_attendance, no_shows } = report;
  return [
    ['/trainers', ...known.map(trainerRow)],
    [
      `/trainers/${id}`,
      sentence(attended, number, text(fill_rate, percent)),
      facts(null, average(average_attendance), percent(fill_rate), number(no_shows)),
      sessions([...report.classes].reverse()),
    ],
  ];
}

type Text = string | null;

const text = (value: number | null | undefined, format: (value: number) => string): Text =>
  typeof value === 'number' ? format(value) : null;

const all = (selector: string, rows: readonly (readonly Text[])[]): Expected => ({
  selector,
  texts: rows.map((row) => row.filter((one) => one !== null)),
});

function facts(...values: readonly Text[]): Expected {
  const rows = values.map((value) => [value]);
  return all('.facts .value', rows);
}

/** What the page says first: nothing of the rest where the people are not known. */
const sentence = (
  people: number | null | undefined,
  format: (value: number) => string,
  ...others: readonly Text[]
): Expected => all('.sentence', [typeof people === 'number' ? [format(people), ...others] : []]);

const between = ({ source, attended_low, attended_high }: SessionBody): Text =>
  source === 'camera' ? range(attended_low, attended_high) : null;

const sessions = (rows: readonly SessionBody[]): Expected =>
  all('.sessions > li', rows.map(sessionTexts));

/** A class on a date: never a zero for what is unknown. */
function sessionTexts(one: SessionBody): Text[] {
  const begins = one.starts_at.slice(11, 16);
  const booked = text(one.booked, (value) => `${number(value)} booked`);
  if (one.status === 'in_progress') return [begins, text(one.occupancy_now, (now) => `${now} now`)];
  if (one.status === 'scheduled') return [begins, booked];
  if (one.status !== 'completed') return [begins];
  const of = one.capacity === null ? '' : ` of ${number(one.capacity)}`;
  const isCompared = one.booked !== null;
  return [
    begins,
    text(one.attended, (people) => `${number(people)}${of}`) ?? 'not counted',
    one.attended === null ? null : between(one),
    booked,
    isCompared && one.no_shows ? noShows(one.no_shows, one.no_shows_basis) : null,
    isCompared && one.walk_ins ? `${number(one.walk_ins)} walk-in` : null,
  ];
}

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** The cells that have something in them, row by row. */
function heat(rows: readonly FiguresRow[]): Expected {
  const placeOf = (row: FiguresRow) =>
    WEEKDAYS.indexOf(String(row['weekday'])) * 24 + Number(row['hour']);
  const held = rows.filter(({ held: classes }) => Number(classes) > 0);
  const texts = held
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .map(({ fill_rate, n }) =>
      typeof fill_rate === 'number'
        ? [String(Math.round(fill_rate * 100)), `${n?.['fill_rate']} class`]
        : ['not known'],
    );
  return all('.heat tbody td:not(.none)', texts);
}

/** Days of a week: who came, the fill and the classes. */
function days(week: readonly FiguresRow[]): Expected {
  const texts = week.map((row) => {
    const isHeld = Number(row.held) > 0;
    return [
      date(String(row['day']), 'short'),
      isHeld ? number(row.attended ?? null) : null,
      isHeld ? percent(row.fill_rate ?? null) : null,
      text(Number(row.sessions) - Number(row.cancelled) || null, number),
      text(Number(row.cancelled) || null, (cancelled) => `${number(cancelled)} cancelled`),
    ];
  });
  return all('table.days tbody tr', texts);
}

/** A row that leads to a class: in whatever order they stand. */
const classRow = (id: string, texts: readonly Text[]): Expected =>
  all(`.ranked a[href="/classes/${id}"]`, [texts]);

function trainerRow(row: FiguresRow): Expected {
  const isCompared = typeof row.slot_index === 'number' && Number(row.n?.['slot_index']) >= 4;
  return all(`table.trainers tr:has(a[href="/trainers/${row['trainer']}"])`, [
    [
      isCompared ? null : 'Too early to tell',
      number(row.held ?? null),
      percent(row.fill_rate ?? null),
      percent(row.no_show_rate ?? null),
    ],
  ]);
}
