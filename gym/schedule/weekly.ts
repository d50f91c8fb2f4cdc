/** Weekly timetables: `Monday`, `18:00`, from and until which date, and the days on which it is closed. */

import { addDays, type CalendarDate, dateAt, weekdayOf } from '../calendar/zone.ts';
import type { ParseOptions } from './entry.ts';
import { RowFault } from './faults.ts';
import { type DateOrder, leadingDate, readMoment, readWeekdays } from './times.ts';
import { type Field, type RowValues, textOf } from './values.ts';

/** Longest time that a row is written out for, days. Chosen here: two years of a timetable. */
const MAX_DAYS = 732;
/** `Monday 18:00`: a day before a time. */
const DAY_AND_TIME = /^(\p{L}[\p{L}.-]*?)[.,]?\s+(\d.*)$/u;

/**
 * The rows that a row stands for, one for each of its dates: itself where it is not of a weekly timetable. One that says
 * no begin or end holds from today until the end of the window. Throws {@link RowFault}.
 */
export function weekly(
  values: RowValues,
  order: DateOrder,
  options: ParseOptions,
): readonly RowValues[] {
  const { id, weekday, from, until, closed, date, ...others } = values;
  const split = dayBeforeTime(values, order);
  const days = readWeekdays(textOf(weekday) ?? '') ?? split?.days ?? null;
  if (days === null || hasOwnDate(values, split === null, order)) return [withDate(values, order)];
  const rest: Partial<Record<Field, unknown>> = { ...others };
  for (const field of ['start', 'end'] as const) {
    if (dateOnly(rest[field], order) !== null) delete rest[field];
  }
  if (split !== null) rest[split.field] = split.time;
  const { first, last } = spanOf(values, order, options);
  const isClosed = closedDays(textOf(closed) ?? '', order);
  const dates: CalendarDate[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) {
    if (!isClosed(day) && days.includes(weekdayOf(day))) dates.push(day);
  }
  if (dates.length === 0) {
    throw new RowFault('from', 'a day of the week between its dates', `${first} to ${last}`);
  }
  // The id of a row of a timetable is that of a series.
  const idOn = (day: CalendarDate) =>
    id === undefined ? {} : { id: `${textOf(id) ?? ''}/${day}` };
  return dates.map((day) => ({ ...rest, ...idOn(day), date: day }));
}

/** First and last date of a row. */
function spanOf(values: RowValues, order: DateOrder, { timezone, nowUtcMs, window }: ParseOptions) {
  for (const field of ['from', 'until'] as const) {
    const said = textOf(values[field]);
    if (said !== null && dateOnly(said, order) === null) throw new RowFault(field, 'a date', said);
  }
  const said = (...fields: readonly Field[]) =>
    fields.map((field) => dateOnly(values[field], order)).find((date) => date !== null);
  const windowEnd = dateAt(timezone, window.toUtcMs - 1);
  const first = said('from', 'date', 'start') ?? dateAt(timezone, nowUtcMs);
  const last = said('until', 'end') ?? (first > windowEnd ? first : windowEnd);
  if (last <= addDays(first, MAX_DAYS)) return { first, last };
  throw new RowFault('until', 'a date at most two years after the first', last);
}

/** `Monday 18:00` in the column of the time or the start. */
function dayBeforeTime({ time, start, weekday }: RowValues, order: DateOrder) {
  const cells = [['time', time] as const, ['start', start] as const, ['time', weekday] as const];
  for (const [field, value] of cells) {
    const [, word = '', rest = ''] = DAY_AND_TIME.exec(textOf(value) ?? '') ?? [];
    const days = word === '' ? null : readWeekdays(word);
    const moment = days === null ? null : readMoment(rest, order);
    if (days !== null && moment?.time !== undefined && moment.date === undefined) {
      return { field, days, time: rest };
    }
  }
  return null;
}

/** A row of one class may name its day of the week next to its date: then nothing says until when it holds. */
function hasOwnDate(values: RowValues, isStartWhole: boolean, order: DateOrder): boolean {
  if (dateOnly(values.until, order) !== null || dateOnly(values.end, order) !== null) return false;
  const start = isStartWhole ? readMoment(values.start, order) : null;
  const own = readMoment(values.date, order) ?? start;
  return own?.utcMs !== undefined || (own?.date !== undefined && textOf(values.from) === null);
}

/** A column `Day` may hold the date. */
function withDate(values: RowValues, order: DateOrder): RowValues {
  const { weekday, ...rest } = values;
  const isDate = leadingDate(textOf(weekday) ?? '', order) !== null;
  return isDate && textOf(values.date) === null ? { ...rest, date: weekday } : rest;
}

/** Of a text that is a date and no time. */
function dateOnly(value: unknown, order: DateOrder): CalendarDate | null {
  const found = leadingDate(textOf(value) ?? '', order);
  return found === null || /\d/.test(found.rest) ? null : found.date;
}

/** Whether a date is one of single days and stretches. */
function closedDays(text: string, order: DateOrder): (date: CalendarDate) => boolean {
  const parts = text.split(/\s*[;,|\n]\s*/).filter((part) => part !== '');
  const pauses = parts.map((part) => {
    const ends = part.split(/\s*(?:–|—|\s-\s|\bto\b|\bbis\b|\.\.+)\s*/i);
    const [first, last] = [dateOnly(ends[0], order), dateOnly(ends.at(-1), order)];
    if (first !== null && last !== null && ends.length <= 2) return { first, last };
    throw new RowFault('closed', 'dates, such as 2026-12-24; 2026-12-31', text);
  });
  return (date) => pauses.some(({ first, last }) => first <= date && date <= last);
}
