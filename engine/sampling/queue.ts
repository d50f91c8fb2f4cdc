/**
 * The queue of keyframes that are due, newest of each camera alone, before the workers.
 *
 * Always: at most one frame of a camera in flight, at most as many in a group as its workers take, and of all cameras
 * that could be begun the one that has waited longest. So while one camera waits, every other of its group is begun at
 * most once: with N cameras, W workers and tasks of at most S ms no one waits longer than (N − 1) × S / W, however fast
 * or slow the others are. When the workers cannot keep up, every camera is sampled less often, and what was skipped is
 * counted. Main thread only.
 */

import type { Clock } from '../../runtime/clock.ts';

/** A camera as the queue sees it. Its functions are asked again and again: the answers may change at any time. */
export interface SampledCamera {
  readonly id: string;
  /** How often a sample is wanted now, ms, above 0; Infinity for never. */
  readonly periodMs: () => number;
  /** Longest time a keyframe may wait, ms: an older one shows a room that is no more. {@link staleAfterMs} gives it. */
  readonly maxAgeMs: () => number;
}

export interface QueueOptions<Frame> {
  /** Whose workers look at a camera's frames now: a group whose workers hang holds up no other. */
  readonly groupOf: (cameraId: string) => string;
  /** Most frames in flight of a group, at least 1. */
  readonly capacity: number;
  /** Does the work for one frame, and resolves when its count can be read. It must settle: the camera waits for it. */
  readonly run: (frame: Frame, cameraId: string) => Promise<void>;
  /** Told when `run` rejected before `stop`: the sample is lost and counted, everything goes on. Must not throw. */
  readonly onFailed: (cameraId: string, error: unknown) => void;
  readonly clock: Clock;
}

/**
 * What became of the slots, of one camera or of all. Every slot ends in exactly one way: sampled, failed, shed (a frame
 * was there, but no worker, or the camera's own last sample was still under way) or starved (no new keyframe). `stale`
 * keyframes were thrown away because they were too old; their slots are among the starved. `replaced` is the normal fate
 * of most: a newer one came before anybody wanted them.
 */
const NO_SLOTS = { samples: 0, failed: 0, shed: 0, starved: 0, stale: 0, replaced: 0 };
type SlotCounts = typeof NO_SLOTS;

/**
 * The age at which a keyframe no longer tells who is in the room, ms: three times the distance of keyframes, at least
 * 10 s. Chosen here: a stream that is alive replaces its keyframe within one GOP, so three mean that it is not.
 */
export function staleAfterMs(gopMs: number | null): number {
  return Math.max(3 * (gopMs ?? 0), 10_000);
}

interface Entry {
  readonly camera: SampledCamera;
  readonly counts: SlotCounts;
  periodMs: number;
  /** Begin of the last slot that a frame came for, or that was counted as starved. */
  slotMs: number;
  isPaused: boolean;
}

export class SampleQueue<Frame> {
  readonly #options: QueueOptions<Frame>;
  readonly #entries = new Map<string, Entry>();
  /** In the order in which cameras fell due. */
  readonly #waiting = new Map<string, { frame: Frame; sinceMs: number }>();
  /** What is under way, by camera; may outlive the camera's entry. */
  readonly #flights = new Map<string, Promise<void>>();
  /** How much is under way, by group. */
  readonly #inFlight = new Map<string, number>();
  readonly #totals: SlotCounts = { ...NO_SLOTS };
  readonly #window: SampleWindow;
  isStopped = false;

  constructor(options: QueueOptions<Frame>) {
    this.#options = options;
    this.#window = new SampleWindow(options.clock);
  }

  /** Begins to take frames of a camera, whose first slot is now. An id may come back after `remove`. */
  add(camera: SampledCamera): void {
    const periodMs = camera.periodMs();
    const slotMs = this.#nowMs() - periodMs;
    const counts = { ...NO_SLOTS };
    this.#entries.set(camera.id, { camera, counts, periodMs, slotMs, isPaused: false });
  }

  /**
   * Ends the sampling of a camera; harmless for one that is not sampled.
   *
   * @returns resolves when nothing of the camera is in flight any more.
   */
  async remove(cameraId: string): Promise<void> {
    const entry = this.#entries.get(cameraId);
    if (entry !== undefined) this.#catchUp(entry);
    this.#entries.delete(cameraId);
    this.#waiting.delete(cameraId);
    await this.#flights.get(cameraId);
  }

  /**
   * Takes a keyframe that is due. It is dropped where its camera is not sampled.
   *
   * @param passedOver keyframes since the one before it that were not due.
   */
  offer(cameraId: string, frame: Frame, passedOver: number): void {
    const entry = this.#entries.get(cameraId);
    if (entry === undefined || this.isStopped) return;
    this.#count(entry, 'replaced', passedOver);
    this.#catchUp(entry);
    const { slotMs, periodMs } = entry;
    const slots = Math.max(1, Math.floor((this.#nowMs() - slotMs) / periodMs));
    if (periodMs !== Number.POSITIVE_INFINITY) entry.slotMs += slots * periodMs;
    const before = this.#waiting.get(cameraId);
    if (before !== undefined) {
      this.#count(entry, 'replaced', 1);
      if (!entry.isPaused) this.#count(entry, 'shed', 1);
    }
    // One that replaces another keeps its place in the row.
    this.#waiting.set(cameraId, { frame, sinceMs: this.#nowMs() });
    this.#pump();
  }

  /** Leaves a camera out (quarantine of its detector); its sample in flight ends as it will. */
  pause(cameraId: string): void {
    const entry = this.#entries.get(cameraId);
    if (entry === undefined) return;
    this.#catchUp(entry);
    entry.isPaused = true;
  }

  /** Takes a paused camera in again; slots that passed meanwhile are not counted. */
  resume(cameraId: string): void {
    const entry = this.#entries.get(cameraId);
    if (entry?.isPaused === true) {
      entry.isPaused = false;
      entry.slotMs = Math.max(entry.slotMs, this.#nowMs() - entry.periodMs);
    }
    this.#pump();
  }

  /** Whether a frame of a camera can be looked at now without holding up a sample: all that is due is under way. */
  isFree(cameraId: string): boolean {
    const isPaused = this.#entries.get(cameraId)?.isPaused ?? true;
    return !isPaused && !this.#flights.has(cameraId) && !this.#isFull(cameraId);
  }

  /** Figures since the start; of cameras that are gone as well. */
  stats() {
    const cameras = [...this.#entries.values()].map((entry) => {
      this.#catchUp(entry);
      return { id: entry.camera.id, ...entry.counts, isPaused: entry.isPaused };
    });
    return {
      ...this.#totals,
      /** Over the last minute. */
      samplesPerSecond: this.#window.perSecond(),
      inFlight: this.#flights.size,
      /** From the begin of the work to its count being readable, ms, over the last 512 samples; null before the first. */
      latencyMs: this.#window.percentiles(),
      cameras,
    };
  }

  /** Begins nothing more. Resolves when everything in flight has ended. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.#waiting.clear();
    await Promise.all(this.#flights.values());
  }

  #nowMs(): number {
    return this.#options.clock.monotonicMs();
  }

  /** Counts the slots that ended without a frame, and notices a new period. */
  #catchUp(entry: Entry): void {
    const nowMs = this.#nowMs();
    const ended = Math.floor((nowMs - entry.slotMs) / entry.periodMs) - 1;
    if (ended > 0 && !entry.isPaused) {
      this.#count(entry, 'starved', ended);
      entry.slotMs += ended * entry.periodMs;
    }
    const periodMs = entry.camera.periodMs();
    if (periodMs === entry.periodMs) return;
    entry.periodMs = periodMs;
    entry.slotMs = nowMs - periodMs;
  }

  #isFull(cameraId: string): boolean {
    const { capacity, groupOf } = this.#options;
    return (this.#inFlight.get(groupOf(cameraId)) ?? 0) >= capacity;
  }

  /** Begins whatever can be begun. */
  #pump(): void {
    for (const [id, { frame, sinceMs }] of this.#waiting) {
      const entry = this.#entries.get(id);
      if (entry === undefined || entry.isPaused || this.#flights.has(id) || this.#isFull(id)) {
        continue;
      }
      this.#waiting.delete(id);
      if (this.#nowMs() - sinceMs > entry.camera.maxAgeMs()) {
        this.#count(entry, 'stale', 1);
        this.#count(entry, 'starved', 1);
      } else {
        this.#flights.set(id, this.#fly(entry, frame));
      }
    }
  }

  async #fly(entry: Entry, frame: Frame): Promise<void> {
    const { id } = entry.camera;
    const beganMs = this.#nowMs();
    // Given back to the group that it was taken from, wherever the camera is then.
    const group = this.#options.groupOf(id);
    this.#inFlight.set(group, (this.#inFlight.get(group) ?? 0) + 1);
    // The flight must be on the list before its work begins, which may bring the next frame about.
    await Promise.resolve();
    try {
      await this.#options.run(frame, id);
      this.#window.add(this.#nowMs() - beganMs);
      this.#count(entry, 'samples', 1);
    } catch (error) {
      this.#count(entry, 'failed', 1);
      if (!this.isStopped) this.#options.onFailed(id, error);
    } finally {
      this.#flights.delete(id);
      this.#inFlight.set(group, (this.#inFlight.get(group) ?? 1) - 1);
      this.#pump();
    }
  }

  #count({ counts }: Entry, what: keyof SlotCounts, n: number): void {
    counts[what] += n;
    this.#totals[what] += n;
  }
}

/** The samples of the last minute, and of longer ago the newest ones: how many there are, and how long they took. */
export class SampleWindow {
  readonly #clock: Clock;
  readonly #startMs: number;
  readonly #samples: { readonly atMs: number; readonly ms: number }[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#startMs = clock.monotonicMs();
  }

  add(ms: number): void {
    const atMs = this.#clock.monotonicMs();
    this.#samples.push({ atMs, ms });
    while (this.#samples.length > TIMED && (this.#samples[0]?.atMs ?? atMs) <= atMs - WINDOW_MS) {
      this.#samples.shift();
    }
  }

  /** Nearest-rank percentiles of the newest samples, ms; null before the first. O(n log n). */
  percentiles(): { readonly p50: number; readonly p99: number } | null {
    const sorted = Float64Array.from(this.#samples.slice(-TIMED), ({ ms }) => ms).sort();
    const rank = (ratio: number) => sorted[Math.ceil(ratio * sorted.length) - 1];
    const p50 = rank(0.5);
    const p99 = rank(0.99);
    return p50 === undefined || p99 === undefined ? null : { p50, p99 };
  }

  /** Mean a second over the last minute, or over the time since the start (at least a second) where that is less. */
  perSecond(): number {
    const nowMs = this.#clock.monotonicMs();
    const recent = this.#samples.filter(({ atMs }) => atMs > nowMs - WINDOW_MS).length;
    return (recent * 1000) / Math.max(1_000, Math.min(WINDOW_MS, nowMs - this.#startMs));
  }
}

const WINDOW_MS = 60_000;
/** Samples whose times are looked at. Chosen here. */
const TIMED = 512;
