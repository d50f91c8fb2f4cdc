/**
 * Figures of pages, asked as anyone can ask them: each is a query of `POST /v1/query` over the gym that the page shows. None is
 * computed for the pages alone.
 */

import { addDays } from '../../gym/calendar/zone.ts';
import { answerAtOnce } from '../../gym/figures/answer-query.ts';
import { withDefaults } from '../../gym/figures/ask/normal-query.ts';
import type { Goals } from '../../gym/figures/class-settings.ts';
import { tableOf } from '../../gym/figures/class-table.ts';
import type { RowFigures } from '../../gym/figures/measures.ts';
import type { FiguresQuery, FiguresRow, NormalQuery } from '../../gym/figures/query.ts';
import { coverageOf, type DateRange, todayOf } from '../../gym/reports/period.ts';
import type { GymView } from '../../gym/sessions/view.ts';

export { WEEKDAYS } from '../../gym/figures/dimensions.ts';

/** Earlier weeks that a day is compared with. */
const WEEKS = 4;
/** More than a week has hours, or a gym trainers. */
const ALL_ROWS = 1_000;

const PEOPLE = ['sessions', 'held', 'cancelled', 'attended', 'fill_rate', 'no_shows'] as const;

type Where = NormalQuery['where'];

/** Classes and people of a range, together and day by day. */
export function attendanceIn(view: GymView, range: DateRange) {
  const query = { measures: [...PEOPLE], by: ['day'], ...range, fill: 'gaps' } as const;
  const { total, rows } = answerOf(view, { ...query, limit: ALL_ROWS });
  const days = rows.map((row) => ({ date: String(row.day), ...attendance(row) }));
  return { ...range, ...coverageOf(view, range), ...attendance(total), days };
}

/** What the classes of a range should reach; null where a goal is not set for each that was counted. */
export function goalsIn(view: GymView, range: DateRange, where: Where = []): Goals {
  const measures = ['fill_rate', 'fill_goal', 'attended', 'attendance_goal'] as const;
  const { total } = answerOf(view, { measures, ...range, where });
  const { n, fill_goal = null, attendance_goal = null } = total;
  return {
    fill: n.fill_goal === n.fill_rate ? fill_goal : null,
    attendance: n.attendance_goal === n.attended ? attendance_goal : null,
  };
}

/** The days of `range`, each with the same weekday of the weeks before it. */
export function daysWithUsual(view: GymView, { from, to }: DateRange) {
  const { days } = attendanceIn(view, { from: addDays(from, -7 * WEEKS), to });
  return days.filter(({ date }) => date >= from).map((day) => ({ day, usual: usualOf(days, day) }));
}

type Day = ReturnType<typeof attendanceIn>['days'][number];

/**
 * The same weekday in the weeks before, where all its classes were counted. Where that never was, as in a gym with a class that no
 * camera sees: where it had as many classes and as many of them counted as the day, or as the newest of them until it is over. Null
 * where there is none.
 */
function usualOf(days: readonly Day[], day: Day) {
  const dates = Array.from({ length: WEEKS }, (_, week) => addDays(day.date, -7 * (week + 1)));
  const same = days.filter(({ date, attended }) => dates.includes(date) && attended !== null);
  const whole = same.filter((one) => one.graded_classes === one.completed_classes);
  const like =
    day.completed_classes + day.cancelled_classes < day.total_classes ? same.at(-1) : day;
  const parts = same.filter(
    (one) =>
      one.graded_classes === like?.graded_classes &&
      one.completed_classes === like.completed_classes,
  );
  const known = (whole.length > 0 ? whole : parts).map(({ attended }) => attended ?? 0);
  if (known.length === 0) return null;
  return { days: known.length, low: Math.min(...known), high: Math.max(...known) };
}

export type UsualDay = NonNullable<ReturnType<typeof usualOf>>;

/** How full each hour of the week was, without those in which no class took place. */
export function hoursIn(view: GymView, range: DateRange) {
  const query = { measures: ['fill_rate', 'held'], by: ['weekday', 'hour'], ...range } as const;
  const { rows } = answerOf(view, { ...query, having: [['held', '>', 0]], limit: ALL_ROWS });
  const cells = rows.map(({ weekday, hour, fill_rate = null, held, n }) => ({
    weekday: String(weekday),
    hour: Number(hour),
    fill_rate,
    rated_classes: n.fill_rate ?? 0,
    completed_classes: held ?? 0,
  }));
  return { ...range, cells };
}

export type HoursData = ReturnType<typeof hoursIn>;

/** Each trainer next to the slots that they teach; and how many classes name none. */
export function trainersIn(view: GymView, range: DateRange) {
  const measures = ['slot_index', 'held', 'fill_rate', 'no_show_rate'] as const;
  const query = { measures: [...measures], by: ['trainer'], ...range } as const;
  const { rows, notes } = answerOf(view, { ...query, limit: ALL_ROWS });
  const unnamed = rows.find(({ trainer = null }) => trainer === null);
  const shared = sharedIn(view, range);
  return {
    unnamed: unnamed?.held ?? 0,
    notes,
    rows: rows.filter((row) => row !== unnamed).map((row) => trainerRow(row, shared)),
  };
}

/** The trainers of counted classes of slots that another one taught too: a slot of one's own compares with itself. */
function sharedIn(view: GymView, range: DateRange) {
  const slots = new Map<string, (string | null)[]>();
  for (const { attended, minuteOfWeek, name, trainer } of tableOf(view).within(range)) {
    const slot = `${minuteOfWeek} ${name.key}`;
    if (attended !== null) slots.set(slot, [...(slots.get(slot) ?? []), trainer.id]);
  }
  return [...slots.values()].filter((ids) => new Set(ids).size > 1).flat();
}

export type TrainerRow = ReturnType<typeof trainerRow>;

function trainerRow(row: FiguresRow, shared: readonly (string | null)[]) {
  const id = String(row.trainer);
  return {
    trainer: { id, name: row.trainer_name ?? id },
    slot_index: row.slot_index ?? null,
    slotClasses: row.n.slot_index ?? 0,
    sharedClasses: shared.filter((one) => one === id).length,
    classes: row.held ?? 0,
    fill_rate: row.fill_rate ?? null,
    no_show_rate: row.no_show_rate ?? null,
    no_shows_basis: row.basis?.no_shows ?? null,
  };
}

export type AttendanceFigures = ReturnType<typeof attendance>;

function attendance(row: RowFigures) {
  return {
    total_classes: row.sessions ?? 0,
    completed_classes: row.held ?? 0,
    cancelled_classes: row.cancelled ?? 0,
    attended: row.attended ?? null,
    attendance_basis: row.basis?.attendance ?? null,
    graded_classes: row.n.attended ?? 0,
    fill_rate: row.fill_rate ?? null,
    no_shows: row.no_shows ?? null,
    no_shows_basis: row.basis?.no_shows ?? null,
  };
}

/** At once: a page waits for it, and its classes are in memory. */
const answerOf = (view: GymView, request: FiguresQuery) =>
  answerAtOnce(view, tableOf(view), normal(view, request));

function normal(view: GymView, request: FiguresQuery): NormalQuery {
  const query = withDefaults(request, todayOf(view));
  if (!('measures' in query)) throw new Error(`nobody can ask: ${JSON.stringify(query)}`);
  return query;
}
