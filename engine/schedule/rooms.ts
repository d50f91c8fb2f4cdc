/** Which configured room a schedule means. */

import { foldText } from './row/fold.ts';

/** A configured room, as far as its name goes. */
export interface NamedRoom {
  readonly id: string;
  readonly name: string;
}

/**
 * Id of the room that is meant by `name`: by the mapping of the source, by id, by name, in this order. Case, accents,
 * punctuation and spaces do not matter; where they are all that tells two rooms apart, an exact match goes first.
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
  const wanted = foldText(name);
  const found =
    names.find(([known]) => known === name) ??
    names.find(([known]) => wanted !== '' && foldText(known) === wanted);
  return found?.[1] ?? null;
}
