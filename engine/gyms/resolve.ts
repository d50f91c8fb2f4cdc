/** From what the imports say to what reports see: rooms by their ids, capacity filled in, the best word on who was there. */

import type { GymConfig } from '../config/index.ts';
import type { ClassRecord, StoredAttendance } from '../history/index.ts';
import { createRoomFinder } from '../schedule/index.ts';
import type { Attendance, ClassSession } from '../sessions/index.ts';

/** Resolves the records of one gym; `running` holds what is known and not stored, by class id. */
export function resolveSessions(
  records: readonly ClassRecord[],
  gym: GymConfig,
  running: ReadonlyMap<string, StoredAttendance>,
): ClassSession[] {
  const roomIdOf = createRoomFinder(gym);
  const rooms = new Map(gym.rooms.map((room) => [room.id, room]));
  return records.map((record) => {
    const roomId = record.room === null ? null : roomIdOf(record.sourceId, record.room);
    const room = rooms.get(roomId ?? '');
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
