/** Rows of a file, whatever its format, as classes. A row of a weekly timetable is written out as one for each date. */

import { addDays, type CalendarDate, dateAt, weekdayOf } from '../calendar/zone.ts';
import { type ClassNumbers, numbersFrom } from '../sessions/class-fields.ts';
import type { RowFault } from './entry.ts';
import type { Draft, FaultLog, ReadParts } from './entry-list.ts';
import {
  type DateOrder,
  decideDateOrder,
  leadingDate,
  readMoment,
  readWeekdays,
  readWhen,
} from './times.ts';
import {
  type Count,
  type DecimalMark,
  decideDecimalMark,
  type Field,
  type RowValues,
  readCancelled,
  readCount,
  readMoneyMilli,
  readYes,
  textOf,
} from './values.ts';

/** A row of a table or an entry of a list; a fault where its export means no class by it. */
export interface Row {
  readonly line: number;
  readonly values: RowValues | RowFault;
}

/** Reads the classes of all rows of a file into its entries. Guesses that touch the whole file are faults of the file, once. */
export function takeRows(rows: readonly Row[], parts: ReadParts): void {
  const { options, entries, faults } = parts;
  const textsOf = (...fields: readonly Field[]) =>
    fields.flatMap((field) =>
      rows.map(({ values }) => ('expected' in values ? '' : (textOf(values[field]) ?? ''))),
    );
  const dates = textsOf('date', 'start', 'from', 'until', 'end');
  const order = decideDateOrder(dates, options.timezone, faults);
  const mark = decideDecimalMark(textsOf('revenue'));
  const today = dateAt(options.timezone, options.nowUtcMs);
  const windowEnd = dateAt(options.timezone, options.window.toUtcMs - 1);
  for (const { line, values } of rows) {
    if (entries.isFull) break;
    const found = 'expected' in values ? values : weekly(values, order, today, windowEnd);
    if ('expected' in found) faults.skipped(line, found.field, found.expected, found.got);
    else for (const one of found) if (!entries.isFull) takeRow(one, line, parts, order, mark);
  }
}

/** The class that a row says; a fault where it lacks a name or a time that can be read. */
export function takeRow(
  values: RowValues,
  line: number,
  { options: { timezone }, entries, faults }: ReadParts,
  order: DateOrder = 'dmy',
  mark: DecimalMark = '.',
): void {
  const name = textOf(values.name);
  if (name === null) {
    faults.skipped(line, 'name', 'the name of the class', 'none');
    return;
  }
  const when = readWhen(values, timezone, order, faults);
  if ('expected' in when) {
    faults.skipped(line, when.field, when.expected, when.got);
    return;
  }
  const status = textOf(values.status);
  entries.add(line, {
    externalId: textOf(values.id),
    name,
    ...readTrainer(values),
    room: textOf(values.room),
    ...when,
    isCancelled: status !== null && readCancelled(status),
    ...readFigures(values, line, mark, faults),
  });
}

/** A column `Substitute` says yes or no, or who it is; the class is then that person's. */
function readTrainer(values: RowValues): Pick<Draft, 'trainer' | 'isSubstitute'> {
  const substitute = textOf(values.substitute);
  const said = substitute === null ? false : readYes(substitute);
  const isSubstitute = said ?? true;
  const name = said === null ? substitute : textOf(values.trainer);
  if (name === null) return { trainer: null, isSubstitute };
  const externalId = said === null ? null : textOf(values.trainer_id);
  return { trainer: { externalId, name }, isSubstitute };
}

/** More people than any class has: a telephone number, a year in the wrong column. Chosen here. */
const MAX_PEOPLE = 10_000;
/** More than any class earns, thousandths: a billion would be absurd even in rupiah. Chosen here. */
const MAX_MILLI = 1e12;

/** A number that cannot be is left out with a fault; the class is taken. Reads them all; of `12/20` the second number is the capacity where nothing else says it. */
function readFigures(
  values: RowValues,
  line: number,
  mark: DecimalMark,
  faults: FaultLog,
): ClassNumbers {
  const ignore = (field: Field, expected: string, got: string) => {
    faults.ignored(line, field, expected, got);
    return null;
  };
  const within = (field: Field, people: number, least: number) =>
    people >= least && people <= MAX_PEOPLE
      ? people
      : ignore(field, `${least} to ${MAX_PEOPLE}`, String(people));
  const count = (field: Field): Count | null => {
    const text = textOf(values[field]);
    return text === null ? null : (readCount(text) ?? ignore(field, 'a whole number', text));
  };
  /** @param whole of which a percentage is a share; null where it is not known. */
  const people = (field: Field, found: Count | null, whole: number | null) => {
    if (found === null) return null;
    const size = found.people ?? (whole === null ? null : Math.round((found.share ?? 0) * whole));
    return size === null
      ? ignore(field, 'a number of people', textOf(values[field]) ?? '')
      : within(field, size, 0);
  };
  const money = (field: Field) => {
    const text = textOf(values[field]);
    if (text === null) return null;
    const milli = readMoneyMilli(text, mark);
    const isPossible = milli !== null && milli >= 0 && milli <= MAX_MILLI;
    return isPossible ? milli : ignore(field, 'an amount of 0 or more', text);
  };
  const [booked, attended] = [count('booked'), count('attended')];
  const said = textOf(values.capacity);
  const isOpen = said !== null && /^(?:unlimited|no limit|unbegrenzt|∞)$/i.test(said);
  const seats = said === null || isOpen ? undefined : count('capacity')?.people;
  const size = said === null ? (booked?.places ?? attended?.places) : seats;
  const capacity = size === undefined ? null : within('capacity', size, 1);
  return numbersFrom((name, { field, holds }) => {
    if (name === 'capacity') return capacity;
    if (name === 'booked') return people(field, booked, capacity);
    if (name === 'checkedIn') return people(field, attended, null);
    return holds === 'money' ? money(field) : people(field, count(field), null);
  });
}

type Pause = readonly [first: CalendarDate, last: CalendarDate];

/* Weekly timetables: `Monday`, `18:00`, from and until which date, and the days on which it is closed. */

/** Longest time that a row is written out for, days. Chosen here: two years of a timetable. */
const MAX_DAYS = 732;
/** `Monday 18:00`: a day before a time. */
const DAY_AND_TIME = /^(\p{L}[\p{L}.-]*?)[.,]?\s+(\d.*)$/u;

/**
 * The rows that a row stands for: itself where it is not of a weekly timetable. One that says no begin or end holds
 * from `today` until `windowEnd`.
 */
function weekly(
  values: RowValues,
  order: DateOrder,
  today: CalendarDate,
  windowEnd: CalendarDate,
): readonly RowValues[] | RowFault {
  const { weekday, from, until, closed, date, ...others } = values;
  const split = dayBeforeTime(values, order);
  const days = readWeekdays(textOf(weekday) ?? '') ?? split?.days ?? null;
  if (days === null || hasOwnDate(values, split === null, order)) return [withDate(values, order)];
  const [start, end] = [dateOnly(values.start, order), dateOnly(values.end, order)];
  const first = dateOnly(from, order) ?? dateOnly(date, order) ?? start ?? today;
  const last = dateOnly(until, order) ?? end ?? (first > windowEnd ? first : windowEnd);
  const pauses = pausesOf(closed, order);
  if (isNoDate(from, order)) return fault('from', 'a date', from);
  if (isNoDate(until, order)) return fault('until', 'a date', until);
  if (pauses === null) return fault('closed', 'dates, such as 2026-12-24; 2026-12-31', closed);
  if (last > addDays(first, MAX_DAYS)) {
    return fault('until', 'a date at most two years after the first', last);
  }
  const rest: Partial<Record<Field, unknown>> = { ...others };
  if (start !== null) delete rest.start;
  if (end !== null) delete rest.end;
  if (split !== null) rest[split.field] = split.time;
  const dates = datesOf(days, first, last, pauses);
  if (dates.length === 0) {
    return fault('from', 'a day of the week between its dates', `${first} to ${last}`);
  }
  return dates.map((day) => onDay(rest, day));
}

/** The id of a row of a timetable is that of a series. */
function onDay(values: RowValues, date: CalendarDate): RowValues {
  const { id } = values;
  return { ...values, date, ...(id !== undefined && { id: `${textOf(id) ?? ''}/${date}` }) };
}

function fault(field: Field, expected: string, got: unknown): RowFault {
  return { field, expected, got: textOf(got) ?? '' };
}

/** A row of one class may name its day of the week next to its date: then nothing says until when it holds. */
function hasOwnDate(values: RowValues, isStartWhole: boolean, order: DateOrder): boolean {
  if (dateOnly(values.until, order) !== null || dateOnly(values.end, order) !== null) return false;
  const start = isStartWhole ? readMoment(values.start, order) : null;
  const own = readMoment(values.date, order) ?? start;
  return own?.utcMs !== undefined || (own?.date !== undefined && textOf(values.from) === null);
}

/** Of a text that is a date and no time. */
function dateOnly(value: unknown, order: DateOrder): CalendarDate | null {
  const found = leadingDate(textOf(value) ?? '', order);
  return found === null || /\d/.test(found.rest) ? null : found.date;
}

function isNoDate(value: unknown, order: DateOrder): boolean {
  return textOf(value) !== null && dateOnly(value, order) === null;
}

function datesOf(
  days: readonly number[],
  first: CalendarDate,
  last: CalendarDate,
  pauses: readonly Pause[],
): CalendarDate[] {
  const dates: CalendarDate[] = [];
  for (let date = first; date <= last; date = addDays(date, 1)) {
    const isClosed = pauses.some(([begin, stop]) => begin <= date && date <= stop);
    if (!isClosed && days.includes(weekdayOf(date))) dates.push(date);
  }
  return dates;
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

/** A column `Day` may hold the date. */
function withDate(values: RowValues, order: DateOrder): RowValues {
  const { weekday, ...rest } = values;
  const isDate = leadingDate(textOf(weekday) ?? '', order) !== null;
  return isDate && textOf(values.date) === null ? { ...rest, date: weekday } : rest;
}

/** Single days and stretches; null where one is no date. */
function pausesOf(value: unknown, order: DateOrder): Pause[] | null {
  const pauses: Pause[] = [];
  for (const part of (textOf(value) ?? '').split(/\s*[;,|\n]\s*/).filter((each) => each !== '')) {
    const ends = part.split(/\s*(?:–|—|\s-\s|\bto\b|\bbis\b|\.\.+)\s*/i);
    const [first, last] = [dateOnly(ends[0], order), dateOnly(ends.at(-1), order)];
    if (first === null || last === null || ends.length > 2) return null;
    pauses.push([first, last]);
  }
  return pauses;
}
