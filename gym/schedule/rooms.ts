/** Which configured room a schedule means. */

import type { GymConfig } from '../../config/config.ts';
import { remembered } from '../sessions/names.ts';
import { foldText } from './values.ts';

/** A configured room, as far as its name goes. */
export interface NamedRoom {
  readonly id: string;
  readonly name: string;
}

/**
 * Id of the room that is meant by `name`: by the mapping of the source, by id, by name, in this order. Case, accents,
 * punctuation and spaces do not matter, nor does a "the" in front; where two rooms differ in nothing else, the closest match goes
 * first.
 *
 * @param mapping id of the room by the name that the source uses. An entry whose room is not configured counts for nothing.
 * @returns null where no room is meant.
 */
export function matchRoom(
  name: string,
  rooms: readonly NamedRoom[],
  mapping: Readonly<Record<string, string>>,
): string | null {
  const mapped = Object.entries(mapping).filter(([, id]) => rooms.some((room) => room.id === id));
  const names = [
    ...mapped,
    ...rooms.map(({ id }) => [id, id] as const),
    ...rooms.map((room) => [room.name, room.id] as const),
  ];
  const alike = (fold: (text: string) => string) =>
    names.find(([known]) => fold(name) !== '' && fold(known) === fold(name));
  const found = alike((text) => text) ?? alike(foldText) ?? alike(withoutArticle);
  return found?.[1] ?? null;
}

function withoutArticle(text: string): string {
  return foldText(text.replace(/^the\s+/i, ''));
}

/** Id of the configured room that a source means by a name, or null. */
export type RoomIdOf = (sourceId: string, room: string) => string | null;

/** Rooms of a gym as each of its sources means them. Names repeat in every class: each is matched once. */
export function createRoomFinder({
  rooms,
  schedule,
}: Pick<GymConfig, 'rooms' | 'schedule'>): RoomIdOf {
  const finderOf = remembered((sourceId) => {
    const mapping = schedule.find(({ id }) => id === sourceId)?.rooms ?? {};
    return remembered((room) => matchRoom(room, rooms, mapping));
  });
  return (sourceId, room) => finderOf(sourceId)(room);
}
