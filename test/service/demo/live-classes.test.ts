import fc from 'fast-check';
import { expect, it } from 'vitest';
import { demoConfig } from '../../../config/load.ts';
import { addDays, dateAt } from '../../../gym/calendar/zone.ts';
import {
  type DrawnRoom,
  drawnClassAt,
  drawnRooms,
  liveClasses,
  type RoomTime,
} from '../../../service/demo/live-classes.ts';
import { DEMO_TIMEZONE, occurrencesBetween } from '../../../service/demo/occurrence.ts';
import { HOUR_MS, MINUTE_MS } from '../../support/times.ts';

const ENVIRONMENT = { variables: {}, host: null, port: null };

function roomsAt(startedUtcMs: number): DrawnRoom[] {
  return demoConfig(ENVIRONMENT, startedUtcMs).gyms.flatMap(drawnRooms);
}

/** The timetable from a start on, and the live classes of a day between it. */
function dayFrom(startedUtcMs: number): { busy: RoomTime[]; live: RoomTime[] } {
  const today = dateAt(DEMO_TIMEZONE, startedUtcMs);
  const coming = occurrencesBetween(today, addDays(today, 2)).filter(
    (one) => one.startsUtcMs >= startedUtcMs && !one.isCancelled,
  );
  const busy = coming.map(({ line, startsUtcMs: fromUtcMs, endsUtcMs: toUtcMs }) => {
    return { roomId: line.room, fromUtcMs, toUtcMs };
  });
  const range = { fromUtcMs: startedUtcMs, toUtcMs: startedUtcMs + 26 * HOUR_MS };
  return { busy, live: liveClasses(roomsAt(startedUtcMs), busy, range) };
}

/** Any millisecond of four years, those around both clock changes among them. */
const starts = fc.integer({ min: Date.UTC(2025, 0), max: Date.UTC(2029, 0) });
const SPECIAL = [Date.UTC(2026, 2, 28, 22), Date.UTC(2026, 9, 24, 23, 59, 59, 999)];

function check(property: (startedUtcMs: number) => void): void {
  for (const start of SPECIAL) property(start);
  fc.assert(fc.property(starts, property), { numRuns: 60 });
}

it('live classes leave no instant from the start on without a class, and never overlap one of their room', () => {
  check((started) => {
    const { busy, live } = dayFrom(started);
    const all = [...busy, ...live].toSorted((one, other) => one.fromUtcMs - other.fromUtcMs);
    let covered = started;
    for (const { fromUtcMs, toUtcMs } of all)
      if (fromUtcMs <= covered) covered = Math.max(covered, toUtcMs);
    expect(covered).toBeGreaterThanOrEqual(started + 26 * HOUR_MS);
    // Nobody has counted what began long before: such a class would end with a rough count.
    const first = Math.min(...live.map(({ fromUtcMs }) => fromUtcMs));
    expect(first).toBeGreaterThan(started - 5 * MINUTE_MS);
    for (const { id } of roomsAt(started)) {
      const ofRoom = all.filter(({ roomId }) => roomId === id);
      const gaps = ofRoom.slice(1).map((one, at) => one.fromUtcMs - (ofRoom[at]?.toUtcMs ?? 0));
      expect(Math.min(0, ...gaps)).toBe(0);
    }
  });
});

it('the class of a drawn room is none in the pause between two, and none long before the first', () => {
  const [studio] = roomsAt(Date.UTC(2026, 10, 21, 19, 3, 20));
  for (const time of ['19:48', '18:30'])
    expect(studio && drawnClassAt(studio, Date.parse(`2026-11-21T${time}Z`)), time).toBeNull();
});
