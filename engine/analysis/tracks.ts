/**
 * What tracks add to a series of counts: how many different people there were, and counts in which someone who is missed in
 * a picture or two is still there. Numbers of one recording only; nothing of them is stored.
 */

import { SMOOTHING_SAMPLES } from '../../gym/attendance/line.ts';
import type { SampleOutcome } from '../pool/messages.ts';

export interface TrackedPeople {
  /** Tracks that were counted in at least one picture. */
  readonly different: number;
  /** Those of {@link LASTING} pictures or more: ghosts and people who pass through are none of them. */
  readonly lasting: number;
  /** In the order of the pictures: tracks that were counted in more than half of the pictures around each. */
  readonly counts: readonly number[];
}

/** Pictures from which a track is someone, as many as a running median asks for. */
const LASTING = Math.ceil(SMOOTHING_SAMPLES / 2);

/** Of pictures in the order of time that have a count. Null where someone was counted without a track, or no one at all. */
export function trackedPeople(
  pictures: readonly Pick<SampleOutcome, 'boxes'>[],
): TrackedPeople | null {
  const seen: ReadonlySet<number>[] = [];
  const times = new Map<number, number>();
  for (const { boxes } of pictures) {
    const tracks = new Set<number>();
    for (const { verdict, track } of boxes) {
      if (verdict !== 'counted') continue;
      if (track === undefined) return null;
      tracks.add(track);
    }
    for (const track of tracks) times.set(track, (times.get(track) ?? 0) + 1);
    seen.push(tracks);
  }
  if (times.size === 0) return null;
  const lasting = [...times.values()].filter((pictureCount) => pictureCount >= LASTING).length;
  return { different: times.size, lasting, counts: seen.map((_, at) => aroundOf(seen, at)) };
}

function aroundOf(seen: readonly ReadonlySet<number>[], at: number): number {
  const reach = Math.floor(SMOOTHING_SAMPLES / 2);
  const around = seen.slice(Math.max(0, at - reach), at + reach + 1);
  const times = new Map<number, number>();
  for (const tracks of around) {
    for (const track of tracks) times.set(track, (times.get(track) ?? 0) + 1);
  }
  return [...times.values()].filter((pictures) => pictures > around.length / 2).length;
}
