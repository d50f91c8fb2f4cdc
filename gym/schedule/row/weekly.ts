/**
 * Rows of a weekly timetable: `Monday`, `18:00`, from and until which date, and the days on which it is closed. Each is
 * written out as the classes on their dates; what has a date of its own is left as it is.
 */

import { addDays, type CalendarDate, dateAt, weekdayOf } from '../../calendar/zone.ts';
import type { ParseOptions, RowFault } from '../entry.ts';
import { type DateOrder, leadingDate, readWeekdays } from './dates.ts';
import { type RowValues, textOf } from './text.ts';
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
    const row = this.#weekly(values);
    if (row === null) return [withDate(values, this.#order)];
    if ('expected' in row) return row;
    const { days, from, until, closed, rest } = row;
    const rows: RowValues[] = [];
    for (let date = from; date <= until; date = addDays(date, 1)) {
      if (!days.includes(weekdayOf(date))) continue;
      if (closed.some(([first, last]) => first <= date && date <= last)) continue;
      rows.push({ ...rest, date, ...(rest.id === undefined ? {} : { id: idOf(rest.id, date) }) });
    }
    return rows.length > 0
      ? rows
      : fault('from', 'a day of the week between its dates', `${from} to ${until}`);
  }

  #weekly(values: RowValues) {
    const { weekday, from, until, closed, date, ...others } = values;
    const split = this.#dayBeforeTime(values);
    const days = readWeekdays(textOf(weekday) ?? '') ?? split?.days ?? null;
    if (days === null || this.#hasOwnDate(values, split === null)) return null;
    const bad = this.#badDate(values);
    if (bad !== null) return bad;
    const closedDays = this.#closedDays(textOf(closed));
    if (closedDays === null) {
      return fault('closed', 'dates, such as 2026-12-24; 2026-12-31', textOf(closed));
    }
    const [start, end] = [this.#dateOnly(values.start), this.#dateOnly(values.end)];
    const first = this.#dateOnly(from) ?? this.#dateOnly(date) ?? start ?? this.#today;
    const last = this.#dateOnly(until) ?? end ?? later(first, this.#horizon);
    if (last > addDays(first, MAX_DAYS)) {
      return fault('until', 'a date at most two years after the first', last);
    }
    const rest: Record<string, unknown> = { ...others };
    if (start !== null) delete rest['start'];
    if (end !== null) delete rest['end'];
    if (split !== null) rest[split.field] = split.time;
    return { days, from: first, until: last, closed: closedDays, rest: rest as RowValues };
  }

  /** A row of one class may name its day of the week next to its date: then nothing says until when it holds. */
  #hasOwnDate({ date, start, from, until, end }: RowValues, isStartWhole: boolean): boolean {
    if (this.#dateOnly(until) !== null || this.#dateOnly(end) !== null) return false;
    const own = this.#moment(date) ?? this.#moment(isStartWhole ? start : undefined);
    return own !== null && (own.utcMs !== null || (own.date !== null && textOf(from) === null));
  }

  #badDate(values: RowValues): RowFault | null {
    const bad = (['from', 'until'] as const).find(
      (field) => textOf(values[field]) !== null && this.#dateOnly(values[field]) === null,
    );
    return bad === undefined ? null : fault(bad, 'a date', textOf(values[bad]));
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
      if (days !== null && moment?.time != null && moment.date === null) {
        return { field, days, time: rest };
      }
    }
    return null;
  }

  #moment(value: unknown) {
    return textOf(value) === null ? null : readMoment(value, this.#order);
  }

  /** Of a text that is a date and no time. */
  #dateOnly(value: unknown): CalendarDate | null {
    const found = leadingDate(textOf(value) ?? '', this.#order);
    return found === null || /\d/.test(found.rest) ? null : found.date;
  }

  /** Single days and stretches; null where one is no date. */
  #closedDays(text: string | null): (readonly [CalendarDate, CalendarDate])[] | null {
    const stretches: (readonly [CalendarDate, CalendarDate])[] = [];
    for (const part of (text ?? '').split(/\s*[;,|\n]\s*/).filter((each) => each !== '')) {
      const ends = part.split(/\s*(?:–|—|\s-\s|\bto\b|\bbis\b|\.\.+)\s*/i);
      const [first, last] = [this.#dateOnly(ends[0]), this.#dateOnly(ends.at(-1))];
      if (first === null || last === null || ends.length > 2) return null;
      stretches.push([first, last]);
    }
    return stretches;
  }
}

function later(one: CalendarDate, other: CalendarDate): CalendarDate {
  return [one, other].toSorted()[1] ?? one;
}

/** A column `Day` may hold the date. */
function withDate(values: RowValues, order: DateOrder): RowValues {
  const { weekday, ...rest } = values;
  const isDate = leadingDate(textOf(weekday) ?? '', order) !== null;
  return isDate && textOf(values.date) === null ? { ...rest, date: weekday } : rest;
}

/** The id of a row of a timetable is that of a series. */
function idOf(id: unknown, date: CalendarDate): string {
  return `${textOf(id) ?? ''}/${date}`;
}

function fault(field: string, expected: string, got: string | null): RowFault {
  return { field, expected, got: got ?? 'nothing' };
}
