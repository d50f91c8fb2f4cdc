/** Classes as a file that the parser reads back to the same classes. */

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
  const events = entries.map((entry) => ({
    UID: escaped(entry.externalId),
    DTSTAMP: utcText(entry.startsUtcMs),
    DTSTART: utcText(entry.startsUtcMs),
    DTEND: utcText(entry.endsUtcMs),
    SUMMARY: escaped(entry.name),
    LOCATION: entry.room && escaped(entry.room),
    DESCRIPTION: escaped(notesOf(entry).join('\n')) || null,
    STATUS: entry.isCancelled ? 'CANCELLED' : 'CONFIRMED',
  }));
  return calendarText([`PRODID:${OWN_PRODUCT}`], events);
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

/* Calendars as text: RFC 5545. */

/** Longest line, octets. */
const LINE_OCTETS = 75;

/** @param head Lines behind the version. @param events Values by property; one that is null is left out. */
export function calendarText(
  head: readonly string[],
  events: readonly Readonly<Record<string, string | null>>[],
): string {
  const lines = events.flatMap((properties) => [
    'BEGIN:VEVENT',
    ...Object.entries(properties).flatMap(([name, value]) =>
      value === null ? [] : [`${name}:${value}`],
    ),
    'END:VEVENT',
  ]);
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...head, ...lines, 'END:VCALENDAR']
    .map(folded)
    .join('');
}

export function utcText(atUtcMs: number): string {
  return new Date(atUtcMs).toISOString().replace(/[-:]|\.\d+/g, '');
}

/** A text of section 3.3.11. */
export function escaped(text: string): string {
  return text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n?|\n/g, '\\n')
    .replace(/\p{Cc}/gu, ' ');
}

/** A line, and the rest of a long one on lines that begin with a space: section 3.1. */
function folded(line: string): string {
  let text = '';
  let octets = 0;
  for (const letter of line) {
    const size = Buffer.byteLength(letter);
    if (octets + size > LINE_OCTETS) {
      text += '\r\n ';
      octets = 1;
    }
    text += letter;
    octets += size;
  }
  return `${text}\r\n`;
}
