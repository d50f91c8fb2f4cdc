/**
 * People in a mask of foreground: the few bodies that explain it best, carried from sample to sample.
 *
 * Each body costs a little, each pixel of foreground that no body covers costs one, each pixel of room that a body
 * covers costs less. Bodies are moved, changed, added and taken away one at a time while that lowers the cost (after
 * Zhao and Nevatia, Tracking multiple humans in complex situations, 2004). People in a class keep their places, so
 * somebody who is settled is not lost behind a neighbour, only when the place is seen to be empty.
 */

import { type Body, OUTLINES, rowsOf } from './bodies.ts';
import { HEIGHT, type Memory, PIXELS } from './memory.ts';
import { regionsOf } from './regions.ts';
import { heightAt, leanAt } from './size.ts';

/** A person as remembered. */
export interface Track extends Body {
  /** Height against the usual one at this place. */
  scale: number;
  /** Samples in which the person was seen. */
  hits: number;
  /** How much the samples so far speak for the person; below 0 is gone. */
  belief: number;
  /** Where the person has been lately. */
  placeX: number;
  placeFoot: number;
  /** Samples in a row that looked like a hole in the remembered room instead of a person. */
  holes: number;
}

/** Figures of the method; areas in squares of a standing height. Chosen on the tuning seeds of the accuracy test. */
const TUNING = {
  /** What a pixel of the room costs that a body covers, against one of foreground that no body covers. */
  bare: 0.4,
  /** Area that somebody must explain alone: somebody new, and somebody seen in so many samples. */
  fresh: 0.05,
  known: 0.02,
  knownHits: 4,
  /** Most that one sample speaks against and for somebody, and the most belief there is. */
  doubt: 0.35,
  trust: 1,
  most: 30,
  /** Area that is believed at once. */
  plain: 0.11,
  /** Belief from which somebody is counted, and from which only an empty place or long doubt takes them away. */
  counted: 2,
  settled: 3,
  /** Share of a settled body that must be foreground, whoever explains it. */
  present: 0.4,
  /** How far from the place a settled body is looked for, heights. */
  stray: 0.22,
  /** How fast the place follows. */
  drift: 0.05,
} as const;

/** Who covers each pixel of the foreground: index into the people that {@link explain} gave; -1 is nobody. */
export const labels = new Int16Array(PIXELS);
/** How many bodies cover each pixel. */
const cover = new Uint8Array(PIXELS);
const rest = new Uint8Array(PIXELS);

/** Most new people in a sample and round: a full room that is seen for the first time. */
const MOST_NEW = 40;

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
  const people = known.map((track) => ({ ...track }));
  cover.fill(0);
  for (const track of people) put(track, 1);
  for (let round = 0; round < 3; round += 1) {
    for (const track of people) improve(memory, mask, track);
    drop(mask, people);
    if (!add(memory, mask, people) && round > 0) break;
  }
  weigh(mask, people);
  label(mask, people);
  return people;
}

function put(body: Body, by: number): void {
  rowsOf(body, (start, length) => {
    for (let at = start; at < start + length; at += 1) cover[at] = (cover[at] as number) + by;
  });
}

/** What the cost falls by when `body` is put where it is not yet, without its own price. */
function worth(mask: Uint8Array, body: Body): number {
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

/** Takes the sample as evidence for and against everybody. */
function weigh(mask: Uint8Array, people: Track[]): void {
  for (const track of people) {
    put(track, -1);
    const gain = worth(mask, track) / track.unit ** 2;
    put(track, 1);
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

/** Share of the body that is foreground, whoever covers it. */
function presence(mask: Uint8Array, body: Body): number {
  let [seen, all] = [0, 0];
  rowsOf(body, (start, length) => {
    all += length;
    for (let at = start; at < start + length; at += 1) seen += mask[at] as number;
  });
  return seen / Math.max(1, all);
}

/** Whether there is enough evidence to count somebody. */
export function isCounted(track: Track): boolean {
  return track.belief >= TUNING.counted;
}

function priceOf(track: Track): number {
  return (track.hits >= TUNING.knownHits ? TUNING.known : TUNING.fresh) * track.unit ** 2;
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
      if (value <= best + 0.5 || isAstray(trial)) continue;
      best = value;
      better = trial;
    }
    if (better === null) break;
    Object.assign(track, better);
  }
  put(track, 1);
}

/** Whether a settled body would leave its place. */
function isAstray({ x, foot, placeX, placeFoot, unit, hits }: Track): boolean {
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

/** The body with the height that belongs to its feet. */
function placed(memory: Memory, track: Track): Track {
  const foot = Math.min(HEIGHT * 1.25, track.foot);
  const lean = leanAt(memory, track.x, foot);
  return { ...track, foot, lean, unit: heightAt(memory, foot) * track.scale };
}

/** Takes away who is believed no more, and who is plainly not there. */
function drop(mask: Uint8Array, people: Track[]): void {
  for (let at = people.length - 1; at >= 0; at -= 1) {
    const track = people[at] as Track;
    put(track, -1);
    const gain = worth(mask, track) - priceOf(track);
    const isSettled = track.belief > TUNING.settled;
    const isGone = isSettled
      ? track.belief <= 0 || presence(mask, track) < TUNING.present
      : gain < 0;
    if (isGone) people.splice(at, 1);
    else put(track, 1);
  }
}

/** Adds people where foreground is left; whether there were any. */
function add(memory: Memory, mask: Uint8Array, people: Track[]): boolean {
  const before = people.length;
  while (people.length < before + MOST_NEW) {
    const track = bestNewcomer(memory, mask);
    if (track === null) break;
    put(track, 1);
    improve(memory, mask, track);
    people.push({ ...track, placeX: track.x, placeFoot: track.foot });
  }
  return people.length > before;
}

/** The body that explains most of what is left, or null where none is worth its price. */
function bestNewcomer(memory: Memory, mask: Uint8Array): Track | null {
  for (let at = 0; at < PIXELS; at += 1) rest[at] = mask[at] === 1 && cover[at] === 0 ? 1 : 0;
  let best: Track | null = null;
  let most = 0;
  for (const trial of regionsOf(rest, 10).flatMap((region) => seedsOf(memory, region))) {
    const gain = worth(mask, trial) - priceOf(trial);
    if (gain <= most) continue;
    most = gain;
    best = trial;
  }
  return best;
}

interface Extent {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Bodies of every kind laid to the top, the middle and the bottom of what is left, and along it. */
function seedsOf(memory: Memory, { left, right, top, bottom }: Extent): Track[] {
  const seeds: Track[] = [];
  const usual = heightAt(memory, bottom + 1);
  const across = Math.max(1, Math.min(6, Math.round((right - left) / (0.25 * usual))));
  for (let part = 0; part < across; part += 1) {
    const x = left + ((part + 0.5) * (right - left + 1)) / across;
    for (const [kind, outline] of OUTLINES.entries()) {
      const base = {
        x,
        kind,
        scale: 1,
        hits: 0,
        holes: 0,
        unit: 0,
        lean: 0,
        belief: 0,
        placeX: x,
        placeFoot: 0,
      };
      seeds.push(placed(memory, { ...base, foot: bottom + 1 }));
      // Feet whose body ends at the top of the region.
      let foot = bottom + 1;
      for (let round = 0; round < 4; round += 1) foot = top + outline.tall * heightAt(memory, foot);
      seeds.push(placed(memory, { ...base, foot }));
      seeds.push(placed(memory, { ...base, foot: (foot + bottom + 1) / 2 }));
    }
  }
  return seeds;
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
