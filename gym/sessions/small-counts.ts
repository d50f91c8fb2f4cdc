/**
 * The one rule for `privacy.small_counts: hide`: where one or two people were, 3 is written. It is put on the counts of
 * people in a class or a room before anything is computed from them, so that no figure made of them gives them away.
 *
 * Zero stays zero: no one is no person. Where there are fewer than three places, 3 would be wrong and everything else
 * would tell, so that nothing is written. Differences (no-shows, walk-ins, empty places) are of the numbers beside them.
 */

import { MERGED_NUMBERS, type MergedNumber } from './class-values.ts';
import type { Attendance, ClassSession } from './session.ts';
import type { RoomView } from './view.ts';

/** The smallest number of people that is written beside zero. Chosen here: with two, each of both knows who the other is. */
export const SMALLEST_PUBLISHED = 3;

/** People, as they are written. @param places Of the class or the room; null is unknown. */
export function publishedCount(people: number | null, places: number | null): number | null {
  if (people === null || (places !== null && places < SMALLEST_PUBLISHED)) return null;
  return people > 0 && people < SMALLEST_PUBLISHED ? SMALLEST_PUBLISHED : people;
}

type PeopleField = Exclude<MergedNumber, 'capacity' | 'revenueMilli'>;

/** The numbers of a class that are of people. */
export const PEOPLE_FIELDS = MERGED_NUMBERS.filter(
  (name): name is PeopleField => name !== 'capacity' && name !== 'revenueMilli',
);

type Numbers = Pick<ClassSession, PeopleField | 'capacity'>;

/** The imported counts of a class. */
export function publishedNumbers<Some extends Numbers>(of: Some): Some {
  const shown = PEOPLE_FIELDS.map((field) => [field, publishedCount(of[field], of.capacity)]);
  return { ...of, ...Object.fromEntries(shown) };
}

/** What was earned is left out where it tells how many came: it is computed from what is written then. */
export function publishedSession(session: ClassSession): ClassSession {
  const { attendance, capacity } = session;
  const shown = attendance && publishedAttendance(attendance, capacity);
  const isHidden = shown?.attended !== attendance?.attended;
  const revenueMilli = isHidden ? null : session.revenueMilli;
  return { ...publishedNumbers(session), attendance: shown, revenueMilli };
}

function publishedAttendance(attendance: Attendance, capacity: number | null): Attendance {
  const attended = publishedCount(attendance.attended, capacity);
  if (attended === null) {
    return { ...attendance, attended, low: null, high: null, quality: 'none', reasons: [] };
  }
  const [low, high] = [attendance.low, attendance.high].map((end) => publishedCount(end, capacity));
  return { ...attendance, attended, low: low ?? null, high: high ?? null };
}

export function publishedRoom(room: RoomView): RoomView {
  return { ...room, occupancy: publishedCount(room.occupancy, room.capacity) };
}
