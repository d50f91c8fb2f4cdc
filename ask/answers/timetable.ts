/** What is or was on, and who teaches it, with the gym as it is now, or as it was where a view does not reach back so far. */

import { addDays, formatInstant } from '../../gym/calendar/zone.ts';
import { PARTS_OF_DAY, WEEKDAYS } from '../../gym/figures/dimensions.ts';
import type { FilterValue, QueryFilter } from '../../gym/figures/query.ts';
import { firstOnSchedule, nextOnSchedule } from '../../gym/reports/order.ts';
import {
  horizonOf,
  missingNote,
  sessionsIn,
  sharedDays,
  todayOf,
} from '../../gym/reports/period.ts';
import { MAX_SESSIONS, type SessionBody, sessionBody } from '../../gym/reports/session-row.ts';
import { foldName } from '../../gym/sessions/names.ts';
import { type ClassSession, statusAt } from '../../gym/sessions/session.ts';
import type { GymView } from '../../gym/sessions/view.ts';
import type { TimetableQuery } from '../query.ts';
import { filter } from '../read/phrase.ts';
import { type NamedNumbers, type ReportAnswer, scored, type Unscored } from './outcome.ts';
import {
  classes,
  type Days,
  dateText,
  daysIn,
  dayText,
  plain,
  rangeText,
  sentence,
  timeText,
  weekdayName,
  weekdayOf,
} from './wording.ts';

/** Days before today that a view holds, and days of the longest answer. Source: `VIEW_DAYS`, `WINDOW_DAYS`. */
const VIEW_DAYS = 42;
const MAX_DAYS = 42;

/** What to do about a gym without classes. */
export const IMPORT_ADVICE = 'Import a timetable, or give the gym a calendar of its classes.';

/** The gym at the time that is asked about. */
export interface Scene {
  /** Holds the classes of `range`: the gym as it is, or as it was. */
  readonly view: GymView;
  /** The gym as it is now: rooms, names. */
  readonly now: GymView;
  /** What is answered: at most 42 days. */
  readonly range: Days;
  /** The days of {@link range} that the data cover. */
  readonly covered: Days;
  /** The date where the gym is, now. */
  readonly today: string;
  /** What is to be said of the range. */
  readonly notes: readonly string[];
}

export interface QueryWorld {
  /** The gym as it was at the end of a date, from its history; null where it has none. */
  readonly asOf: (date: string) => Promise<GymView | null>;
}

/** What is known of a time. */
export type Found =
  | { readonly kind: 'scene'; readonly scene: Scene }
  /** Nothing: one sentence of why. */
  | { readonly kind: 'nothing'; readonly why: string };

/** First date of which a view has all classes. */
export function firstDayOf(view: GymView): string {
  return addDays(todayOf(view), -VIEW_DAYS);
}

export async function sceneOf(asked: Days, view: GymView, world: QueryWorld): Promise<Found> {
  const { range, notes } = bounded(asked);
  const today = todayOf(view);
  const first = firstDayOf(view);
  if (range.from >= first) return sceneIn({ view, now: view, range, today, notes });
  const past = await world.asOf(range.to);
  if (past !== null) return sceneIn({ view: past, now: view, range, today, notes });
  const begin = `Figures exist from ${dateText(first)} on.`;
  if (range.to < first) return { kind: 'nothing', why: begin };
  const rest = { from: first, to: range.to };
  return sceneIn({ view, now: view, range: rest, today, notes: [...notes, begin] });
}

function bounded(range: Days): { readonly range: Days; readonly notes: readonly string[] } {
  if (daysIn(range) <= MAX_DAYS) return { range, notes: [] };
  const from = addDays(range.to, 1 - MAX_DAYS);
  const note = `An answer spans at most ${MAX_DAYS} days: these are from ${dateText(from)} to ${dateText(range.to)}.`;
  return { range: { from, to: range.to }, notes: [note] };
}

function sceneIn({ notes, ...scene }: Omit<Scene, 'covered'>): Found {
  const { range, now } = scene;
  const horizon = horizonOf(now);
  const missing = missingNote(range, horizon);
  const covered = sharedDays(range, horizon.known);
  if (covered === null) {
    const advice = horizon.known === null ? ` ${IMPORT_ADVICE}` : '';
    return { kind: 'nothing', why: `${missing}${advice}` };
  }
  return {
    kind: 'scene',
    scene: { ...scene, covered, notes: [...notes, ...(missing === null ? [] : [missing])] },
  };
}

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

/** Which classes of a timetable a query's filters let through. */

export function passes(
  session: ClassSession,
  where: readonly QueryFilter[],
  view: GymView,
): boolean {
  return where.every(([dim, op, values]) => {
    const own = fieldOf(session, dim, view);
    if (op === 'between') {
      const [from, to] = values.map(String);
      return from !== undefined && to !== undefined && String(own) >= from && String(own) <= to;
    }
    const isOne = values.some((value) => isSame(own, value));
    return op === 'is' ? isOne : !isOne;
  });
}

function isSame(own: FilterValue, value: FilterValue): boolean {
  return typeof own === 'string' && typeof value === 'string'
    ? foldName(own) === foldName(value)
    : own === value;
}

/** Undefined filters let nothing through: the reader makes none. */
function fieldOf(session: ClassSession, dim: QueryFilter[0], view: GymView): FilterValue {
  const wall = formatInstant(view.gym.timezone, session.startsUtcMs);
  const time = wall.slice(11, 16);
  switch (dim) {
    case 'trainer':
      return session.trainer?.id ?? null;
    case 'class':
      return session.name;
    case 'room':
      return session.roomId ?? session.roomName;
    case 'weekday':
      return WEEKDAYS[weekdayOf(wall.slice(0, 10)) - 1] ?? null;
    case 'start_time':
      return time;
    case 'hour':
      return Number(time.slice(0, 2));
    case 'part_of_day':
      return partOf(Number(time.slice(0, 2)));
    case 'status':
      return statusAt(session, view.nowUtcMs);
    case 'substitute':
      return session.isSubstitute;
    default:
      return null;
  }
}

function partOf(hour: number): string {
  const parts = Object.entries(PARTS_OF_DAY).filter(([, from]) => from <= hour);
  return parts.at(-1)?.[0] ?? 'night';
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
  const date = starts_at.slice(0, 10);
  const day = weekdayName(weekdayOf(date)).slice(0, 3);
  const where = room === null ? '' : `, ${room}`;
  return `${name}, ${day} ${dayText(date)} ${timeText(starts_at)}${where}`;
}

function sentenceOf(session: SessionBody): string {
  const { trainer, substitute, status } = session;
  const by = trainer === null ? '' : ` by ${trainer.name}${substitute ? ' (standing in)' : ''}`;
  const what = `${session.name}${by}`;
  switch (status) {
    case 'cancelled':
      return `${what}: cancelled`;
    case 'scheduled':
      return `${what}: ${bookedText(session)}`;
    case 'in_progress':
      return `${what}: running, ${nowText(session)}; ${bookedText(session)}`;
    default:
      return `${what}: ${cameText(session)}${stayedText(session)}`;
  }
}

function bookedText({ booked, capacity }: SessionBody): string {
  if (booked === null)
    return capacity === null ? 'bookings unknown' : `bookings unknown, ${capacity} places`;
  return capacity === null ? `${booked} booked` : `${booked} booked of ${capacity} places`;
}

function nowText({ occupancy_now }: SessionBody): string {
  return occupancy_now === null
    ? 'who is there now is unknown'
    : `${occupancy_now} in the room now`;
}

function cameText({
  attended,
  attended_low,
  attended_high,
  capacity,
  quality,
  source,
}: SessionBody): string {
  if (attended === null || quality === 'none') return 'who came is unknown, it was not counted';
  const span =
    attended_low === null || attended_high === null || attended_low === attended_high
      ? ''
      : ` (${attended_low} to ${attended_high})`;
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
