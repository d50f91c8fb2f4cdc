/** What was learnt of an empty room as it is stored: coordinates and times. */

import { confirmedOf, NO_PLACES, type PlaceBox, type SteadyPlaces } from './steady-places.ts';

/** What is stored under another number is forgotten. */
const FORMAT = 1;

export function toBody(known: SteadyPlaces): string {
  return JSON.stringify({ format: FORMAT, ...known });
}

/** What a text of {@link toBody} says; nothing is known where it says nothing. */
export function fromBody(body: string): SteadyPlaces {
  const { format, places, hour } = JSON.parse(body) as SteadyPlaces & { readonly format: number };
  return format === FORMAT ? { places, hour } : NO_PLACES;
}

/** The places of false people in a stored body. */
export function readEmptyRoom(body: string): readonly PlaceBox[] {
  return confirmedOf(fromBody(body));
}
