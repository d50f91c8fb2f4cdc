/**
 * The sampling clock: hands each camera's newest keyframe to the workers when the camera is due.
 *
 * Always: at most one frame of a camera in flight, at most `capacity` in a group, and of all cameras that could be sampled
 * the longest overdue first. So while one camera waits, every other of its group is begun at most once: with N cameras, W
 * workers and tasks of at most S ms no one waits longer than (N − 1) × S / W, however fast or slow the others are. When
 * the workers cannot keep up, every camera is sampled less often, and what was skipped is counted.
 *
 * Driven by events (a frame came, a worker is free) and one timer for the earliest camera that is to fall due. A sample
 * costs a look at every camera; a keyframe that no one wants yet costs a look at its own. Main thread only.
 */

import type { Clock } from '../../runtime/clock.ts';
import type { Timers } from '../../runtime/timers.ts';
import { Lane, noSlots, type SampledCamera, type SlotCounts } from './lane.ts';
import { LatencyWindow } from './latency.ts';
import { RateWindow } from './rate.ts';
import { phaseOf } from './slots.ts';

/** @typeParam Frame what lies in the mailboxes, passed on unopened. */
export interface DispatcherOptions<Frame> {
  /** Most frames in flight at once in one group of cameras: the number of its workers, at least 1. */
  readonly capacity: number;
  /**
   * Whose workers look at a camera's frames now: cameras of one group share them, so that a group whose workers hang holds
   * up no other. Without it all cameras are one group.
   */
  readonly groupOf?: (cameraId: string) => string;
  /** Most frames in flight of a group whose workers take more than one each; without it, `capacity`. */
  readonly capacityOf?: (group: string) => number;
  /**
   * Does the work for one frame, which it owns from now on, and resolves when its count can be read; with `nothing`
   * where there was no frame after all. It must settle: the camera is not sampled before.
   */
  readonly run: (frame: Frame, cameraId: string) => Promise<'sampled' | 'nothing'>;
  /** Told when `run` rejected: the sample is lost and counted, everything goes on. Must not throw. */
  readonly onFailed: (cameraId: string, error: unknown) => void;
  readonly clock: Clock;
  readonly timers: Timers;
}

/** Figures since the start; of cameras that are gone as well. */
export interface SamplingStats extends Readonly<SlotCounts> {
  /** Over the last minute. */
  readonly samplesPerSecond: number;
  /** Keyframes replaced by a newer one before anybody wanted them: the normal fate of most. */
  readonly replaced: number;
  readonly inFlight: number;
  /** From a frame's hand-over to its count being readable, ms, over the last 512 samples; null before the first. */
  readonly latencyMs: { readonly p50: number; readonly p99: number } | null;
  readonly cameras: readonly CameraSamplingStats[];
}

export interface CameraSamplingStats extends Readonly<SlotCounts> {
  readonly id: string;
  readonly replaced: number;
  readonly isPaused: boolean;
}

interface Entry<Frame> {
  readonly lane: Lane<Frame>;
  readonly stopListening: () => void;
}

export class Dispatcher<Frame> {
  readonly #options: DispatcherOptions<Frame>;
  readonly #entries = new Map<string, Entry<Frame>>();
  /** What is under way, by camera; may outlive the camera's entry. */
  readonly #flights = new Map<string, Promise<void>>();
  /** How much is under way, by group. */
  readonly #inFlight = new Map<string, number>();
  readonly #totals = noSlots();
  readonly #latency = new LatencyWindow();
  readonly #rate: RateWindow;
  #replacedByRemoved = 0;
  #added = 0;
  #turns = 0;
  #isStopped = false;
  #timer: { readonly atMs: number; readonly cancel: () => void } | null = null;

  constructor(options: DispatcherOptions<Frame>) {
    this.#options = options;
    this.#rate = new RateWindow(options.clock);
  }

  /** Begins to sample a camera, at once if its mailbox has a frame. An id may come back after `remove`. */
  add(camera: SampledCamera<Frame>): void {
    if (this.#entries.has(camera.id)) {
      throw new Error(`camera ${camera.id} is sampled already`);
    }
    const lane = new Lane(camera, phaseOf(this.#added), this.#totals, this.#nowMs());
    this.#added += 1;
    const stopListening = camera.mailbox.listen(() => this.#frameCame(lane));
    this.#entries.set(camera.id, { lane, stopListening });
    this.#pump();
  }

  /**
   * Ends the sampling of a camera; harmless for one that is not sampled.
   *
   * @returns resolves when nothing of the camera is in flight any more.
   */
  async remove(cameraId: string): Promise<void> {
    const entry = this.#entries.get(cameraId);
    if (entry !== undefined) {
      entry.lane.catchUp(this.#nowMs());
      entry.stopListening();
      this.#replacedByRemoved += entry.lane.replaced;
      this.#entries.delete(cameraId);
    }
    await this.#flights.get(cameraId);
  }

  /** Leaves a camera out (quarantine of its detector); its sample in flight ends as it will. */
  pause(cameraId: string): void {
    this.#entries.get(cameraId)?.lane.pause(this.#nowMs());
  }

  /** Takes a paused camera in again; it is due at once if it would have been meanwhile. */
  resume(cameraId: string): void {
    this.#entries.get(cameraId)?.lane.resume(this.#nowMs());
    this.#pump();
  }

  /** Whether a frame of a camera can be looked at now without holding up a sample: all that is due is under way. */
  isFree(cameraId: string): boolean {
    const isPaused = this.#entries.get(cameraId)?.lane.isPaused ?? true;
    return !isPaused && !this.#flights.has(cameraId) && !this.#isFull(cameraId);
  }

  stats(): SamplingStats {
    const cameras = [...this.#entries.values()].map(({ lane }) => {
      lane.catchUp(this.#nowMs());
      const { camera, counts, replaced, isPaused } = lane;
      return { id: camera.id, ...counts, replaced, isPaused };
    });
    return {
      ...this.#totals,
      samplesPerSecond: this.#rate.perSecond(),
      replaced: cameras.reduce((sum, camera) => sum + camera.replaced, this.#replacedByRemoved),
      inFlight: this.#flights.size,
      latencyMs: this.#latency.percentiles(),
      cameras,
    };
  }

  /**
   * Begins nothing more.
   *
   * @returns resolves when everything in flight has ended.
   */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#timer?.cancel();
    this.#timer = null;
    for (const { stopListening } of this.#entries.values()) {
      stopListening();
    }
    await Promise.all(this.#flights.values());
  }

  #nowMs(): number {
    return this.#options.clock.monotonicMs();
  }

  #frameCame(lane: Lane<Frame>): void {
    const nowMs = this.#nowMs();
    lane.catchUp(nowMs);
    const dueAtMs = lane.dueAtMs();
    if (this.#isStopped || dueAtMs === null || this.#isFull(lane.camera.id)) {
      return;
    }
    if (dueAtMs <= nowMs) {
      this.#pump();
    } else {
      this.#wakeAt(dueAtMs);
    }
  }

  /** Begins whatever can be begun, and sets the timer for the next. */
  #pump(): void {
    while (!this.#isStopped) {
      const next = this.#longestOverdue();
      if (next === null) {
        return;
      }
      const dueAtMs = next.dueAtMs() ?? Number.POSITIVE_INFINITY;
      if (dueAtMs > this.#nowMs()) {
        this.#wakeAt(dueAtMs);
        return;
      }
      this.#launch(next);
    }
  }

  #groupOf(cameraId: string): string {
    return this.#options.groupOf?.(cameraId) ?? '';
  }

  /** Whether all workers of the camera's group are at work. */
  #isFull(cameraId: string): boolean {
    const { capacity, capacityOf } = this.#options;
    const group = this.#groupOf(cameraId);
    return (this.#inFlight.get(group) ?? 0) >= (capacityOf?.(group) ?? capacity);
  }

  /** The camera that is due first, whether or not that is still to come; null where none can be sampled at all. */
  #longestOverdue(): Lane<Frame> | null {
    let first: Lane<Frame> | null = null;
    for (const { lane } of this.#entries.values()) {
      if (
        lane.dueAtMs() !== null &&
        !this.#flights.has(lane.camera.id) &&
        goesBefore(lane, first) &&
        !this.#isFull(lane.camera.id)
      ) {
        first = lane;
      }
    }
    return first;
  }

  /** One timer for all: an earlier one than needed is left to fire, since that costs less than setting it again. */
  #wakeAt(atMs: number): void {
    if (this.#timer !== null && this.#timer.atMs <= atMs) {
      return;
    }
    this.#timer?.cancel();
    const cancel = this.#options.timers.after(atMs - this.#nowMs(), () => {
      this.#timer = null;
      this.#pump();
    });
    this.#timer = { atMs, cancel };
  }

  #launch(lane: Lane<Frame>): void {
    this.#turns += 1;
    const frame = lane.begin(this.#nowMs(), this.#turns);
    if (frame === null) {
      return;
    }
    this.#flights.set(lane.camera.id, this.#fly(lane, frame));
  }

  async #fly(lane: Lane<Frame>, frame: Frame): Promise<void> {
    const { id } = lane.camera;
    const beganMs = this.#nowMs();
    // Given back to the group that it was taken from, wherever the camera is then.
    const group = this.#groupOf(id);
    this.#inFlight.set(group, (this.#inFlight.get(group) ?? 0) + 1);
    // The flight must be on the list before its work begins, which may bring the next frame about.
    await Promise.resolve();
    try {
      if ((await this.#options.run(frame, id)) === 'nothing') {
        lane.end('starved', this.#nowMs());
        return;
      }
      this.#latency.add(this.#nowMs() - beganMs);
      this.#rate.add();
      lane.end('samples', this.#nowMs());
    } catch (error) {
      lane.end('failed', this.#nowMs());
      this.#options.onFailed(id, error);
    } finally {
      this.#flights.delete(id);
      this.#inFlight.set(group, (this.#inFlight.get(group) ?? 1) - 1);
      this.#pump();
    }
  }
}

function goesBefore<Frame>(lane: Lane<Frame>, other: Lane<Frame> | null): boolean {
  const byMs = (lane.dueAtMs() ?? 0) - (other?.dueAtMs() ?? Number.POSITIVE_INFINITY);
  return byMs < 0 || (byMs === 0 && other !== null && lane.turn < other.turn);
}
