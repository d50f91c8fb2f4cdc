/**
 * Pictures of cameras that someone looks at now: asked for by a lease that runs out, held in memory, and gone soon after.
 *
 * Nobody looks: nothing is encoded. A picture is never written anywhere. It comes from the frame whose boxes it is shown
 * with, and with the zones that they were judged by.
 */

import { TurnoutError } from '../errors.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Timers } from '../runtime/timers.ts';
import type { EncodedFrame } from './frames/decoder.ts';
import type { HeatMap, JpegPicture, SampleOutcome } from './pool/messages.ts';
import type { JudgedBox, Zone } from './zones.ts';

/** Time that one request keeps the pictures of a camera coming, ms; a page asks again every few seconds. */
export const LEASE_MS = 15_000;
/** Time that a picture is held, ms: what a page is told of can still be fetched. */
const HELD_MS = 15_000;
/** Pictures held of a camera: the newest, and the one that a page may be fetching. */
const MOST_HELD = 2;
/** Cameras that are looked at at once. Chosen here: encoding them takes a twentieth of a core. */
const MOST_LEASED = 4;
/** Shortest time between two pictures of a camera, ms. */
export const LOOK_PERIOD_MS = 1_000;
/** Boxes remembered of a camera, to show where people stand. */
const MOST_PLACES = 200;

/** What a picture was looked at with. */
export interface LookedBy {
  /** Its name, and the model. */
  readonly detector: string;
  /** What the boxes were judged by. */
  readonly zones: readonly Zone[];
  /** Where something is always seen that is nobody, in ratios of the picture. */
  readonly falsePlaces: readonly JudgedBox['box'][];
}

export interface LookPicture extends JpegPicture, LookedBy {
  /** Counts up with each picture of a camera, over restarts of the program too. */
  readonly frame: number;
  /** ms since 1970, UTC. */
  readonly takenAtUtcMs: number;
  /** In ratios of the picture. */
  readonly boxes: readonly JudgedBox[];
  /** Where people are, of a detector that counts without boxes. */
  readonly heat?: HeatMap;
  /** People counted; null where the detector cannot tell yet. */
  readonly count: number | null;
  /** What decoding and looking took, ms. */
  readonly lookMs: number;
}

interface HeldPicture extends JpegPicture {
  readonly frame: number;
}

interface Looked {
  leasedUntilMs: number;
  pictureMs: number;
  pictures: LookPicture[];
  cancel: () => void;
}

export interface LooksOptions {
  readonly clock: Clock;
  readonly timers: Timers;
}

export class Looks {
  readonly #options: LooksOptions;
  readonly #looked = new Map<string, Looked>();
  /** Of all cameras: the few numbers that they are cost less than to begin when somebody looks. */
  readonly #places = new Map<string, JudgedBox['box'][]>();
  readonly #waiting = new Map<string, Set<() => void>>();
  /** Who waits for a whole keyframe of a camera. */
  readonly #keyframes = new Map<string, (frame: EncodedFrame) => void>();
  /** Pictures of such keyframes. */
  readonly #held = new Map<string, HeldPicture>();

  constructor(options: LooksOptions) {
    this.#options = options;
  }

  /** Keeps pictures of a camera coming for the next 15 s. Throws `looks_busy` where too many others are looked at. */
  lease(cameraId: string): void {
    const nowMs = this.#options.clock.monotonicMs();
    const known = this.#looked.get(cameraId);
    if (known !== undefined && known.leasedUntilMs > nowMs) {
      known.leasedUntilMs = nowMs + LEASE_MS;
      return;
    }
    const leased = [...this.#looked.values()].filter(({ leasedUntilMs }) => leasedUntilMs > nowMs);
    if (leased.length >= MOST_LEASED) throw busy(leased.length);
    const fresh = { pictureMs: Number.NEGATIVE_INFINITY, pictures: [], cancel: () => undefined };
    const looked = { ...(known ?? fresh), leasedUntilMs: nowMs + LEASE_MS };
    this.#looked.set(cameraId, looked);
  }

  isLeased(cameraId: string): boolean {
    const until = this.#looked.get(cameraId)?.leasedUntilMs ?? Number.NEGATIVE_INFINITY;
    return until > this.#options.clock.monotonicMs();
  }

  /** Whether a picture of a camera is wanted of the next frame. */
  isDue(cameraId: string): boolean {
    const pictureMs = this.#looked.get(cameraId)?.pictureMs ?? Number.POSITIVE_INFINITY;
    const sinceMs = this.#options.clock.monotonicMs() - pictureMs;
    return this.isLeased(cameraId) && sinceMs >= LOOK_PERIOD_MS;
  }

  /** How often a picture of a camera is wanted now, ms; Infinity while nobody looks. */
  periodMs(cameraId: string): number {
    return this.isLeased(cameraId) ? LOOK_PERIOD_MS : Number.POSITIVE_INFINITY;
  }

  /** Begins a picture: the next is due a second from now, whatever becomes of this one. */
  begin(cameraId: string): void {
    const looked = this.#looked.get(cameraId);
    if (looked !== undefined) looked.pictureMs = this.#options.clock.monotonicMs();
  }

  /** Remembers where people were, and holds the picture where there is one. One that comes after its lease is dropped. */
  take(cameraId: string, outcome: SampleOutcome, by: LookedBy): void {
    const { sample, boxes, heat, picture: jpeg } = outcome;
    this.#notePlaces(cameraId, boxes);
    const looked = this.#looked.get(cameraId);
    if (jpeg === null || looked === undefined || !this.isLeased(cameraId)) return;
    const before = looked.pictures.at(-1)?.frame ?? 0;
    const picture = {
      ...jpeg,
      ...by,
      frame: Math.max(before + 1, this.#options.clock.nowUtcMs()),
      takenAtUtcMs: sample.atUtcMs,
      boxes,
      ...(heat !== undefined && { heat }),
      count: sample.count,
      lookMs: Math.round((sample.decodeUs + sample.detectUs) / 1000),
    };
    looked.pictures = [...looked.pictures, picture].slice(-MOST_HELD);
    looked.cancel();
    looked.cancel = this.#options.timers.after(HELD_MS, () => this.#expire(cameraId));
    for (const wake of this.#waiting.get(cameraId) ?? []) wake();
  }

  /** Boxes of the last samples, in ratios of the picture, the oldest first; at most 200. */
  places(cameraId: string): readonly JudgedBox['box'][] {
    return this.#places.get(cameraId) ?? [];
  }

  /** A picture that is still held. */
  picture(cameraId: string, frame: number): JpegPicture | null {
    const held = this.#held.get(cameraId);
    if (held?.frame === frame) return held;
    const pictures = this.#looked.get(cameraId)?.pictures ?? [];
    return pictures.find((one) => one.frame === frame) ?? null;
  }

  /**
   * The next keyframe of a camera, whatever its detector does; null where none comes in `mostMs`, or someone else waits for
   * one. Leases the camera, and throws as `lease` does.
   */
  async keyframe(cameraId: string, mostMs: number): Promise<EncodedFrame | null> {
    this.lease(cameraId);
    if (this.#keyframes.has(cameraId)) return null;
    return new Promise<EncodedFrame | null>((resolve) => {
      const cancel = this.#options.timers.after(mostMs, () => {
        this.#keyframes.delete(cameraId);
        resolve(null);
      });
      this.#keyframes.set(cameraId, (frame) => {
        cancel();
        resolve(frame);
      });
    });
  }

  /** Takes a keyframe that someone waits for. Returns whether it did: no one else may take it then. */
  takes(cameraId: string, frame: EncodedFrame): boolean {
    const give = this.#keyframes.get(cameraId);
    give?.(frame);
    return this.#keyframes.delete(cameraId);
  }

  /** Holds a picture of a camera as those of a look are held. @returns its number. */
  hold(cameraId: string, picture: JpegPicture): number {
    const frame = this.#options.clock.nowUtcMs();
    const held = { ...picture, frame };
    this.#held.set(cameraId, held);
    this.#options.timers.after(HELD_MS, () => {
      if (this.#held.get(cameraId) === held) this.#held.delete(cameraId);
    });
    return frame;
  }

  /** The newest picture, once there is one after `after`; null where none comes in `mostMs`, or until `signal` aborts. */
  next(
    cameraId: string,
    after: number,
    mostMs: number,
    signal: AbortSignal,
  ): Promise<LookPicture | null> {
    const newest = () => {
      const picture = this.#looked.get(cameraId)?.pictures.at(-1);
      return picture !== undefined && picture.frame > after ? picture : null;
    };
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(cameraId) ?? new Set<() => void>();
      const end = () => {
        cancel();
        signal.removeEventListener('abort', end);
        waiting.delete(look);
        if (waiting.size === 0) this.#waiting.delete(cameraId);
        resolve(newest());
      };
      const look = () => {
        if (newest() !== null) end();
      };
      const cancel = this.#options.timers.after(mostMs, end);
      signal.addEventListener('abort', end, { once: true });
      this.#waiting.set(cameraId, waiting.add(look));
      if (signal.aborted) end();
      else look();
    });
  }

  /** Forgets a camera that is gone. */
  forget(cameraId: string): void {
    this.#looked.get(cameraId)?.cancel();
    this.#looked.delete(cameraId);
    this.#places.delete(cameraId);
    this.#held.delete(cameraId);
  }

  #notePlaces(cameraId: string, boxes: readonly JudgedBox[]): void {
    if (boxes.length === 0) return;
    const places = this.#places.get(cameraId) ?? [];
    places.push(...boxes.map(({ box }) => box));
    this.#places.set(cameraId, places.slice(-MOST_PLACES));
  }

  /** Nobody sees an old picture; the lease may go on, of a camera that is lost. */
  #expire(cameraId: string): void {
    const looked = this.#looked.get(cameraId);
    if (looked === undefined) return;
    looked.pictures = [];
    if (!this.isLeased(cameraId)) this.#looked.delete(cameraId);
  }
}

function busy(leased: number): TurnoutError {
  return new TurnoutError('looks_busy', {
    where: 'look',
    expected: `at most ${MOST_LEASED} cameras looked at at once`,
    got: `${leased} that are looked at`,
    hint: 'close the page of another camera, and try again 15 seconds later',
  });
}
