/** What is or was on, and who teaches it. */

import { addDays } from '../../../gym/calendar/zone.ts';
import type { QueryFilter } from '../../../gym/figures/query.ts';
import { firstOnSchedule, nextOnSchedule } from '../../../gym/reports/order.ts';
import { sessionsIn, todayOf } from '../../../gym/reports/period.ts';
import { MAX_SESSIONS, type SessionBody, sessionBody } from '../../../gym/reports/session-row.ts';
import type { GymView } from '../../../gym/sessions/view.ts';
import type { TimetableQuery } from '../../query.ts';
import { filter } from '../../read/phrase.ts';
import { type NamedNumbers, type ReportAnswer, scored } from '../report-answer.ts';
import type { Scene } from '../scene.ts';
import { sessionItem, sessionName } from '../words/session-item.ts';
import { classes, dateText, plain, rangeText, sentence } from '../words/wording.ts';
import { passes } from './timetable-filter.ts';

/** Classes that the sentence names. Chosen here: a list says more of many. */
const MAX_NAMED = 3;

export function timetableAnswer(query: TimetableQuery, scene: Scene): ReportAnswer {
  const { view, range, today } = scene;
  const { next } = query;
  const sessions = sessionsIn(view, range).filter((one) => passes(one, query.where, view));
  const chosen = next
    ? nextOnSchedule(sessions, view.nowUtcMs)
    : firstOnSchedule(sessions, MAX_SESSIONS);
  const listed = chosen.map((one) => sessionBody(one, view));
  // Of later dates than tomorrow a view holds no classes.
  const knownTo = addDays(todayOf(view), 1);
  const what = filtersText(query.where, view);
  const to = range.to > knownTo && range.from <= knownTo ? knownTo : range.to;
  const when = rangeText({ from: range.from, to }, today);
  const total = next ? listed.length : sessions.length;
  const isUnknown = range.from > knownTo && total === 0;
  const isCut = range.to > knownTo || (next && listed.length === 0);
  const text = next ? nextText(listed[0], what, when) : listText(listed, total, what, when);
  return {
    summary: isUnknown
      ? `What is on ${when} is not known yet: the timetable is known up to ${dateText(knownTo)}.`
      : text,
    numbers: { total_classes: total, ...(next ? nextNumbers(listed[0]) : {}) },
    items: scored(listed.map(sessionItem)),
    notes:
      isCut && !isUnknown
        ? [
            `The timetable is known up to ${dateText(knownTo)}: later classes are not in this answer.`,
          ]
        : [],
  };
}

function filtersText(where: readonly QueryFilter[], { trainers, rooms }: GymView): string {
  return where.map((one) => filter(one, { trainers, rooms })).join('');
}

function nextNumbers(session: SessionBody | undefined): NamedNumbers {
  if (session === undefined) return {};
  const { id, booked, capacity } = session;
  return { [`${id}.booked`]: booked, [`${id}.capacity`]: capacity };
}

function nextText(session: SessionBody | undefined, what: string, when: string): string {
  if (session === undefined) return `No class${what} is still to come ${when}.`;
  const { booked, capacity } = session;
  const places = capacity === null ? '' : ` of ${plain(capacity, 0)} places`;
  const bookings =
    booked === null ? 'bookings are unknown' : `${plain(booked, 0)}${places} are booked`;
  return `Next is ${taught(session)}; ${bookings}.`;
}

/** `Power Ride, Mon 23 Nov 18:00, Spin Room, with Tom Ashworth`. */
function taught(session: SessionBody): string {
  const { trainer, substitute, status } = session;
  const by = trainer === null ? '' : `, with ${trainer.name}${substitute ? ' (standing in)' : ''}`;
  return `${sessionName(session)}${by}${status === 'cancelled' ? ' (cancelled)' : ''}`;
}

function listText(
  sessions: readonly SessionBody[],
  total: number,
  what: string,
  when: string,
): string {
  if (total === 0) return `No class${what} is in the timetable ${when}.`;
  const named = sessions.slice(0, MAX_NAMED).map(taught);
  const rest = total > named.length ? `; and ${plain(total - named.length, 0)} more` : '';
  return `${sentence(classes(total))}${what} ${when}: ${named.join('; ')}${rest}.`;
}
