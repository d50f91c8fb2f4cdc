/**
 * One camera in the dispatcher: when it is due, what holds it up, and what became of each of its slots.
 *
 * Every slot ends in exactly one way: sampled, failed, shed (a frame was there, but no worker, or the camera's own last
 * sample was still under way) or starved (no new keyframe). A lane counts slots that pass by the cause that held it up
 * when they ended, so `catchUp` runs before whatever changes that cause.
 */

import type { Mailbox } from '../frames/mailbox.ts';
import { slotAfter } from './slots.ts';

/** A camera as the dispatcher sees it. Its functions are asked again and again: the answers may change at any time. */
export interface SampledCamera<Frame> {
  readonly id: string;
  /** Where its newest keyframe lies. The dispatcher is its one listener until the camera is removed. */
  readonly mailbox: Mailbox<Frame>;
  /**
   * How often a sample is wanted now, ms, above 0; Infinity for never. A change is noticed with the next keyframe,
   * since without one there is nothing to sample.
   */
  readonly periodMs: () => number;
  /**
   * Longest time a keyframe may lie in the mailbox, ms: an older one shows a room that is no more and is thrown away.
   * {@link staleAfterMs} gives it from the GOP.
   */
  readonly maxAgeMs: () => number;
}

/** What became of the slots, of one camera or of all. */
export interface SlotCounts {
  samples: number;
  failed: number;
  shed: number;
  starved: number;
  /** Keyframes thrown away because they were too old; their slots are among the starved. */
  stale: number;
}

/** The slot of a camera that is not wanted now. */
const NEVER = Number.POSITIVE_INFINITY;

export function noSlots(): SlotCounts {
  return { samples: 0, failed: 0, shed: 0, starved: 0, stale: 0 };
}

/**
 * The age at which a keyframe no longer tells who is in the room, ms: three times the distance of keyframes, at least
 * 10 s. Chosen here: a stream that is alive replaces its keyframe within one GOP, so three mean that it is not.
 */
export function staleAfterMs(gopMs: number | null): number {
  return Math.max(3 * (gopMs ?? 0), 10_000);
}

export class Lane<Frame> {
  readonly camera: SampledCamera<Frame>;
  readonly counts = noSlots();
  readonly #totals: SlotCounts;
  readonly #phase: number;
  readonly #replacedBefore: number;
  #periodMs: number;
  /** The slot that is open or comes next. */
  #slotMs: number;
  /** Since when the camera has been due without being sampled; equal to the slot while that is to come. */
  #overdueSinceMs: number;
  #heldUpBy: 'shed' | 'starved' = 'starved';
  #turn = 0;
  #isInFlight = false;
  #isPaused = false;

  /**
   * @param phase where in each period the slots lie, 0..1. The first slot is now: no one waits a whole idle period for
   * the first count.
   * @param totals counted together with this lane's own counts.
   */
  constructor(camera: SampledCamera<Frame>, phase: number, totals: SlotCounts, nowMs: number) {
    this.camera = camera;
    this.#phase = phase;
    this.#totals = totals;
    this.#replacedBefore = camera.mailbox.replaced;
    this.#periodMs = camera.periodMs();
    this.#slotMs = this.#periodMs === NEVER ? this.#periodMs : nowMs;
    this.#overdueSinceMs = this.#slotMs;
  }

  /** Keyframes replaced by newer ones since the lane began. */
  get replaced(): number {
    return this.camera.mailbox.replaced - this.#replacedBefore;
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** Number of the turn in which it was last begun; of cameras due at one instant the one begun longest ago goes first. */
  get turn(): number {
    return this.#turn;
  }

  /** When it was or will be due, ms; null while it cannot be sampled whatever the time. The smallest goes first. */
  dueAtMs(): number | null {
    const isHeld = this.#isPaused || this.#isInFlight || !this.camera.mailbox.hasFrame;
    return isHeld || this.#overdueSinceMs === NEVER ? null : this.#overdueSinceMs;
  }

  /** Counts the slots that have passed, and notices a new period and a new cause. */
  catchUp(nowMs: number): void {
    if (!this.#isPaused) {
      this.#countPassed(nowMs);
    }
    const periodMs = this.camera.periodMs();
    if (periodMs !== this.#periodMs) {
      this.#periodMs = periodMs;
      this.#moveTo(slotAfter(nowMs, periodMs, this.#phase), nowMs);
    }
    this.#heldUpBy = this.#isInFlight || this.camera.mailbox.hasFrame ? 'shed' : 'starved';
  }

  /**
   * Takes the frame to sample; null where it was too old.
   *
   * @param turn counts up with every camera begun.
   */
  begin(nowMs: number, turn: number): Frame | null {
    this.catchUp(nowMs);
    const ageMs = this.camera.mailbox.ageMs();
    const frame = this.camera.mailbox.take();
    if (frame === null || ageMs === null) {
      return null;
    }
    if (ageMs > this.camera.maxAgeMs()) {
      this.#count('stale', 1);
      this.catchUp(nowMs);
      return null;
    }
    this.#slotMs = slotAfter(nowMs, this.#periodMs, this.#phase);
    this.#overdueSinceMs = this.#slotMs;
    this.#isInFlight = true;
    this.#turn = turn;
    this.catchUp(nowMs);
    return frame;
  }

  /** Ends what `begin` began. A camera that fell due meanwhile queues up behind those that waited for it. */
  end(outcome: 'samples' | 'failed' | 'starved', nowMs: number): void {
    this.catchUp(nowMs);
    this.#count(outcome, 1);
    this.#isInFlight = false;
    this.#overdueSinceMs = Math.max(this.#overdueSinceMs, nowMs);
    this.catchUp(nowMs);
  }

  /** Stops the sampling of this camera; slots that pass until `resume` are not counted. */
  pause(nowMs: number): void {
    this.catchUp(nowMs);
    this.#isPaused = true;
  }

  resume(nowMs: number): void {
    if (this.#isPaused) {
      this.#isPaused = false;
      this.#slotMs = Math.max(this.#slotMs, nowMs);
      this.#overdueSinceMs = this.#slotMs;
    }
    this.catchUp(nowMs);
  }

  #countPassed(nowMs: number): void {
    const passed = Math.floor((nowMs - this.#slotMs) / this.#periodMs);
    if (passed > 0) {
      this.#count(this.#heldUpBy, passed);
      this.#slotMs += passed * this.#periodMs;
    }
  }

  /** A camera that is due stays so, wherever its next slot lies, unless it is not wanted any more. */
  #moveTo(slotMs: number, nowMs: number): void {
    if (this.#slotMs > nowMs || slotMs === NEVER) {
      this.#slotMs = slotMs;
      this.#overdueSinceMs = slotMs;
    }
  }

  #count(what: keyof SlotCounts, n: number): void {
    this.counts[what] += n;
    this.#totals[what] += n;
  }
}
