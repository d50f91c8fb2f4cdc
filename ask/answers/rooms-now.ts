/** Who is in the rooms now. */

import { type SummaryBody, summaryReport } from '../../gym/reports/summary.ts';
import type { GymView } from '../../gym/sessions/view.ts';
import { capitalised, counted, timeOf } from '../../web/words/format.ts';
import type { OccupancyQuery } from '../query.ts';
import { type ReportAnswer, scored, type Unscored } from './outcome.ts';

type Room = SummaryBody['rooms'][number];

/** Rooms that the sentence names. */
const MAX_NAMED = 6;

/** The fullest first; unknown comes last. */
export function roomsNowAnswer({ where }: OccupancyQuery, view: GymView): ReportAnswer {
  const { rooms: all, generated_at } = summaryReport(view);
  const named = new Set(view.rooms.filter((room) => isMeant(room, where)).map(({ name }) => name));
  const rooms = all
    .filter(({ room }) => named.has(room))
    .toSorted((a, b) => (b.occupancy ?? -1) - (a.occupancy ?? -1));
  const known = rooms.flatMap(({ occupancy }) => occupancy ?? []);
  const inside = known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0);
  const at = timeOf(generated_at);
  const listed = rooms.slice(0, MAX_NAMED).map(roomText).join('; ');
  const total =
    rooms.length < 2
      ? `At ${at}: `
      : inside === null
        ? `How many people are there at ${at} is unknown: no room is counted now. `
        : `${counted(inside, 'person', 'people')} at ${at} in ${known.length} of ${counted(rooms.length, 'room')}: `;
  return {
    summary: rooms.length === 0 ? 'No room of that kind is known here.' : `${total}${listed}.`,
    numbers: {
      occupancy: inside,
      counted_rooms: known.length,
      rooms: rooms.length,
      ...Object.fromEntries(
        rooms.slice(0, MAX_NAMED).flatMap((one) => {
          const numbers = [[`${one.room}.occupancy`, one.occupancy]];
          return freeIn(one) === null
            ? numbers
            : [...numbers, [`${one.room}.free_places`, freeIn(one)]];
        }),
      ),
    },
    items: scored(rooms.map(roomItem)),
    notes:
      known.length < rooms.length && known.length > 0
        ? ['Rooms that are not counted now are not in the sum.']
        : [],
  };
}

function isMeant({ id, name }: GymView['rooms'][number], where: OccupancyQuery['where']): boolean {
  return where.every(
    ([, op, values]) => (values.includes(id) || values.includes(name)) === (op === 'is'),
  );
}

/** Null where the places or the people are not known. More people than places leave none. */
function freeIn({ capacity, occupancy }: Room): number | null {
  return capacity === null || occupancy === null ? null : Math.max(0, capacity - occupancy);
}

function roomText(one: Room): string {
  const { room, capacity, occupancy, state } = one;
  if (occupancy === null) return `${room} unknown, ${WHY[state] ?? 'no camera sees it'}`;
  const inside = occupancy === 0 ? 'no one' : counted(occupancy, 'person', 'people');
  const places = capacity === null ? '' : ` (${capacity} places, ${freeIn(one)} free)`;
  return `${inside} in ${room}${places}`;
}

/** Why nobody is known to be there. */
const WHY: Partial<Readonly<Record<Room['state'], string>>> = {
  live: 'it is not counted yet',
  stale: 'it has not been counted lately',
  offline: 'there is no picture of it right now',
};

function roomItem(room: Room): Unscored {
  const counted = room.updated_at === null ? '' : `, counted at ${timeOf(room.updated_at)}`;
  return {
    '@type': 'Room',
    name: room.room,
    description: `${capitalised(roomText(room))}${counted}.`,
    figures: room,
  };
}
