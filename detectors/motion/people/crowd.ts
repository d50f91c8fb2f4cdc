/**
 * People in a mask of foreground: the few bodies that explain it best, carried from sample to sample.
 *
 * Each body costs a little, each pixel of foreground that no body covers costs one, each pixel of room that a body
 * covers costs less. Bodies are moved, changed, added and taken away one at a time while that lowers the cost (after
 * Zhao and Nevatia, Tracking multiple humans in complex situations, 2004). People in a class keep their places, so
 * someone who is settled goes only when the place is seen to be empty, or when the neighbours explain nearly all of it:
 * anyone who is hidden but for a strip is lost. To keep them keeps the halves of one body too, and counts worse in a crowd.
 */

import { costOf, coverWith, ownShare, presence, put, worth } from '../cover.ts';
import { FACT, type Memory, PIXELS } from '../memory.ts';
import { OUTLINES, rowsOf } from './bodies.ts';
import { bestNewcomer } from './newcomers.ts';
import { isOffFloor, placed, priceOf, type Track, TUNING } from './track.ts';

/** Who covers each pixel of the foreground: index into the people that {@link explain} gave; -1 is no one. */
export const labels = new Int16Array(PIXELS);
/** Most new people in a sample and round: a full room that is seen for the first time. */
const MAX_NEW = 40;

const SHIFTS: readonly (readonly [number, number])[] = [
  [0, 0],
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [3, 0],
  [-3, 0],
  [0, 3],
  [0, -3],
];

/** Explains `mask`, starting from the people known so far. */
export function explain(memory: Memory, mask: Uint8Array, known: readonly Track[]): Track[] {
  let people = known.map((track) => ({ ...track }));
  coverWith(people);
  for (let round = 0; round < 3; round += 1) {
    for (const track of people) improve(memory, mask, track);
    drop(mask, people);
    if (!add(memory, mask, people) && round > 0) break;
  }
  people = simplify(memory, mask, people);
  weigh(mask, people);
  learnFloor(memory, mask, people);
  label(mask, people);
  return people;
}

/**
 * Tries to do without the weakest: their neighbours may explain all of it once they are moved. Gets out of the corner
 * where two small bodies stand for one large one, which moving and adding alone never leaves.
 */
function simplify(memory: Memory, mask: Uint8Array, people: Track[]): Track[] {
  let best = people;
  let cost = costOf(mask, best);
  const byGain = people
    .map((track) => ({ track, gain: ownShare(mask, track) }))
    .filter(({ gain }) => gain < TUNING.weak)
    .sort((one, other) => one.gain - other.gain);
  for (const { track } of byGain.slice(0, TUNING.weakest)) {
    if (!best.includes(track)) continue;
    const others = best.filter((other) => other !== track).map((other) => ({ ...other }));
    coverWith(others);
    for (const other of others) {
      const reach = 0.8 * Math.max(track.unit, other.unit);
      if (Math.abs(other.x - track.x) < reach && Math.abs(other.foot - track.foot) < reach) {
        improve(memory, mask, other);
      }
    }
    const without = costOf(mask, others);
    if (without < cost) [best, cost] = [others, without];
    else coverWith(best);
  }
  return best;
}

/** Takes the sample as evidence for and against everybody. */
function weigh(mask: Uint8Array, people: Track[]): void {
  for (const track of people) {
    const gain = ownShare(mask, track);
    const change = (gain - TUNING.fresh) / TUNING.fresh;
    track.belief += Math.min(TUNING.trust, Math.max(-TUNING.doubt, change));
    if (gain > TUNING.plain) track.belief = Math.max(track.belief, TUNING.counted);
    track.belief = Math.min(TUNING.most, track.belief);
    track.hits += 1;
    const follow = track.hits < TUNING.knownHits ? 1 : TUNING.drift;
    track.placeX += follow * (track.x - track.placeX);
    track.placeFoot += follow * (track.foot - track.placeFoot);
  }
}

/** Whether there is enough evidence to count someone. */
export function isCounted(track: Track): boolean {
  return track.belief >= TUNING.counted;
}

/** Moves a body, and lets it stand up or lie down, where that explains more. */
function improve(memory: Memory, mask: Uint8Array, track: Track): void {
  put(track, -1);
  let best = worth(mask, track);
  const wide = Math.max(1, Math.round(track.unit / 40));
  for (let step = 0; step < 4; step += 1) {
    let better: Track | null = null;
    for (const trial of trialsOf(memory, track, wide, step)) {
      const value = worth(mask, trial);
      if (value <= best + 0.5 || isAstray(memory, trial)) continue;
      best = value;
      better = trial;
    }
    if (better === null) break;
    Object.assign(track, better);
  }
  put(track, 1);
}

/** Learns how far the floor reaches from those who stand in plain view. */
function learnFloor({ facts }: Memory, mask: Uint8Array, people: readonly Track[]): void {
  for (const track of people) {
    if (track.kind !== 0 || track.hits < 2 || ownShare(mask, track) < TUNING.plain) continue;
    const farthest = facts[FACT.farthest] as number;
    facts[FACT.farthest] = farthest === 0 ? track.foot : Math.min(farthest, track.foot);
  }
}

/** Whether a body would leave the room, or a settled one its place. */
function isAstray(memory: Memory, trial: Track): boolean {
  const { x, foot, placeX, placeFoot, unit, hits } = trial;
  if (isOffFloor(memory, trial)) return true;
  if (hits < TUNING.knownHits) return false;
  const away = TUNING.stray * unit;
  return Math.abs(x - placeX) > away || Math.abs(foot - placeFoot) > 1.5 * away;
}

/** What a body might be instead: moved, a little taller or smaller, in another posture. */
function trialsOf(memory: Memory, track: Track, wide: number, step: number): Track[] {
  const trials: Track[] = SHIFTS.slice(1).map(([dx, dy]) =>
    placed(memory, { ...track, x: track.x + dx * wide, foot: track.foot + dy * wide }),
  );
  for (const scale of [track.scale * 0.96, track.scale * 1.04]) {
    if (scale > 0.86 && scale < 1.14) trials.push(placed(memory, { ...track, scale }));
  }
  if (step > 0 && step < 3) return trials;
  for (let kind = 0; kind < OUTLINES.length; kind += 1) {
    if (kind === track.kind) continue;
    // From lying to standing the lowest row moves too.
    for (const lift of [0, 0.15, -0.15]) {
      trials.push(placed(memory, { ...track, kind, foot: track.foot + lift * track.unit }));
    }
  }
  return trials;
}

/** Takes away the settled whose place is empty, and others who explain too little to be worth having. */
function drop(mask: Uint8Array, people: Track[]): void {
  for (let at = people.length - 1; at >= 0; at -= 1) {
    const track = people[at] as Track;
    put(track, -1);
    const gain = worth(mask, track) - priceOf(track);
    const isSettled = track.belief > TUNING.settled;
    const isGone = isSettled ? presence(mask, track) < TUNING.present : gain < 0;
    if (isGone) people.splice(at, 1);
    else put(track, 1);
  }
}

/** Adds people where foreground is left; whether there were any. */
function add(memory: Memory, mask: Uint8Array, people: Track[]): boolean {
  const before = people.length;
  while (people.length < before + MAX_NEW) {
    const track = bestNewcomer(memory, mask);
    if (track === null) break;
    put(track, 1);
    improve(memory, mask, track);
    people.push({ ...track, placeX: track.x, placeFoot: track.foot });
  }
  return people.length > before;
}

/** Nearer people hide farther ones: the lowest feet own a pixel. */
function label(mask: Uint8Array, people: readonly Track[]): void {
  labels.fill(-1);
  const order = [...people.entries()].sort(([, one], [, other]) => one.foot - other.foot);
  for (const [index, track] of order) {
    rowsOf(track, (start, length) => {
      for (let at = start; at < start + length; at += 1) if (mask[at] === 1) labels[at] = index;
    });
  }
}
