/**
 * Where a camera sees someone who is none: a rack, a poster, a mirror. Learnt from the boxes of hours outside classes, by
 * place and never by number. Pure; only coordinates and times go in and come out.
 *
 * A box that has ever moved is a person: its place is forgotten at once, and so is a place where the thing itself is hidden
 * by someone who passes. Anyone who wants to be taken for a rack has to hold still for hours of two different halves of a day.
 */

import { overlapOf } from '../zones/overlap.ts';

/** [x1, y1, x2, y2] in ratios of the picture. */
export type PlaceBox = readonly [number, number, number, number];

export interface SteadyPlace {
  /** Of its first sighting: it never follows what is seen there. */
  readonly box: PlaceBox;
  readonly sightings: number;
  /** Hours in which it was seen in most looks. */
  readonly hours: number;
  /** Hours in a row in which it was not seen at all: the light may be out. */
  readonly quietHours: number;
  readonly firstUtcMs: number;
  readonly lastUtcMs: number;
  /** Looks of the running hour, since it is known, and how many of them saw it. */
  readonly looks: number;
  readonly seen: number;
}

export interface SteadyPlaces {
  readonly places: readonly SteadyPlace[];
  /** Hour since 1970, UTC, of the last look; null before the first. */
  readonly hour: number | null;
}

export const NO_PLACES: SteadyPlaces = { places: [], hour: null };

const HOUR_MS = 3_600_000;
/** Overlap (intersection ÷ union) of two sightings of the same thing. Chosen here: detectors jitter by a tenth of a box's side. */
const SAME_OVERLAP = 0.6;
/** From this overlap on it is the same body somewhere else. Chosen here. */
const MOVED_OVERLAP = 0.1;
/** Share of an hour's looks that see a steady thing. Chosen here: detectors flicker. */
const STEADY_SHARE = 0.6;
/** What makes a place one of false people. Chosen here: no one holds still in six hours that lie twelve apart. */
const CONFIRMED = { hours: 6, sightings: 30, spanMs: 12 * HOUR_MS };
/** Hours in which nothing is seen, after which a place is forgotten: three days. Chosen here. */
const FORGOTTEN_HOURS = 72;
/** Chosen here: rooms with more are no rooms to count in. The newest are left out. */
const MAX_PLACES = 64;

/** Takes in a look at a room in which no class is held. Looks come in order of time. */
export function noteLook(
  known: SteadyPlaces,
  boxes: readonly PlaceBox[],
  atUtcMs: number,
): SteadyPlaces {
  const hour = Math.floor(atUtcMs / HOUR_MS);
  const places = hour === known.hour ? known.places : known.places.flatMap(closeHour);
  const free = new Set(boxes);
  // First whatever is where it was: what is left then has come from somewhere.
  const seen = places.map((place) => take(place, free));
  const left = [...free];
  const kept = places.flatMap((place, at): SteadyPlace[] => {
    const looks = place.looks + 1;
    if (seen[at] === true) {
      const { sightings } = place;
      const times = { looks, seen: place.seen + 1, lastUtcMs: atUtcMs };
      return [{ ...place, ...times, sightings: sightings + 1 }];
    }
    const hasMoved = left.some((box) => overlapOf(place.box, box) >= MOVED_OVERLAP);
    return hasMoved ? [] : [{ ...place, looks }];
  });
  const news = left.slice(0, MAX_PLACES - kept.length).map((box) => newPlace(box, atUtcMs));
  return { places: [...kept, ...news], hour };
}

/** The places whose boxes are no people. */
export function confirmedOf({ places }: SteadyPlaces): readonly PlaceBox[] {
  return places
    .filter(
      ({ hours, sightings, firstUtcMs, lastUtcMs }) =>
        hours >= CONFIRMED.hours &&
        sightings >= CONFIRMED.sightings &&
        lastUtcMs - firstUtcMs >= CONFIRMED.spanMs,
    )
    .map(({ box }) => box);
}

function newPlace(box: PlaceBox, atUtcMs: number): SteadyPlace {
  const times = { firstUtcMs: atUtcMs, lastUtcMs: atUtcMs };
  return { box, ...times, sightings: 1, hours: 0, quietHours: 0, looks: 1, seen: 1 };
}

/** What an hour has said of a place; nothing where it is forgotten. */
function closeHour(place: SteadyPlace): SteadyPlace[] {
  const next = { ...place, looks: 0, seen: 0 };
  if (place.seen === 0) {
    const quietHours = place.quietHours + 1;
    return place.hours === 0 || quietHours >= FORGOTTEN_HOURS ? [] : [{ ...next, quietHours }];
  }
  const isSteady = place.seen >= STEADY_SHARE * place.looks;
  const hours = place.hours + (isSteady ? 1 : -1);
  return hours <= 0 ? [] : [{ ...next, hours, quietHours: 0 }];
}

/** Takes the box that lies on the place out of the free ones. Returns whether there is one. */
function take(place: SteadyPlace, free: Set<PlaceBox>): boolean {
  let best: PlaceBox | null = null;
  let bestOverlap = SAME_OVERLAP;
  for (const box of free) {
    const overlap = overlapOf(place.box, box);
    if (overlap < bestOverlap) continue;
    best = box;
    bestOverlap = overlap;
  }
  return best !== null && free.delete(best);
}
