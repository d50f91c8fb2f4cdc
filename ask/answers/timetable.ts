/** What is or was on, and who teaches it, with the gym as it is now, or as it was where a view does not reach back so far. */

import { addDays, dayOf } from '../../gym/calendar/zone.ts';
import { filtered } from '../../gym/figures/chunks.ts';
import type { ClassFacts } from '../../gym/figures/class-table.ts';
import { filterOf } from '../../gym/figures/groups.ts';
import { QUERY_LIMITS } from '../../gym/figures/query.ts';
import { firstOnSchedule, nextOnSchedule } from '../../gym/reports/order.ts';
import {
  daysIn,
  horizonOf,
  knownDays,
  missingNote,
  sharedDays,
  todayOf,
} from '../../gym/reports/period.ts';
import { MAX_SESSIONS, type SessionBody, sessionBody } from '../../gym/reports/session-row.ts';
import type { ClassSession } from '../../gym/sessions/session.ts';
import type { GymView } from '../../gym/sessions/view.ts';
import { inSlices } from '../../runtime/timers.ts';
import type { ClassesSource } from '../../service/gyms/gym-source.ts';
import { capitalised, classes, date, timeOf } from '../../web/words/format.ts';
import type { TimetableQuery } from '../query.ts';
import { filter } from '../read/phrase.ts';
import { type QueryOutcome, type ReportAnswer, scored, type Unscored } from './outcome.ts';
import { dateText, dayText, plain, rangeText, spanText } from './wording.ts';

/** Of the longest answer: the same as of figures. */
const MAX_DAYS = QUERY_LIMITS.days;

/** What to do about a gym without classes. */
export const IMPORT_ADVICE = 'Import a timetable, or give the gym a calendar of its classes.';

/** Rejects where the history cannot be read. */
export async function timetableAnswer(
  request: TimetableQuery,
  view: GymView,
  { classesIn }: ClassesSource,
): Promise<QueryOutcome> {
  const today = todayOf(view);
  const isLong = daysIn(request) > MAX_DAYS;
  const from = isLong ? addDays(request.to, 1 - MAX_DAYS) : request.from;
  const query = { ...request, from };
  const words = `from ${dateText(from)} to ${dateText(request.to)}`;
  const cut = isLong ? [`An answer spans at most ${MAX_DAYS} days: these are ${words}.`] : [];
  const horizon = horizonOf(view);
  const missing = missingNote(query, horizon);
  const covered = sharedDays(query, horizon.known);
  if (covered === null) {
    const advice = horizon.known === null ? ` ${IMPORT_ADVICE}` : '';
    const why = capitalised(`${missing ?? ''}${advice}`);
    const summary = `Nothing is known of ${spanText(request, today)}. ${why}`;
    const found = { summary, numbers: {}, items: [], notes: [] };
    return { kind: 'answered', query: request, found, hasFigures: false };
  }
  const isNow = query.where.some(
    ([dim, , [status]]) => dim === 'status' && status === 'in_progress',
  );
  // What runs now may have begun before midnight.
  const days = { from: addDays(from, isNow ? -1 : 0), to: query.to };
  const table = await classesIn(view, days);
  const { nowUtcMs } = view;
  const span = { ...query, table, firstDay: dayOf(days.from), nowUtcMs, verdicts: new Map() };
  const filters = query.where.map((one) => filterOf(one, span));
  const passes = (facts: ClassFacts) => filters.every((isWithin) => isWithin(facts));
  const sessions = await inSlices(filtered(table.within(days), passes));
  const found = listed(
    query,
    sessions.map(({ session }) => session),
    view,
    isNow,
  );
  const notes = [...cut, ...(missing === null ? [] : [missing]), ...found.notes];
  return { kind: 'answered', query, found: { ...found, notes, covered }, hasFigures: true };
}

/** Classes that the sentence names. Chosen here: a list says more of many. */
const MAX_NAMED = 3;

function listed(
  { from, to: last, where, next }: TimetableQuery,
  sessions: readonly ClassSession[],
  view: GymView,
  isNow: boolean,
): ReportAnswer {
  const chosen = next
    ? nextOnSchedule(sessions, view.nowUtcMs)
    : firstOnSchedule(sessions, MAX_SESSIONS);
  const rows = chosen.map((one) => sessionBody(one, view));
  const today = todayOf(view);
  const tomorrow = addDays(today, 1);
  const { to = tomorrow } = knownDays(view) ?? {};
  const knownTo = to > tomorrow ? to : tomorrow;
  const what = where.map((one) => filter(one, view)).join('');
  const until = last > knownTo && from <= knownTo ? knownTo : last;
  const when = isNow ? '' : ` ${rangeText({ from, to: until }, today)}`;
  const total = next ? rows.length : sessions.length;
  const isUnknown = from > knownTo && total === 0;
  const isCut = last > knownTo || (next && rows.length === 0);
  const [first] = rows;
  const text = next ? nextText(first, what, when) : listText(rows, total, what, when);
  return {
    summary: isUnknown
      ? `What is on${when} is not known yet: the timetable is known up to ${dateText(knownTo)}.`
      : text,
    numbers: { total_classes: total, ...(next && first && ownNumbers(first)) },
    items: scored(rows.map(sessionItem)),
    notes:
      isCut && !isUnknown
        ? [
            `The timetable is known up to ${dateText(knownTo)}: later classes are not in this answer.`,
          ]
        : [],
  };
}

const ownNumbers = ({ id, booked, capacity }: SessionBody) => ({
  [`${id}.booked`]: booked,
  [`${id}.capacity`]: capacity,
});

function nextText(session: SessionBody | undefined, what: string, when: string): string {
  if (session === undefined) return `No class${what} is still to come${when}.`;
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

function listText(sessions: readonly SessionBody[], total: number, what: string, when: string) {
  if (total === 0) return `No class${what}${when === '' ? '' : ` is in the timetable${when}`}.`;
  const named = sessions.slice(0, MAX_NAMED).map(taught);
  const rest = total > named.length ? `; and ${plain(total - named.length, 0)} more` : '';
  return `${capitalised(classes(total))}${what}${when}: ${named.join('; ')}${rest}.`;
}

/** A class on one date as a finding. */

function sessionItem(session: SessionBody): Unscored {
  return {
    '@type': 'ClassSession',
    name: sessionName(session),
    description: `${sentenceOf(session)}.`,
    figures: session,
  };
}

/** `Spin, Tue 17 Nov 18:30, Spin room`. */
function sessionName({ name, starts_at, room }: SessionBody): string {
  const day = starts_at.slice(0, 10);
  const where = room === null ? '' : `, ${room}`;
  return `${name}, ${date(day, 'weekday').slice(0, 3)} ${dayText(day)} ${timeOf(starts_at)}${where}`;
}

function sentenceOf(session: SessionBody): string {
  const { trainer, substitute, status, occupancy_now: now } = session;
  const by = trainer === null ? '' : ` by ${trainer.name}${substitute ? ' (standing in)' : ''}`;
  const what = `${session.name}${by}`;
  const inside = now === null ? 'who is there now is unknown' : `${now} in the room now`;
  switch (status) {
    case 'cancelled':
      return `${what}: cancelled`;
    case 'scheduled':
      return `${what}: ${bookedText(session)}`;
    case 'in_progress':
      return `${what}: running, ${inside}; ${bookedText(session)}`;
    default:
      return `${what}: ${cameText(session)}${stayedText(session)}`;
  }
}

function bookedText({ booked, capacity }: SessionBody): string {
  if (booked === null)
    return capacity === null ? 'bookings unknown' : `bookings unknown, ${capacity} places`;
  return capacity === null ? `${booked} booked` : `${booked} booked of ${capacity} places`;
}

function cameText({ attended, capacity, quality, source, ...range }: SessionBody): string {
  if (attended === null || quality === 'none') return 'who came is unknown, it was not counted';
  const { attended_low: low, attended_high: high } = range;
  const span = low === null || high === null || low === high ? '' : ` (${low} to ${high})`;
  const came = source === 'import' ? 'checked in' : 'came';
  return `${attended}${span} ${came}${capacity === null ? '' : ` of ${capacity} places`}`;
}

function stayedText({ no_shows, no_shows_basis, booked }: SessionBody): string {
  // Fewer people than bookings are known to have stayed away; as many or more tell nothing.
  if (no_shows === null || (no_shows === 0 && no_shows_basis === 'net')) return '';
  if (no_shows === 0) return `; all ${booked ?? 0} booked came`;
  const atLeast = no_shows_basis === 'net' ? 'at least ' : '';
  return `; ${atLeast}${no_shows} of ${booked ?? 0} booked did not come`;
}
