/** How far counts of whole rooms are from the truth: by crowd, by view and by what is in the room. */

import { type CountErrors, countErrors } from '../count-errors.ts';
import { markdown } from '../table.ts';
import { ROOM_FEATURES, ROOM_VIEWS, type Room } from './labels.ts';

export interface CountedRoom {
  readonly room: Room;
  readonly count: number;
}

export interface RoomFigures extends CountErrors {
  readonly pictures: number;
  readonly places: number;
  /** Share of the pictures at most a fifth off: in an empty room, exactly right. */
  readonly withinFifth: number;
}

interface Part {
  readonly name: string;
  readonly has: (room: Room) => boolean;
}

const PARTS: readonly Part[] = [
  crowd('**10-25**', 10, 25),
  crowd('0', 0, 0),
  crowd('1-3', 1, 3),
  crowd('4-8', 4, 8),
  crowd('9-15', 9, 15),
  crowd('16-30', 16, 30),
  { name: 'all', has: () => true },
  { name: 'all, sure labels only', has: ({ sure }) => sure },
  ...ROOM_FEATURES.map((name) => ({ name, has: ({ features }: Room) => features.includes(name) })),
  ...ROOM_VIEWS.map((name) => ({ name: `view: ${name}`, has: ({ view }: Room) => view === name })),
];

function crowd(name: string, least: number, most: number): Part {
  return {
    name: `${name} in the room`,
    has: ({ people }) => people.length >= least && people.length <= most,
  };
}

/** Null without rooms. */
export function roomFigures(counted: readonly CountedRoom[]): RoomFigures | null {
  const errors = countErrors(
    counted.map(({ room, count }) => ({ group: room.place, count, truth: room.people.length })),
  );
  if (errors === null) return null;
  const near = counted.filter(
    ({ room, count }) => Math.abs(count - room.people.length) <= room.people.length / 5,
  );
  return {
    ...errors,
    pictures: counted.length,
    places: new Set(counted.map(({ room }) => room.place)).size,
    withinFifth: near.length / counted.length,
  };
}

/** One line a part that has pictures. */
export function roomTable(counted: readonly CountedRoom[]): string {
  const rows = PARTS.flatMap(({ name, has }) => {
    const figures = roomFigures(counted.filter(({ room }) => has(room)));
    if (figures === null) return [];
    const { pictures, places, mae, maeSe, bias, withinOne, withinFifth } = figures;
    const error = `${mae.toFixed(2)} ± ${maeSe.toFixed(2)}`;
    const shares = [withinOne, withinFifth].map((share) => `${Math.round(share * 100)} %`);
    return [[name, `${pictures}`, `${places}`, error, signed(bias), ...shares]];
  });
  return markdown(
    ['rooms', 'pictures', 'places', 'count error', 'bias', 'within one', 'within 20 %'],
    rows,
  );
}

function signed(value: number): string {
  return `${value > 0 ? '+' : ''}${value.toFixed(2)}`;
}
