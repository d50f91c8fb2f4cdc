/** What the bodies of a sample cover, and what that is worth. Scratch of this thread: written again for each sample. */

import { PIXELS } from './memory.ts';
import { type Body, rowsOf } from './people/bodies.ts';
import { type Track, TUNING } from './people/track.ts';

/** How many bodies cover each pixel. */
export const cover = new Uint8Array(PIXELS);

/** Covers once more (1) or once less (-1) what a body covers. */
export function put(body: Body, by: number): void {
  rowsOf(body, (start, length) => {
    for (let at = start; at < start + length; at += 1) cover[at] = (cover[at] as number) + by;
  });
}

/** What the cost falls by when `body` is put where it is not yet, without its own price. */
export function worth(mask: Uint8Array, body: Body): number {
  let seen = 0;
  let bare = 0;
  rowsOf(body, (start, length) => {
    for (let at = start; at < start + length; at += 1) {
      if (cover[at] !== 0) continue;
      if (mask[at] === 1) seen += 1;
      else bare += 1;
    }
  });
  return seen - TUNING.bare * bare;
}

/** Starts again with these people. */
export function coverWith(people: readonly Track[]): void {
  cover.fill(0);
  for (const track of people) put(track, 1);
}

/** What a body explains alone, heights². */
export function ownShare(mask: Uint8Array, track: Track): number {
  put(track, -1);
  const gain = worth(mask, track) / track.unit ** 2;
  put(track, 1);
  return gain;
}

/** The whole cost; everybody at the price of someone new. */
export function costOf(mask: Uint8Array, people: readonly Track[]): number {
  let cost = 0;
  for (let at = 0; at < PIXELS; at += 1) {
    if (cover[at] === 0) cost += mask[at] as number;
    else if (mask[at] === 0) cost += TUNING.bare;
  }
  for (const { unit } of people) cost += TUNING.fresh * unit ** 2;
  return cost;
}

/** Share of the body that is foreground, anyone who covers it. */
export function presence(mask: Uint8Array, body: Body): number {
  let [seen, all] = [0, 0];
  rowsOf(body, (start, length) => {
    all += length;
    for (let at = start; at < start + length; at += 1) seen += mask[at] as number;
  });
  return seen / Math.max(1, all);
}
