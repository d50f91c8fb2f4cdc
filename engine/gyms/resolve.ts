/** From what the imports say to what reports see: rooms by their ids, capacity filled in, the best word on who was there. */

import type { GymConfig } from '../config/index.ts';
import type { ClassRecord, StoredAttendance } from '../history/index.ts';
import { matchRoom } from '../schedule/index.ts';
import type { Attendance, ClassSession } from '../sessions/index.ts';

/** Resolves the records of one gym; `running` holds what is estimated of classes that are not over, by class id. */
export function resolveSessions(
  records: readonly ClassRecord[],
  gym: GymConfig,
  running: ReadonlyMap<string, StoredAttendance>,
): ClassSession[] {
  const rooms = createRoomFinder(gym);
  return records.map((record) => {
    const room = rooms(record.sourceId, record.room);
    return {
      id: record.id,
      gymId: record.gymId,
      name: record.name,
      trainer: record.trainer,
      isSubstitute: record.isSubstitute,
      roomId: room?.id ?? null,
      roomName: room?.name ?? record.room,
      startsUtcMs: record.startsUtcMs,
      endsUtcMs: record.endsUtcMs,
      isCancelled: record.isCancelled,
      capacity: record.capacity ?? room?.capacity ?? null,
      booked: record.booked,
      checkedIn: record.checkedIn,
      lateCancels: record.lateCancels,
      waitlisted: record.waitlisted,
      revenueMilli: record.revenueMilli,
      attendance: attendanceOf(record, running.get(record.id) ?? null),
    };
  });
}

type Room = GymConfig['rooms'][number];

/** Names repeat in every class: each is matched once. */
function createRoomFinder(gym: GymConfig): (sourceId: string, name: string | null) => Room | null {
  const known = new Map<string, Room | null>();
  return (sourceId, name) => {
    if (name === null) return null;
    const key = JSON.stringify([sourceId, name]);
    const found = known.get(key);
    if (found !== undefined) return found;
    const mapping = gym.schedule.find(({ id }) => id === sourceId)?.rooms ?? {};
    const roomId = matchRoom(name, gym.rooms, mapping);
    const room = gym.rooms.find(({ id }) => id === roomId) ?? null;
    known.set(key, room);
    return room;
  };
}

/** A person's word goes before the cameras', and the cameras' before check-ins, which miss whom nobody checked in. */
function attendanceOf(record: ClassRecord, running: StoredAttendance | null): Attendance | null {
  if (record.isCancelled) return null;
  if (record.correction !== null) return told(record.correction);
  const known = [running, record.estimate].find((one) => one !== null && one.attended !== null);
  if (known) return told(known);
  if (record.checkedIn !== null) return checkedIn(record.checkedIn);
  const unknown = running ?? record.estimate;
  return unknown === null ? null : told(unknown);
}

function told({ source, attended, low, high, quality, reasons }: StoredAttendance): Attendance {
  return { source, attended, low, high, quality, reasons };
}

/** At least these came; how many more, nobody knows. */
function checkedIn(people: number): Attendance {
  return {
    source: 'import',
    attended: people,
    low: people,
    high: null,
    quality: 'C',
    reasons: ['checked_in'],
  };
}
