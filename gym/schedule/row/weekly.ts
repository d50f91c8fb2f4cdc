/**
 * Rows of a weekly timetable: `Monday`, `18:00`, from and until which date, and the days on which it is closed. Each is
 * written out as the classes on their dates; what has a date of its own is left as it is.
 */

import { addDays, type CalendarDate, dateAt, weekdayOf } from '../../calendar/zone.ts';
import type { ParseOptions, RowFault } from '../entry.ts';
import { type DateOrder, leadingDate, readWeekdays } from './dates.ts';
import { type Field, type RowValues, textOf } from './text.ts';
import { readMoment } from './times.ts';

/** Longest time that a row is written out for, days. Chosen here: two years of a timetable. */
const MAX_DAYS = 732;
/** `Monday 18:00`: a day before a time. */
const DAY_AND_TIME = /^(\p{L}[\p{L}.-]*?)[.,]?\s+(\d.*)$/u;

export class WeeklyRows {
  readonly #order: DateOrder;
  readonly #today: CalendarDate;
  readonly #horizon: CalendarDate;

  /** A row that says no begin or end holds from today until the end of the window. */
  constructor({ timezone, nowUtcMs, window }: ParseOptions, order: DateOrder) {
    this.#order = order;
    this.#today = dateAt(timezone, nowUtcMs);
    this.#horizon = dateAt(timezone, window.toUtcMs - 1);
  }

  /** The rows that a row stands for: itself where it is not of a weekly timetable. */
  written(values: RowValues): readonly RowValues[] | RowFault {
    const { weekday, from, until, closed, date, ...others } = values;
    const split = this.#dayBeforeTime(values);
    const days = readWeekdays(textOf(weekday) ?? '') ?? split?.days ?? null;
    if (days === null || this.#hasOwnDate(values, split === null)) {
      return [withDate(values, this.#order)];
    }
    const isBad = (value: unknown) => textOf(value) !== null && this.#dateOnly(value) === null;
    if (isBad(from)) return fault('from', 'a date', textOf(from));
    if (isBad(until)) return fault('until', 'a date', textOf(until));
    const pauses = this.#pauses(textOf(closed));
    if (pauses === null) {
      return fault('closed', 'dates, such as 2026-12-24; 2026-12-31', textOf(closed));
    }
    const [start, end] = [this.#dateOnly(values.start), this.#dateOnly(values.end)];
    const first = this.#dateOnly(from) ?? this.#dateOnly(date) ?? start ?? this.#today;
    const horizon = first > this.#horizon ? first : this.#horizon;
    const last = this.#dateOnly(until) ?? end ?? horizon;
    if (last > addDays(first, MAX_DAYS)) {
      return fault('until', 'a date at most two years after the first', last);
    }
    const rest: Partial<Record<Field, unknown>> = { ...others };
    if (start !== null) delete rest.start;
    if (end !== null) delete rest.end;
    if (split !== null) rest[split.field] = split.time;
    const dates = datesOf(days, first, last).filter(
      (day) => !pauses.some(([begin, stop]) => begin <= day && day <= stop),
    );
    if (dates.length === 0) {
      return fault('from', 'a day of the week between its dates', `${first} to ${last}`);
    }
    // The id of a row of a timetable is that of a series.
    const idOf = (day: CalendarDate) => `${textOf(rest.id) ?? ''}/${day}`;
    return dates.map((day) => ({
      ...rest,
      date: day,
      ...(rest.id !== undefined && { id: idOf(day) }),
    }));
  }

  /** A row of one class may name its day of the week next to its date: then nothing says until when it holds. */
  #hasOwnDate({ date, start, from, until, end }: RowValues, isStartWhole: boolean): boolean {
    if (this.#dateOnly(until) !== null || this.#dateOnly(end) !== null) return false;
    const own =
      readMoment(date, this.#order) ?? (isStartWhole ? readMoment(start, this.#order) : null);
    return own?.utcMs !== undefined || (own?.date !== undefined && textOf(from) === null);
  }

  /** `Monday 18:00` in the column of the time or the start. */
  #dayBeforeTime({ time, start, weekday }: RowValues) {
    for (const [field, value] of [
      ['time', time],
      ['start', start],
      ['time', weekday],
    ] as const) {
      const [, word = '', rest = ''] = DAY_AND_TIME.exec(textOf(value) ?? '') ?? [];
      const days = word === '' ? null : readWeekdays(word);
      const moment = days === null ? null : readMoment(rest, this.#order);
      if (days !== null && moment?.time !== undefined && moment.date === undefined) {
        return { field, days, time: rest };
      }
    }
    return null;
  }

  /** Of a text that is a date and no time. */
  #dateOnly(value: unknown): CalendarDate | null {
    const found = leadingDate(textOf(value) ?? '', this.#order);
    return found === null || /\d/.test(found.rest) ? null : found.date;
  }

  /** Single days and stretches; null where one is no date. */
  #pauses(text: string | null): (readonly [CalendarDate, CalendarDate])[] | null {
    const pauses: (readonly [CalendarDate, CalendarDate])[] = [];
    for (const part of (text ?? '').split(/\s*[;,|\n]\s*/).filter((each) => each !== '')) {
      const ends = part.split(/\s*(?:–|—|\s-\s|\bto\b|\bbis\b|\.\.+)\s*/i);
      const [first, last] = [this.#dateOnly(ends[0]), this.#dateOnly(ends.at(-1))];
      if (first === null || last === null || ends.length > 2) return null;
      pauses.push([first, last]);
    }
    return pauses;
  }
}

function datesOf(days: readonly number[], first: CalendarDate, last: CalendarDate): CalendarDate[] {
  const dates: CalendarDate[] = [];
  for (let date = first; date <= last; date = addDays(date, 1)) {
    if (days.includes(weekdayOf(date))) dates.push(date);
  }
  return dates;
}

/** A column `Day` may hold the date. */
function withDate(values: RowValues, order: DateOrder): RowValues {
  const { weekday, ...rest } = values;
  const isDate = leadingDate(textOf(weekday) ?? '', order) !== null;
  return isDate && textOf(values.date) === null ? { ...rest, date: weekday } : rest;
}

function fault(field: string, expected: string, got: string | null): RowFault {
  return { field, expected, got: got ?? 'nothing' };
}
