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
import type { JpegPicture, SampleOutcome } from './pool/messages.ts';
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

/** What is shown of a look. */
type LookPicture = ReturnType<typeof pictureOf>;

/** What is known of a camera that no one has looked at. */
function unseen() {
  return {
    leasedUntilMs: Number.NEGATIVE_INFINITY,
    /** When its last picture was begun. */
    pictureMs: Number.NEGATIVE_INFINITY,
    pictures: [] as readonly LookPicture[],
    /** The few numbers that they are cost less than to begin when somebody looks. */
    places: [] as readonly JudgedBox['box'][],
    /** Who waits for the next picture. */
    waiting: new Set<() => void>(),
    /** Who waits for a whole keyframe. */
    give: null as ((frame: EncodedFrame) => void) | null,
    /** The picture of such a keyframe. */
    held: null as (JpegPicture & { readonly frame: number }) | null,
    cancel: (() => undefined) as () => void,
  };
}

type Looked = ReturnType<typeof unseen>;

export interface LooksOptions {
  readonly clock: Clock;
  readonly timers: Timers;
}

export class Looks {
  readonly #options: LooksOptions;
  readonly #looked = new Map<string, Looked>();

  constructor(options: LooksOptions) {
    this.#options = options;
  }

  /** Keeps pictures of a camera coming for the next 15 s. Throws `looks_busy` where too many others are looked at. */
  lease(cameraId: string): void {
    const leased = [...this.#looked.keys()].filter((id) => id !== cameraId && this.isLeased(id));
    if (!this.isLeased(cameraId) && leased.length >= MOST_LEASED) throw busy(leased.length);
    this.#entryOf(cameraId).leasedUntilMs = this.#nowMs() + LEASE_MS;
  }

  isLeased(cameraId: string): boolean {
    return this.#of(cameraId).leasedUntilMs > this.#nowMs();
  }

  /** Whether a picture of a camera is wanted of the next frame. */
  isDue(cameraId: string): boolean {
    const sinceMs = this.#nowMs() - this.#of(cameraId).pictureMs;
    return this.isLeased(cameraId) && sinceMs >= LOOK_PERIOD_MS;
  }

  /** How often a picture of a camera is wanted now, ms; Infinity while nobody looks. */
  periodMs(cameraId: string): number {
    return this.isLeased(cameraId) ? LOOK_PERIOD_MS : Number.POSITIVE_INFINITY;
  }

  /** Begins a picture: the next is due a second from now, whatever becomes of this one. */
  begin(cameraId: string): void {
    this.#entryOf(cameraId).pictureMs = this.#nowMs();
  }

  /** Remembers where people were, and holds the picture where there is one. One that comes after its lease is dropped. */
  take(cameraId: string, outcome: SampleOutcome, by: LookedBy): void {
    const { boxes, picture: jpeg } = outcome;
    const looked = this.#entryOf(cameraId);
    looked.places = [...looked.places, ...boxes.map(({ box }) => box)].slice(-MOST_PLACES);
    if (jpeg === null || !this.isLeased(cameraId)) return;
    const before = looked.pictures.at(-1)?.frame ?? 0;
    const frame = Math.max(before + 1, this.#options.clock.nowUtcMs());
    const picture = pictureOf(frame, jpeg, outcome, by);
    looked.pictures = [...looked.pictures, picture].slice(-MOST_HELD);
    looked.cancel();
    // Nobody sees an old picture; the lease may go on, of a camera that is lost.
    looked.cancel = this.#options.timers.after(HELD_MS, () => {
      looked.pictures = [];
    });
    for (const wake of looked.waiting) wake();
  }

  /** Boxes of the last samples, in ratios of the picture, the oldest first; at most 200. */
  places(cameraId: string): readonly JudgedBox['box'][] {
    return this.#of(cameraId).places;
  }

  /** A picture that is still held. */
  picture(cameraId: string, frame: number): JpegPicture | null {
    const { held, pictures } = this.#of(cameraId);
    return [held, ...pictures].find((one) => one?.frame === frame) ?? null;
  }

  /**
   * The next keyframe of a camera, whatever its detector does; null where none comes in `mostMs`, or someone else waits for
   * one. Leases the camera, and throws as `lease` does.
   */
  async keyframe(cameraId: string, mostMs: number): Promise<EncodedFrame | null> {
    this.lease(cameraId);
    const looked = this.#entryOf(cameraId);
    if (looked.give !== null) return null;
    return new Promise<EncodedFrame | null>((resolve) => {
      const end = (frame: EncodedFrame | null) => {
        cancel();
        looked.give = null;
        resolve(frame);
      };
      const cancel = this.#options.timers.after(mostMs, () => end(null));
      looked.give = end;
    });
  }

  /** Takes a keyframe that someone waits for. Returns whether it did: no one else may take it then. */
  takes(cameraId: string, frame: EncodedFrame): boolean {
    const { give } = this.#of(cameraId);
    give?.(frame);
    return give !== null;
  }

  /** Holds a picture of a camera as those of a look are held. @returns its number. */
  hold(cameraId: string, picture: JpegPicture): number {
    const looked = this.#entryOf(cameraId);
    const held = { ...picture, frame: this.#options.clock.nowUtcMs() };
    looked.held = held;
    this.#options.timers.after(HELD_MS, () => {
      if (looked.held === held) looked.held = null;
    });
    return held.frame;
  }

  /** The newest picture, once there is one after `after`; null where none comes in `mostMs`, or until `signal` aborts. */
  next(
    cameraId: string,
    after: number,
    mostMs: number,
    signal: AbortSignal,
  ): Promise<LookPicture | null> {
    const looked = this.#entryOf(cameraId);
    const newest = () => looked.pictures.findLast(({ frame }) => frame > after) ?? null;
    return new Promise((resolve) => {
      const end = () => {
        cancel();
        signal.removeEventListener('abort', end);
        looked.waiting.delete(look);
        resolve(newest());
      };
      const look = () => {
        if (newest() !== null || signal.aborted) end();
      };
      const cancel = this.#options.timers.after(mostMs, end);
      signal.addEventListener('abort', end, { once: true });
      looked.waiting.add(look);
      look();
    });
  }

  /** Forgets a camera that is gone. */
  forget(cameraId: string): void {
    this.#of(cameraId).cancel();
    this.#looked.delete(cameraId);
  }

  #nowMs(): number {
    return this.#options.clock.monotonicMs();
  }

  #of(cameraId: string): Looked {
    return this.#looked.get(cameraId) ?? unseen();
  }

  /** The same, to be changed. */
  #entryOf(cameraId: string): Looked {
    const looked = this.#of(cameraId);
    this.#looked.set(cameraId, looked);
    return looked;
  }
}

function pictureOf(
  frame: number,
  jpeg: JpegPicture,
  { sample, boxes, heat }: SampleOutcome,
  by: LookedBy,
) {
  return {
    ...jpeg,
    ...by,
    /** Counts up with each picture of a camera, over restarts of the program too. */
    frame,
    /** ms since 1970, UTC. */
    takenAtUtcMs: sample.atUtcMs,
    /** In ratios of the picture. */
    boxes,
    /** Where people are, of a detector that counts without boxes. */
    ...(heat !== undefined && { heat }),
    /** People counted; null where the detector cannot tell yet. */
    count: sample.count,
    /** What decoding and looking took, ms. */
    lookMs: Math.round((sample.decodeUs + sample.detectUs) / 1000),
  };
}

function busy(leased: number): TurnoutError {
  return new TurnoutError('looks_busy', {
    where: 'look',
    expected: `at most ${MOST_LEASED} cameras looked at at once`,
    got: `${leased} that are looked at`,
    hint: 'close the page of another camera, and try again 15 seconds later',
  });
}
