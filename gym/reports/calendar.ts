/** Classes as a calendar (RFC 5545) that other programs follow: each with who came, once that is known. */

import { type ClassSession, statusAt } from '../sessions/session.ts';
import type { GymView } from '../sessions/view.ts';
import { sessionBody } from './session-row.ts';

/** Longest line, octets. */
const LINE_OCTETS = 75;
const HOUR_MS = 3_600_000;

export function calendarText(view: GymView, sessions: readonly ClassSession[]): string {
  const { id, name = id } = view.gym;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Turnout//Classes//EN',
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    ...sessions.flatMap((session) => event(view, session)),
    'END:VCALENDAR',
  ];
  return lines.map(folded).join('');
}

function event(view: GymView, session: ClassSession): string[] {
  const { trainer, room, booked } = sessionBody(session, view);
  const isCancelled = statusAt(session, view.nowUtcMs) === 'cancelled';
  const told = [
    ...(trainer === null ? [] : [`With ${trainer.name}`]),
    ...(booked === null ? [] : [`${booked} booked`]),
  ];
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(session.id)}@turnout`,
    // By the hour, so that what has not changed is the same text.
    `DTSTAMP:${utc(view.nowUtcMs - (view.nowUtcMs % HOUR_MS))}`,
    `DTSTART:${utc(session.startsUtcMs)}`,
    `DTEND:${utc(session.endsUtcMs)}`,
    `SUMMARY:${escaped(summaryOf(view, session))}`,
    ...(room === null ? [] : [`LOCATION:${escaped(room)}`]),
    ...(told.length === 0 ? [] : [`DESCRIPTION:${escaped(told.join('\n'))}`]),
    `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    // Nobody is busy because a class is on.
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

/** `Spin: 15 of 18`, `Spin: cancelled`, or the name alone where nobody was counted yet. */
function summaryOf(view: GymView, session: ClassSession): string {
  const { name, status, attended, capacity } = sessionBody(session, view);
  if (status === 'cancelled') return `${name}: cancelled`;
  if (attended === null) return status === 'completed' ? `${name}: not counted` : name;
  return `${name}: ${attended}${capacity === null ? ' came' : ` of ${capacity}`}`;
}

function utc(atUtcMs: number): string {
  return new Date(atUtcMs).toISOString().replace(/[-:]|\.\d+/g, '');
}

/** A text of RFC 5545 section 3.3.11. */
function escaped(text: string): string {
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
