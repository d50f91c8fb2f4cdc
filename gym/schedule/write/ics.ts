/** iCalendar of RFC 5545: one event for each class, times in UTC. */

import { CLASS_NUMBERS } from '../../sessions/class-fields.ts';
import { NUMBER_NAMES } from '../../sessions/class-values.ts';
import type { ScheduleEntry } from '../entry.ts';
import { writtenNumber } from './record.ts';

/** Marks our own files: in them a name is never taken apart to find a trainer. */
export const OWN_PRODUCT = '-//Turnout//Schedule//EN';

export function writeIcs(entries: readonly ScheduleEntry[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:${OWN_PRODUCT}`,
    ...entries.flatMap(eventLines),
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}

function eventLines(entry: ScheduleEntry): string[] {
  const notes = notesOf(entry);
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(entry.externalId)}`,
    `DTSTAMP:${utc(entry.startsUtcMs)}`,
    `DTSTART:${utc(entry.startsUtcMs)}`,
    `DTEND:${utc(entry.endsUtcMs)}`,
    `SUMMARY:${escaped(entry.name)}`,
    ...(entry.room === null ? [] : [`LOCATION:${escaped(entry.room)}`]),
    ...(notes.length === 0 ? [] : [`DESCRIPTION:${escaped(notes.join('\n'))}`]),
    `STATUS:${entry.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
  ];
}

/** Labels are those that `ics/notes.ts` knows. */
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

/** `20260329T173000Z` */
function utc(atUtcMs: number): string {
  return `${new Date(atUtcMs).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

/** Section 3.3.11. */
function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n');
}

/** Section 3.1: at most 75 bytes a line, without cutting a character in two. */
function folded(line: string): string {
  let out = '';
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > 75) {
      out += '\r\n ';
      bytes = 1;
    }
    out += character;
    bytes += size;
  }
  return out;
}
