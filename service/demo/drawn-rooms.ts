/** What the cameras of the running demo show: drawn rooms with a rhythm of their own (`engine/pictures/drawn-room.ts`). */

import type { GymConfig } from '../../config/config.ts';
import {
  CLASS_SHARE,
  classSize,
  parseSceneUrl,
  type SceneSpec,
} from '../../engine/pictures/drawn-room.ts';
import type { InstantRange } from '../../gym/calendar/zone.ts';

const MINUTE_MS = 60_000;
const FIVE_MINUTES_MS = 5 * MINUTE_MS;
/** People of a scene's class are seen by a class that overlaps it this long, ms: more than the scene's people need to come. */
const SEEN_MS = 10 * MINUTE_MS;

export interface DrawnRoom {
  readonly id: string;
  readonly scene: SceneSpec;
}

/** Rooms whose first camera is a scene. */
export function drawnRooms(gym: GymConfig): DrawnRoom[] {
  return gym.rooms.flatMap(({ id, cameras }) => {
    const url = cameras[0]?.url;
    return url?.startsWith('scene:') === true ? [{ id, scene: parseSceneUrl(url) }] : [];
  });
}

/**
 * The class of the room's scene that runs at an instant, on the five minutes that are nearest to its times; null in the
 * pause between two. Before the first one, while its people come in, it is that one, from the five minutes before.
 */
export function drawnClassAt({ scene }: DrawnRoom, atUtcMs: number): InstantRange | null {
  const periodMs = scene.periodMin * MINUTE_MS;
  const firstUtcMs = Math.round(scene.epochMs / FIVE_MINUTES_MS) * FIVE_MINUTES_MS;
  const number = Math.floor((atUtcMs - firstUtcMs) / periodMs);
  if (number < 0 && firstUtcMs - atUtcMs > 2 * FIVE_MINUTES_MS) return null;
  const startsUtcMs = firstUtcMs + Math.max(0, number) * periodMs;
  const toUtcMs = startsUtcMs + periodMs * CLASS_SHARE;
  if (atUtcMs >= toUtcMs) return null;
  const fromUtcMs = Math.min(startsUtcMs, Math.floor(atUtcMs / FIVE_MINUTES_MS) * FIVE_MINUTES_MS);
  return { fromUtcMs, toUtcMs };
}

/** People of the largest of the scene's classes that a class at this time gets to see. */
export function drawnPeople({ scene }: DrawnRoom, { fromUtcMs, toUtcMs }: InstantRange): number {
  const periodMs = scene.periodMin * MINUTE_MS;
  const first = Math.floor((fromUtcMs - scene.epochMs) / periodMs);
  const last = Math.floor((toUtcMs - scene.epochMs) / periodMs);
  let people = 0;
  for (let number = first; number <= last; number += 1) {
    const begins = scene.epochMs + number * periodMs;
    const overlap =
      Math.min(toUtcMs, begins + periodMs * CLASS_SHARE) - Math.max(fromUtcMs, begins);
    if (overlap >= SEEN_MS) people = Math.max(people, classSize(scene, number));
  }
  return people;
}
