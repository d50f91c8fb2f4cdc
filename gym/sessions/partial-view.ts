/**
 * A gym as somebody sees it who may not see all of it: without money, the classes of one trainer, or without small
 * counts. Every report takes it like the whole.
 */

import type { EconomicsConfig } from '../../config/config.ts';
import { knownDays } from '../reports/period.ts';
import { MERGED_NUMBERS, type MergedNumber } from './class-fields.ts';
import type { Attendance, ClassSession } from './session.ts';
import type { GymView, RoomView } from './view.ts';

const UNKNOWN: EconomicsConfig = {
  revenuePerVisitMilli: null,
  flatPayMilli: null,
  perHeadPayMilli: null,
  roomCostMilli: null,
  variableCostMilli: null,
  classes: [],
  trainers: [],
};

type Gym = GymView['gym'];
type Sessions = GymView['sessions'];

/** Parts that are cached with a view. Chosen here: those who look at a time. */
const MAX_CACHED = 8;

/**
 * Parts by what they are of: a view, its list of sessions, which views of one second after another share with the figures
 * that are cached with it, or its gym, so that what reports keep by the gym is of these classes, and theirs of the next view.
 */
const parts = new WeakMap<object, Map<string, object>>();

/** What classes earn and cost is unknown, and judges none of them. O(sessions) for a new list of them. */
export function withoutMoney(view: GymView): GymView {
  return partOf(view, 'without money', { economics: UNKNOWN }, (sessions) =>
    sessions.map((session) => ({ ...session, revenueMilli: null })),
  );
}

/** The classes of one trainer only. Rooms and trainers stay. O(sessions) for a new list of them. */
export function ofTrainer(view: GymView, trainerId: string): GymView {
  return partOf(view, `trainer ${trainerId}`, {}, (sessions) =>
    sessions.filter(({ trainer }) => trainer?.id === trainerId),
  );
}

/** As the gym is written to files and shown on the wall: see {@link publishedCount}. The view itself where all counts are shown. */
export function asPublished(view: GymView): GymView {
  if (view.gym.hidesSmallCounts !== true) return view;
  return cached(view, 'published', () => ({
    ...partOf(view, 'small counts', {}, (sessions) => sessions.map(publishedSession)),
    rooms: view.rooms.map(publishedRoom),
  }));
}

/** The same object for the same view and part while it is cached, so what is computed from it can be cached with it. */
function partOf(
  view: GymView,
  part: string,
  settings: Partial<Gym>,
  cut: (sessions: Sessions) => Sessions,
): GymView {
  return cached(view, part, () => ({
    ...view,
    // Of the gym, whatever is left out.
    known: knownDays(view),
    gym: cached(view.gym, part, () => ({ ...view.gym, ...settings })),
    sessions: cached(view.sessions, part, () => cut(view.sessions)),
  }));
}

/** The part of `owner` that is cached, else a new one; of too many the oldest goes. */
function cached<Part extends object>(owner: object, name: string, make: () => Part): Part {
  const own = parts.get(owner) ?? new Map<string, object>();
  parts.set(owner, own);
  const known = own.get(name) as Part | undefined;
  if (known !== undefined) return known;
  const made = make();
  own.set(name, made);
  const [oldest = name] = own.keys();
  if (own.size > MAX_CACHED) own.delete(oldest);
  return made;
}

/*
 * The one rule for `privacy.small_counts: hide`: where one or two people were, 3 is written. It is put on the counts of
 * people in a class or a room before anything is computed from them, so that no figure made of them gives them away.
 *
 * Zero stays zero: no one is no person. Where there are fewer than three places, 3 would be wrong and everything else
 * would tell, so that nothing is written. Differences (no-shows, walk-ins, empty places) are of the numbers beside them.
 */

/** The smallest number of people that is written beside zero. Chosen here: with two, each of both knows who the other is. */
const SMALLEST_PUBLISHED = 3;

/** People, as they are written. @param places Of the class or the room; null is unknown. */
export function publishedCount(people: number | null, places: number | null): number | null {
  if (people === null || (places !== null && places < SMALLEST_PUBLISHED)) return null;
  return people > 0 && people < SMALLEST_PUBLISHED ? SMALLEST_PUBLISHED : people;
}

/** The numbers of a class that are of people. */
const PEOPLE_FIELDS = MERGED_NUMBERS.filter(
  (name) => name !== 'capacity' && name !== 'revenueMilli',
);

/** The imported numbers of a class. What was earned is left out where it tells how many came or booked. */
export function publishedNumbers<Some extends Pick<ClassSession, MergedNumber>>(of: Some): Some {
  const shown = PEOPLE_FIELDS.map((field) => [field, publishedCount(of[field], of.capacity)]);
  const numbers: Some = { ...of, ...Object.fromEntries(shown) };
  const isExact = numbers.booked === of.booked && numbers.checkedIn === of.checkedIn;
  return isExact ? numbers : { ...numbers, revenueMilli: null };
}

/** The numbers of a published file as an import may take them: 3 people there may have been one or two, so it says nothing. */
export function readBack<Some extends Pick<ClassSession, MergedNumber>>(of: Some): Some {
  const unclear = PEOPLE_FIELDS.filter((field) => of[field] === SMALLEST_PUBLISHED);
  return { ...of, ...Object.fromEntries(unclear.map((field) => [field, null])) };
}

/** Revenue that is left out is computed from what is written. */
export function publishedSession(session: ClassSession): ClassSession {
  const shown = session.attendance && publishedAttendance(session.attendance, session.capacity);
  const isCut = shown?.attended !== session.attendance?.attended;
  return { ...publishedNumbers(session), attendance: shown, ...(isCut && { revenueMilli: null }) };
}

function publishedAttendance(attendance: Attendance, capacity: number | null): Attendance {
  const shown = (people: number | null) => publishedCount(people, capacity);
  const attended = shown(attendance.attended);
  return attended === null
    ? { ...attendance, attended, low: null, high: null, quality: 'none', reasons: [] }
    : { ...attendance, attended, low: shown(attendance.low), high: shown(attendance.high) };
}

export function publishedRoom(room: RoomView): RoomView {
  return { ...room, occupancy: publishedCount(room.occupancy, room.capacity) };
}
