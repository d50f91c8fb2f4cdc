/** Classes as a file that the parser reads back to the same classes. */

import ICAL from 'ical.js';
import { formatInstant } from '../calendar/zone.ts';
import {
  CLASS_NUMBERS,
  type ClassNumbers,
  NUMBER_COLUMNS,
  NUMBER_NAMES,
  type NumberField,
} from '../sessions/class-fields.ts';
import { OWN_PRODUCT, type ScheduleEntry, type ScheduleFormat } from './entry.ts';
import type { Field } from './values.ts';
import { csvText } from './values.ts';

/**
 * The text of an export, with a line end at its end. CSV has a header line of the fields of the configuration, JSON is
 * a list of objects with the same keys, ICS is one event for each class with what a calendar has no property for in its
 * description.
 *
 * @param timezone the gym's, in which times are shown; they carry their offset.
 */
export function formatSchedule(
  entries: readonly ScheduleEntry[],
  format: ScheduleFormat,
  timezone: string,
): string {
  if (format === 'ics') return writeIcs(entries);
  const records = entries.map((entry) => recordOf(entry, timezone));
  return format === 'csv' ? writeCsv(records) : `${JSON.stringify(records, null, 2)}\n`;
}

type WrittenRecord = Readonly<Partial<Record<Field, string | number | boolean | null>>>;

/** Times carry the offset of the gym's wall clock, so that they mean the same anywhere. Whole seconds. */
export function recordOf(entry: ScheduleEntry, timezone: string): WrittenRecord {
  return {
    id: entry.externalId,
    name: entry.name,
    trainer: entry.trainer?.name ?? null,
    trainer_id: entry.trainer?.externalId ?? null,
    substitute: entry.isSubstitute,
    room: entry.room,
    start: formatInstant(timezone, entry.startsUtcMs),
    end: formatInstant(timezone, entry.endsUtcMs),
    status: entry.isCancelled ? 'cancelled' : 'scheduled',
    ...Object.fromEntries(
      NUMBER_NAMES.map((name) => [CLASS_NUMBERS[name].imported.field, writtenNumber(name, entry)]),
    ),
  };
}

/** Money in whole units of the currency. */
export function writtenNumber<Name extends NumberField>(
  name: Name,
  numbers: Pick<ClassNumbers, Name>,
): number | null {
  const value = numbers[name];
  const isMoney = CLASS_NUMBERS[name].imported.holds === 'money';
  return value !== null && isMoney ? value / 1000 : value;
}

const TEXTS = 'id name trainer trainer_id substitute room start end status'.split(' ') as Field[];
const COLUMNS: readonly Field[] = [...TEXTS, ...NUMBER_COLUMNS];

function writeCsv(records: readonly WrittenRecord[]): string {
  const lines = records.map(({ substitute, ...others }): WrittenRecord => {
    return { ...others, substitute: substitute === true ? 'yes' : 'no' };
  });
  return csvText([COLUMNS, ...lines.map((line) => COLUMNS.map((field) => line[field] ?? null))]);
}

function writeIcs(entries: readonly ScheduleEntry[]): string {
  const calendar = new ICAL.Component('vcalendar');
  calendar.addPropertyWithValue('version', '2.0');
  calendar.addPropertyWithValue('prodid', OWN_PRODUCT);
  for (const entry of entries) calendar.addSubcomponent(eventOf(entry));
  return `${calendar.toString()}\r\n`;
}

function eventOf(entry: ScheduleEntry) {
  const event = new ICAL.Component('vevent');
  const time = (atUtcMs: number) => ICAL.Time.fromJSDate(new Date(atUtcMs), true);
  const properties = {
    uid: entry.externalId,
    dtstamp: time(entry.startsUtcMs),
    dtstart: time(entry.startsUtcMs),
    dtend: time(entry.endsUtcMs),
    summary: entry.name,
    location: entry.room,
    description: notesOf(entry).join('\n') || null,
    status: entry.isCancelled ? 'CANCELLED' : 'CONFIRMED',
  };
  for (const [name, value] of Object.entries(properties)) {
    if (value !== null) event.addPropertyWithValue(name, value);
  }
  return event;
}

/** Labels are those that `ics/ics.ts` reads. */
function notesOf(entry: ScheduleEntry): string[] {
  const notes: readonly (readonly [string, string | number | null])[] = [
    ['Trainer', entry.trainer?.name ?? null],
    ['Trainer ID', entry.trainer?.externalId ?? null],
    ['Substitute', entry.isSubstitute ? 'yes' : null],
    ...NUMBER_NAMES.map(
      (name) => [CLASS_NUMBERS[name].imported.label, writtenNumber(name, entry)] as const,
    ),
  ];
  return notes.flatMap(([label, value]) => (value === null ? [] : [`${label}: ${value}`]));
}
