/** Classes as a calendar (RFC 5545) that other programs follow: each with who came, once that is known. */

import { calendarText, escaped, utcText } from '../schedule/write.ts';
import type { ClassSession } from '../sessions/session.ts';
import type { GymView } from '../sessions/view.ts';
import { type SessionBody, sessionBody } from './session-row.ts';

const HOUR_MS = 3_600_000;

export function classCalendar(view: GymView, sessions: readonly ClassSession[]): string {
  const { id, name = id } = view.gym;
  const head = [
    'PRODID:-//Turnout//Classes//EN',
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
  ];
  return calendarText(
    head,
    sessions.map((session) => eventOf(view, session)),
  );
}

function eventOf(view: GymView, session: ClassSession) {
  const body = sessionBody(session, view);
  const { trainer, booked } = body;
  const details = [trainer && `With ${trainer.name}`, booked !== null && `${booked} booked`];
  return {
    UID: `${escaped(session.id)}@turnout`,
    // By the hour, so that what has not changed is the same text.
    DTSTAMP: utcText(view.nowUtcMs - (view.nowUtcMs % HOUR_MS)),
    DTSTART: utcText(session.startsUtcMs),
    DTEND: utcText(session.endsUtcMs),
    SUMMARY: escaped(summaryOf(body)),
    LOCATION: body.room && escaped(body.room),
    DESCRIPTION: escaped(details.filter(Boolean).join('\n')) || null,
    STATUS: body.status === 'cancelled' ? 'CANCELLED' : 'CONFIRMED',
    // Nobody is busy because a class is on.
    TRANSP: 'TRANSPARENT',
  };
}

/** `Spin: 15 of 18`, `Spin: cancelled`, or the name alone where nobody was counted yet. */
function summaryOf({ name, status, attended, capacity }: SessionBody): string {
  if (status === 'cancelled') return `${name}: cancelled`;
  if (attended === null) return status === 'completed' ? `${name}: not counted` : name;
  return `${name}: ${attended}${capacity === null ? ' came' : ` of ${capacity}`}`;
}
