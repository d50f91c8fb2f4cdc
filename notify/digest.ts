/** The digest of a week and the summary of a day: three things worth doing first, then the numbers. Made of the reports. */

import { addDays, type CalendarDate } from '../gym/calendar/zone.ts';
import type { RankedClassBody } from '../gym/reports/performance.ts';
import { sessionsIn } from '../gym/reports/period.ts';
import type { ClassRevenueBody } from '../gym/reports/revenue.ts';
import { type SessionBody, sessionBody } from '../gym/reports/session-row.ts';
import type { GymView } from '../gym/sessions/view.ts';
import type { Comparison, LastYear } from '../web/data.ts';
import { type DayRow, reportData } from '../web/model/days.ts';
import { type AttendanceFigures, attendanceIn, daysWithUsual } from '../web/model/figures.ts';
import {
  average,
  capitalised,
  classes,
  counted,
  date,
  dates,
  money,
  number,
  ofCapacity,
  percent,
  timeOf,
} from '../web/words/format.ts';
import {
  cameTo as cameWords,
  classesCounted,
  isHidden,
  joined,
  noShowCount,
  noShows,
  usualRange,
} from '../web/words/sentences.ts';
import { type Bar, EMPTY, type Figure, type Line, type Message } from './message.ts';

/** Things worth doing; chosen here: what a person does in a week. */
const MOST = 3;

/** The week from `monday`, for people and, as `data`, for programs. Null where the gym had no class in it. */
export function weeklyDigest(
  gym: string,
  view: GymView,
  monday: CalendarDate,
  lastYear: LastYear | null = null,
): { readonly message: Message; readonly data: object } | null {
  const report = reportData(view, monday);
  if (report === null || report.week.total_classes === 0) return null;
  const { week, days, hours, revenue, performance } = report;
  const before = attendanceIn(view, { from: addDays(monday, -7), to: addDays(monday, -1) });
  const path = `/week?of=${monday}`;
  const message: Message = {
    ...EMPTY,
    title: `${gym}, ${dates(week.from, week.to)}: ${resultOf(week)}`,
    intro: week.notes,
    doing: [
      ...uncounted(report.sessions, path),
      ...worthDoing(view, performance.ranking, revenue.dead, revenue.currency),
    ].slice(0, MOST),
    figures: [
      ...figuresOf(week, path, { before, lastYear, goals: report.goals }),
      ...(revenue.totals.profit === null
        ? []
        : [
            {
              label: 'Profit, six weeks',
              value: money(revenue.totals.profit, revenue.currency),
              note: `of ${classes(revenue.totals.profit_occurrences)}, ${dates(revenue.window.from, revenue.window.to)}`,
              path: '/money',
            },
          ]),
    ],
    bars: days.map(barOf),
    hours: hours.cells.length === 0 ? null : hours,
    path,
  };
  return { message, data: { ...week, gym_id: view.gym.id } };
}

/** A day that is over. Null where the gym had no class on it. */
export function dailySummary(gym: string, view: GymView, day: CalendarDate): Message | null {
  const only = { from: day, to: day };
  const figures = attendanceIn(view, only);
  if (figures.total_classes === 0) return null;
  const held = sessionsIn(view, only).map((session) => sessionBody(session, view));
  const today = addDays(day, 1);
  const coming = sessionsIn(view, { from: today, to: today }).map((one) => sessionBody(one, view));
  const usual = daysWithUsual(view, only)[0]?.usual ?? null;
  const path = `/day/${day}`;
  return {
    ...EMPTY,
    title: `${gym}, ${date(day, 'short')}: ${resultOf(figures)}`,
    intro: usual === null ? [] : [`Usual on a ${date(day, 'weekday')}: ${usualRange(usual)}.`],
    doing: [
      ...cancelledToday(coming),
      ...uncounted(held, path),
      ...held.filter(isEmpty).map((session) => emptyLine(session)),
    ].slice(0, MOST),
    figures: figuresOf(figures, path),
    lines: held.map((session) => ({
      text: `${timeOf(session.starts_at)} ${session.name}: ${cameTo(session)}`,
      path: sessionPath(session),
    })),
    path,
  };
}

/** `50 people came to 4 classes. 69% full.` */
function resultOf(figures: AttendanceFigures) {
  const { completed_classes, attended, graded_classes, fill_rate, attendance_basis } = figures;
  if (completed_classes === 0) return 'no class took place.';
  if (attended === null) return `${classes(completed_classes)}, and none was counted.`;
  const full = fill_rate === null ? '' : ` ${percent(fill_rate)} full.`;
  return `${cameWords(attended, attendance_basis)} ${classesCounted(graded_classes, completed_classes)}.${full}`;
}

interface Compared extends Comparison {
  /** The week before. */
  readonly before: AttendanceFigures;
}

function figuresOf(now: AttendanceFigures, path: string, compared?: Compared): Figure[] {
  const { before, lastYear, goals } = compared ?? {};
  const than = (goal: string | null, week: string | null, year: string | null = null) =>
    joined(
      ', ',
      goal && `goal ${goal}`,
      week && `${week} the week before`,
      year && `${year} last year`,
    ) || null;
  // Sums over different numbers of classes show no trend.
  const of =
    before?.graded_classes === now.graded_classes
      ? ''
      : ` in ${classes(before?.graded_classes ?? 0)}`;
  const then = (value: number | null | undefined) =>
    value == null ? null : `${number(value)}${of}`;
  const people = lastYear ? number(lastYear.attended) : null;
  const aClass = (value: number | null | undefined) =>
    value == null ? null : `${average(value)} a class`;
  const full = (value: number | null | undefined) => (value == null ? null : percent(value));
  return [
    {
      label: 'People',
      value: number(now.attended),
      note: than(aClass(goals?.attendance), then(before?.attended), people),
      path,
    },
    {
      label: 'Full',
      value: percent(now.fill_rate),
      note: than(full(goals?.fill), full(before?.fill_rate), full(lastYear?.fill_rate)),
      path: '/classes',
    },
    {
      label: 'No-shows',
      value: noShowCount(now),
      note: than(null, then(before?.no_shows)),
      path,
    },
    {
      label: 'Classes',
      value: String(now.completed_classes),
      note: now.cancelled_classes === 0 ? null : `${now.cancelled_classes} cancelled`,
      path,
    },
  ];
}

function barOf({ day, usual }: DayRow): Bar {
  const full = day.fill_rate !== null && `${percent(day.fill_rate)} full`;
  const before = usual !== null && `usual ${usualRange(usual)}`;
  return {
    label: date(day.date, 'short'),
    people: day.attended,
    note: joined(' · ', full, before),
    path: `/day/${day.date}`,
  };
}

/** What was not counted comes first: every other figure leans on it. */
function uncounted(sessions: readonly SessionBody[], path: string): Line[] {
  const missed = sessions.filter(
    (one) => one.status === 'completed' && one.attended === null && !isHidden(one),
  );
  if (missed.length === 0) return [];
  const rooms = [...new Set(missed.map(({ room }) => room ?? 'a room without a name'))];
  const where = rooms.length === 1 ? rooms[0] : `${rooms.length} rooms`;
  const wasnt = missed.length === 1 ? "wasn't" : "weren't";
  const hasCamera = missed.some(({ quality_reasons: codes }) => !codes.includes('no_camera'));
  const advice = hasCamera ? 'Check the cameras' : 'Import the check-ins';
  return [{ text: `${classes(missed.length)} in ${where} ${wasnt} counted. ${advice}.`, path }];
}

/** The largest loss, the fullest, the emptiest and the one that most people miss: one line a class. */
function worthDoing(
  { gym }: GymView,
  ranking: readonly RankedClassBody[],
  losing: readonly ClassRevenueBody[],
  currency: string | null,
): Line[] {
  const loss = losing.find(({ profit_per_class }) => (profit_per_class ?? 0) < 0);
  const full = ranking.find(({ verdict }) => verdict === 'full');
  const empty = ranking.findLast(({ verdict }) => verdict === 'dead');
  const missed = ranking
    .filter(({ no_show_rate }) => (no_show_rate ?? 0) > gym.verdicts.noShowAlert)
    .toSorted((a, b) => (b.no_show_rate ?? 0) - (a.no_show_rate ?? 0))[0];
  const rows = [
    loss && { row: loss, text: lossWords(loss, currency) },
    full && {
      row: full,
      text: `is ${percent(full.fill_rate)} full. Another class around this time could fill too.`,
    },
    empty && {
      row: empty,
      text: `is ${percent(empty.fill_rate)} full. Move it, change it or drop it.`,
    },
    missed && {
      row: missed,
      text: `: ${percent(missed.no_show_rate)} of bookings don't turn up. A reminder or a waitlist would help.`,
    },
  ].filter((one) => one !== undefined);
  const once = new Map(rows.toReversed().map((one) => [one.row.class_id, one]));
  return rows
    .filter((one) => once.get(one.row.class_id) === one)
    .map(({ row, text }) => ({
      text: `${classWords(row)}${text.startsWith(':') ? '' : ' '}${text}`,
      path: `/classes/${encodeURIComponent(row.class_id)}`,
    }));
}

function lossWords(row: ClassRevenueBody, currency: string | null): string {
  const { profit_per_class, average_attendance: come, breakeven_attendance: even } = row;
  const loss = `loses ${money(-(profit_per_class ?? 0), currency)} per class.`;
  if (come === null || even === null) return loss;
  return `${loss} About ${counted(Math.round(come), 'person', 'people')} come; it breaks even at ${even}.`;
}

function classWords({
  name,
  weekday,
  start_time,
}: Pick<RankedClassBody, 'name' | 'weekday' | 'start_time'>) {
  return `${name}, ${capitalised(weekday).slice(0, 3)} ${start_time}`;
}

function cancelledToday(sessions: readonly SessionBody[]): Line[] {
  return sessions
    .filter(({ status, booked }) => status === 'cancelled' && (booked ?? 0) > 0)
    .map((session) => ({
      text: `${session.name} at ${timeOf(session.starts_at)} today is cancelled, and ${counted(session.booked, 'person', 'people')} booked. Let them know.`,
      path: sessionPath(session),
    }));
}

export function isEmpty({ status, attended }: SessionBody): boolean {
  return status === 'completed' && attended === 0;
}

export function emptyLine(session: SessionBody, when = `at ${timeOf(session.starts_at)}`): Line {
  const booked = session.booked === null ? '' : `, and ${session.booked} had booked`;
  return {
    text: `No one came to ${session.name} ${when}${booked}.`,
    path: sessionPath(session),
  };
}

export function sessionPath({ id }: SessionBody): string {
  return `/sessions/${encodeURIComponent(id)}`;
}

/** `15 of 18 · 3+ no-shows`. */
export function cameTo(session: SessionBody): string {
  const { status, attended, capacity, no_shows, no_shows_basis } = session;
  if (status === 'cancelled') return 'cancelled';
  if (attended === null) return isHidden(session) ? 'hidden' : 'not counted';
  return joined(
    ' · ',
    ofCapacity(attended, capacity),
    no_shows !== 0 && noShows(no_shows, no_shows_basis),
  );
}
