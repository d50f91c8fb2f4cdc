/** The people of a camera as they lie in its memory. */

import { FACT, MAX_TRACKS, type Memory, TRACK_FIELDS } from '../memory.ts';
import type { Track } from './track.ts';

const FIELDS = [
  'x',
  'foot',
  'kind',
  'unit',
  'lean',
  'scale',
  'hits',
  'belief',
  'placeX',
  'placeFoot',
  'holes',
] as const satisfies readonly (keyof Track)[];

/** The people of the last sample. */
export function readTracks({ facts, tracks }: Memory): Track[] {
  return Array.from({ length: facts[FACT.tracks] as number }, (_, index) => {
    const values = FIELDS.map((field, at) => [field, tracks[index * TRACK_FIELDS + at] ?? 0]);
    return Object.fromEntries(values) as Record<(typeof FIELDS)[number], number>;
  });
}

/** Keeps the people of this sample, at most {@link MAX_TRACKS}. */
export function writeTracks({ facts, tracks }: Memory, people: readonly Track[]): void {
  const kept = people.slice(0, MAX_TRACKS);
  facts[FACT.tracks] = kept.length;
  for (const [index, track] of kept.entries()) {
    const values = FIELDS.map((field) => track[field]);
    tracks.set(values, index * TRACK_FIELDS);
  }
}
