/** `GET /v1/rooms`: the rooms of a gym now, and their last hour. Schema and body together. */

import { type Static, Type } from 'typebox';
import { formatInstant } from '../calendar/zone.ts';
import { publishedCount } from '../sessions/partial-view.ts';
import type { GymView } from '../sessions/view.ts';
import { HEAD, headOf, instant, nullable, object, text } from './field.ts';
import { roomBody, roomFields } from './summary.ts';

/** Minutes of a room that are listed. */
export const HOUR_MINUTES = 60;

/** The sixty whole minutes before now, by the id of the room. A room without an entry has no counts. */
export interface LastHour {
  /** Begin of the first minute. */
  readonly fromUtcMs: number;
  readonly counts: ReadonlyMap<string, readonly (number | null)[]>;
}

const ROOM = object('RoomHour', 'A room at `generated_at`, and its last hour.', {
  id: text('As in the configuration.'),
  ...roomFields('Places.'),
  minutes: Type.Array(nullable(Type.Integer({ minimum: 0 })), {
    minItems: HOUR_MINUTES,
    maxItems: HOUR_MINUTES,
    description:
      'People in the room, without staff, in each of the sixty minutes from `minutes_from` on; null where no camera counted.',
  }),
});

export const ROOMS_REPORT = object('RoomsReport', 'The rooms of a gym now.', {
  ...HEAD,
  minutes_from: instant('Begin of the first of the sixty minutes.'),
  rooms: Type.Array(ROOM, { maxItems: 200, description: 'In the order of the configuration.' }),
});

export type RoomsReportBody = Static<typeof ROOMS_REPORT>;

const MAX_ROOMS = 200;

/** The last hour as it is shown where everyone passes: see `gym/sessions/partial-view.ts`. */
export function publishedHour({ gym, rooms }: GymView, hour: LastHour): LastHour {
  if (gym.hidesSmallCounts !== true) return hour;
  const places = new Map(rooms.map(({ id, capacity }) => [id, capacity]));
  const counts = [...hour.counts].map(
    ([id, minutes]) =>
      [id, minutes.map((people) => publishedCount(people, places.get(id) ?? null))] as const,
  );
  return { ...hour, counts: new Map(counts) };
}

export function roomsReport(view: GymView, { fromUtcMs, counts }: LastHour): RoomsReportBody {
  const { timezone } = view.gym;
  return {
    ...headOf(view),
    minutes_from: formatInstant(timezone, fromUtcMs),
    rooms: view.rooms.slice(0, MAX_ROOMS).map((room) => ({
      id: room.id,
      ...roomBody(room, timezone),
      minutes: Array.from({ length: HOUR_MINUTES }, (_, at) => counts.get(room.id)?.[at] ?? null),
    })),
  };
}
