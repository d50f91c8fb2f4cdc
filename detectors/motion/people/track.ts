/** A person as the detector remembers one, what one costs, and where one can be. */

import { FACT, HEIGHT, type Memory } from '../memory.ts';
import { heightAt, leanAt } from '../size.ts';
import { type Body, LOW_KIND } from './bodies.ts';

/** A person as remembered. */
export interface Track extends Body {
  /** Height against the usual one at this place. */
  scale: number;
  /** Samples in which the person was seen. */
  hits: number;
  /** How much the samples so far speak for the person; see {@link TUNING} for what follows from it. */
  belief: number;
  /** Where the person has been lately. */
  placeX: number;
  placeFoot: number;
  /** Evidence that this is a hole in the remembered room instead of a person; see `holes.ts`. */
  holes: number;
}

/** Figures of the method; areas in squares of a standing height. Chosen on the tuning seeds of the accuracy test. */
export const TUNING = {
  /** What a pixel of the room costs that a body covers, against one of foreground that no body covers. */
  bare: 0.55,
  /** Area that someone must explain alone: someone new, and someone seen in so many samples. */
  fresh: 0.027,
  known: 0.015,
  knownHits: 4,
  /** Most that one sample speaks against and for someone, and the most belief there is. */
  doubt: 0.35,
  trust: 1,
  most: 30,
  /** Area that is believed at once. */
  plain: 0.11,
  /** Belief from which someone is counted; above which only an empty place or better neighbours take them away. */
  counted: 2,
  settled: 3,
  /** Share of a settled body that must be foreground, anyone who explains it. */
  present: 0.4,
  /** Least height of a standing person, px: 1.72 m at 12 m from a camera of 80 degrees. No one is farther indoors. */
  smallest: 27,
  /** Share of a new body that must be foreground: an arm held out is no one lying there. */
  filled: 0.3,
  /** How far from the place a settled body is looked for, heights. */
  stray: 0.22,
  /** Area below which someone is tried to be done without, and how many are tried in a sample. */
  weak: 0.07,
  weakest: 3,
  /** How fast the place follows. */
  drift: 0.05,
} as const;

/** What someone must explain alone to be worth having, px. */
export function priceOf(track: Track): number {
  return (track.hits >= TUNING.knownHits ? TUNING.known : TUNING.fresh) * track.unit ** 2;
}

/** The body with the height that belongs to its feet. */
export function placed(memory: Memory, track: Track): Track {
  const foot = Math.min(HEIGHT * 1.25, track.foot);
  const lean = leanAt(memory, track.x, foot);
  return { ...track, foot, lean, unit: heightAt(memory, foot) * track.scale };
}

/** Whether no one can be there: beyond the far wall, or lying and sitting higher up than anybody has stood. */
export function isOffFloor({ facts }: Memory, { kind, foot, unit }: Track): boolean {
  if (unit < TUNING.smallest) return true;
  return kind >= LOW_KIND && foot < (facts[FACT.farthest] as number) - 2;
}
