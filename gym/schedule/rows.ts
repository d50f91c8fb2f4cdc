/**
 * Rows of a file, whatever its format, as classes: every format ends here. Checks what every source must keep to, and
 * makes classes unique.
 */

import { createHash } from 'node:crypto';
import { addDays, type CalendarDate, dateAt, formatInstant, weekdayOf } from '../calendar/zone.ts';
import { type ClassNumbers, numbersFrom } from '../sessions/class-fields.ts';
import { foldText } from '../sessions/names.ts';
import {
  type FaultLog,
  MAX_CLASS_MS,
  MAX_ENTRIES,
  type ParseOptions,
  RowFault,
  type ScheduleEntry,
} from './entry.ts';
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
  decideDecimalMark,
  type Field,
  foreignSigns,
  type RowValues,
  readCancelled,
  readCount,
  readMoneyMilli,
  readYes,
  textOf,
} from './values.ts';

/** A row of a table, an entry of a list or an event of a calendar, with its place in the file. */
export type Row = { readonly line: number; readonly values: RowValues };

/** What is decided for a whole file. */
type Reading = ReturnType<typeof readingOf>;

function readingOf(rows: readonly Row[], { timezone, currency }: ParseOptions, faults: FaultLog) {
  const textsOf = (...fields: readonly Field[]) =>
    fields
      .flatMap((field) => rows.map(({ values }) => values[field]))
      .filter((value) => typeof value === 'string');
  const order = decideDateOrder(textsOf('date', 'start', 'from', 'until', 'end'), timezone, faults);
  const mark = decideDecimalMark(textsOf('revenue'));
  const isForeign = currency ? foreignSigns(currency) : () => false;
  return { timezone, order, currency, mark, isForeign, faults };
}

/**
 * The classes of all rows, by start, then id, with the line of each. Guesses that touch the whole file are faults of the
 * file, once.
 */
export function takeRows(rows: readonly Row[], options: ParseOptions, faults: FaultLog) {
  const reading = readingOf(rows, options, faults);
  const taken = new Map<string, { readonly entry: ScheduleEntry; readonly line: number }>();
  const idOf = idMaker(options.timezone);
  for (const { line, values } of rows) {
    if (taken.size >= MAX_ENTRIES) {
      faults.skipped(null, null, `at most ${MAX_ENTRIES} classes`, 'more; the rest was left out');
      break;
    }
    faults.attempt(line, () => {
      for (const one of weekly(values, reading.order, options)) {
        const draft = draftOf(one, line, reading);
        const externalId = idOf(textOf(one.id), draft);
        const earlier = taken.get(externalId);
        const got = `the same again in ${line}, which was taken instead`;
        if (earlier) faults.replaced(earlier.line, 'id', 'every class once', got);
        taken.set(externalId, { entry: { ...draft, externalId }, line });
      }
    });
  }
  const found = [...taken.values()].sort(
    ({ entry: a }, { entry: b }) =>
      a.startsUtcMs - b.startsUtcMs || (a.externalId < b.externalId ? -1 : 1),
  );
  return { entries: found.map(({ entry }) => entry), lines: found.map(({ line }) => line) };
}

/** A class that still lacks its id. */
type Draft = Omit<ScheduleEntry, 'externalId'>;

/** Longest name of a class, trainer or room, characters. Chosen here: a line of text. */
const MAX_NAME = 200;

/** Throws a {@link RowFault} where a row lacks a name or a time that can be read. */
function draftOf(values: RowValues, line: number, reading: Reading): Draft {
  const { timezone, order, faults } = reading;
  const short = (text: string | null, field: Field) => {
    if (text === null || text.length <= MAX_NAME) return text;
    faults.ignored(line, field, `at most ${MAX_NAME} characters`, text);
    return text.slice(0, MAX_NAME).trim();
  };
  const name = short(textOf(values.name), 'name');
  if (name === null) throw new RowFault('name', 'the name of the class', 'none');
  const when = readWhen(values, timezone, order, faults);
  refuseImpossible(when);
  // A column `Substitute` says yes or no, or who it is; the class is then that person's.
  const substitute = textOf(values.substitute);
  const isOther = substitute === null ? false : readYes(substitute);
  const trainer = short(isOther === null ? substitute : textOf(values.trainer), 'trainer');
  const externalId = isOther === null ? null : textOf(values.trainer_id);
  const status = textOf(values.status);
  return {
    name,
    trainer: trainer === null ? null : { externalId, name: trainer },
    isSubstitute: isOther ?? true,
    room: short(textOf(values.room), 'room'),
    ...when,
    isCancelled: status !== null && readCancelled(status),
    ...readFigures(values, line, reading),
  };
}

/** Starts outside are slips of the pen or of a program. Chosen here. */
const EARLIEST_UTC_MS = Date.UTC(1990, 0, 1);
const LATEST_UTC_MS = Date.UTC(2100, 0, 1);

function refuseImpossible({ startsUtcMs, endsUtcMs }: ReturnType<typeof readWhen>): void {
  const lengthMs = endsUtcMs - startsUtcMs;
  if (!(startsUtcMs >= EARLIEST_UTC_MS && startsUtcMs < LATEST_UTC_MS)) {
    throw new RowFault('start', 'a date from 1990 to 2099', String(startsUtcMs));
  }
  if (lengthMs > 0 && lengthMs <= MAX_CLASS_MS) return;
  throw new RowFault(
    'end',
    'an end after the start, at most 24 h later (a time that a change of the clock skips comes an hour later)',
    lengthMs > 0 ? `${Math.round(lengthMs / 3_600_000)} h` : 'an end that is not',
  );
}

/** More people than any class has: a telephone number, a year in the wrong column. Chosen here. */
const MAX_PEOPLE = 10_000;
/** More than any class earns, thousandths: a billion would be absurd even in rupiah. Chosen here. */
const MAX_MILLI = 1e12;

/**
 * All numbers of a class. One that cannot be is left out with a fault; the class is taken. Of `12/20` the second number
 * is the capacity where nothing else says it.
 */
function readFigures(values: RowValues, line: number, reading: Reading): ClassNumbers {
  const { currency, mark, isForeign, faults } = reading;
  const ignore = (field: Field, expected: string, got: unknown) => {
    faults.ignored(line, field, expected, String(got));
    return null;
  };
  /** Null where the row says nothing of the field, or what `read` cannot make sense of. */
  const read = <Value>(field: Field, expected: string, of: (text: string) => Value | null) => {
    const text = textOf(values[field]);
    return text === null ? null : (of(text) ?? ignore(field, expected, text));
  };
  const count = (field: Field) => read(field, 'a whole number', readCount);
  const within = (field: Field, people: number | null | undefined, least: number) => {
    if (people == null || (people >= least && people <= MAX_PEOPLE)) return people ?? null;
    return ignore(field, `${least} to ${MAX_PEOPLE}`, people);
  };
  const people = (field: Field, found: Count | null, places: number | null = null) => {
    if (found?.share === undefined) return within(field, found?.people, 0);
    if (places !== null) return within(field, Math.round(found.share * places), 0);
    return read(field, 'a number of people', () => null);
  };
  const money = (text: string) => {
    const milli = isForeign(text) ? null : readMoneyMilli(text, mark);
    return milli !== null && milli >= 0 && milli <= MAX_MILLI ? milli : null;
  };
  const [booked, attended] = [count('booked'), count('attended')];
  const given = textOf(values.capacity);
  const isOpen = given !== null && /^(?:unlimited|no limit|unbegrenzt|∞)$/i.test(given);
  const stated = given === null ? (booked?.places ?? attended?.places) : null;
  const capacity = within('capacity', stated ?? (isOpen ? null : count('capacity')?.people), 1);
  return numbersFrom((name, { field, holds }) => {
    if (name === 'capacity') return capacity;
    if (name === 'booked') return people(field, booked, capacity);
    if (name === 'checkedIn') return people(field, attended);
    return holds === 'money'
      ? read(field, `an amount of 0 or more${currency ? ` in ${currency}` : ''}`, money)
      : people(field, count(field));
  });
}

/** A longer id is replaced by its digest. Chosen here. */
const MAX_ID = 512;

/**
 * For sources without ids: start on the wall, name and room, so that other figures or another trainer change the class
 * and make no second one. A further class that differs only in its trainer gets a number.
 */
function idMaker(timezone: string): (own: string | null, draft: Draft) => string {
  const numbers = new Map<string, Map<string | null, number>>();
  return (own, { name, room, startsUtcMs, trainer }) => {
    if (own !== null) return shortId(own);
    const wallAt = (utcMs: number) => formatInstant(timezone, utcMs).slice(0, 16);
    // In the hour that clocks repeat two classes begin at one time.
    const again = wallAt(startsUtcMs - 3_600_000) === wallAt(startsUtcMs) ? ' again' : '';
    const id = shortId(`${wallAt(startsUtcMs)}${again}/${foldText(name)}/${foldText(room ?? '')}`);
    const others = numbers.get(id) ?? new Map<string | null, number>();
    const number = others.get(trainer?.name ?? null) ?? others.size + 1;
    numbers.set(id, others.set(trainer?.name ?? null, number));
    return number === 1 ? id : `${id}#${number}`;
  };
}

/** Whether the id of a class was made of its start and name: other sources make the same one. */
export const isMadeId = (id: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d( again)?\//.test(id);

function shortId(id: string): string {
  return id.length <= MAX_ID ? id : `sha256:${createHash('sha256').update(id).digest('hex')}`;
}

/* Weekly timetables: `Monday`, `18:00`, from and until which date, and the days on which it is closed. */

/** Longest time that a row is written out for, days. Chosen here: two years of a timetable. */
const MAX_DAYS = 732;
/** `Monday 18:00`: a day before a time. */
const DAY_AND_TIME = /^(\p{L}[\p{L}.-]*?)[.,]?\s+(\d.*)$/u;

/**
 * The rows that a row stands for, one for each of its dates: itself where it is not of a weekly timetable. One that says
 * no begin or end holds from today until the end of the window. Throws {@link RowFault}.
 */
function weekly(values: RowValues, order: DateOrder, options: ParseOptions): readonly RowValues[] {
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
    const text = textOf(values[field]);
    if (text !== null && dateOnly(text, order) === null) throw new RowFault(field, 'a date', text);
  }
  const firstDate = (...fields: readonly Field[]) =>
    fields.map((field) => dateOnly(values[field], order)).find((date) => date !== null);
  const windowEnd = dateAt(timezone, window.toUtcMs - 1);
  const first = firstDate('from', 'date', 'start') ?? dateAt(timezone, nowUtcMs);
  const last = firstDate('until', 'end') ?? (first > windowEnd ? first : windowEnd);
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
