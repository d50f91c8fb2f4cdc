/**
 * The contract of a frame source: it runs once, delivering keyframes until its stream ends or it is told to stop.
 *
 * A source only reads and demuxes. It never decodes, never retries and never decides how often a count is wanted:
 * that is the work of the pool, the supervisor and the sampling clock. One suite tests every source
 * (`test/contract/source.suite.ts`).
 *
 * Two clocks watch a camera that says nothing: that of `frameSource` here, and that of `supervision/supervisor.ts` for
 * what a source cannot see, and for a source that hangs itself. Each is noticed a quarter late at most, or 6 s.
 *
 * | clock      | while    | fires when there was no             | for                                     | fault            |
 * |------------|----------|-------------------------------------|-----------------------------------------|------------------|
 * | source     | opening  | end of it                           | `openTimeoutMs`                         | `camera_timeout` |
 * |            | reading  | data at all, or answer to a request | `readTimeoutMs`                         | `camera_stalled` |
 * | supervisor | opening  | end of it                           | `openTimeoutMs` and 5 s                 | `camera_timeout` |
 * |            | reading  | keyframe, whatever else comes       | 20 s, or three times the longest time   | `camera_stalled` |
 * |            |          |                                     | between two; 90 s where packets come    |                  |
 * |            |          |                                     | and that time is not known              |                  |
 */

import type { Clock } from '../../runtime/clock.ts';
import type { Reach } from '../../runtime/reach.ts';
import { delay } from '../../runtime/timers.ts';
import type { EncodedFrame } from '../frames/decoder.ts';
import type { FrameCodec } from '../frames/video-decoder.ts';
import { type SourceFaultCode, sourceFault } from './source-fault.ts';

/** What a source is made from. Comes from the configuration; `url` may carry credentials and is never logged. */
export interface SourceOptions {
  /** `rtsp(s)://`, `http(s)://`, `scene:`, `file:` or a path. */
  readonly url: string;
  /** RTSP only: TCP first; UDP when asked. */
  readonly transport: 'tcp' | 'udp';
  /** Longest wait for an answer while opening, ms. */
  readonly openTimeoutMs: number;
  /** Longest wait for data while reading, ms, before the source gives up with `camera_stalled`. */
  readonly readTimeoutMs: number;
  /**
   * How often a frame is wanted now, ms. Asked before each frame by sources that make or fetch one on demand (snapshot
   * polling, `scene:`); a stream delivers what comes.
   */
  readonly wantedPeriodMs: () => number;
  /** Of sources on the readers' thread: how often someone who looks wants a frame now besides, ms. */
  readonly lookedPeriodMs?: () => number;
  /** `scene:` only: whether a picture has been counted by now. Left out: yes. */
  readonly isCounted?: () => boolean;
  /**
   * Files only. `own` (the default): keyframes come at their own times, as from a camera. `fast`: each comes as soon as
   * the one before it has been taken.
   */
  readonly pace?: 'own' | 'fast';
  /** Where the address may lead, and of HTTP its redirects; left out: anywhere. */
  readonly reach?: Reach;
  readonly clock: Clock;
}

/**
 * Takes one keyframe, which is its own from then on. Must be quick and never throw or reject. Where it returns a
 * promise the source hands over nothing more until that resolves: a file waits, a live source goes on reading and drops
 * what comes meanwhile (its totals still count it).
 */
export type DeliverFrame<Frame = EncodedFrame> = (frame: Frame) => void | Promise<void>;

/** What a source knows of its stream once it is open. Null is unknown so far. */
export interface StreamInfo {
  readonly codec: FrameCodec;
  readonly width: number | null;
  readonly height: number | null;
  /** Frames a second of the stream, keyframes or not. */
  readonly fps: number | null;
  /** Length of a file, ms; null for what has no end. */
  readonly durationMs: number | null;
  /** RTSP only: why libav reads it and not the reader of `rtsp/`, of the camera as `it`; left out where that one does. */
  readonly whyLibav?: string;
}

/** Running totals of a source. Never reset. */
export interface SourceTotals {
  readonly packets: number;
  readonly bytes: number;
  readonly keyframes: number;
  /** Media time between the last two keyframes, ms; null before the second. */
  readonly gopMs: number | null;
}

/** The totals before anything was read. */
export const NOTHING_READ: SourceTotals = { packets: 0, bytes: 0, keyframes: 0, gopMs: null };

/** Takes what is known of the stream, once, before the first keyframe. */
export type StreamOpened = (info: StreamInfo) => void;

/** One source. It holds nothing before `run` and after it. */
export interface FrameSource<Frame = EncodedFrame> {
  /**
   * The whole life of a source; called once. Opens the stream, then delivers each keyframe as it comes, in order.
   *
   * A keyframe is a picture that decodes alone: IDR in H.264; IDR, CRA and BLA in H.265; every JPEG. H.264 pictures that
   * merely begin a recovery (intra refresh, open GOP) are none: a stream of only those delivers nothing.
   *
   * @param signal interrupts whatever is under way: nothing is delivered from then on. May be aborted from within
   * `deliver`.
   * @returns when the stream has ended by itself, or within a second of the abort, and in each case once nothing of the
   * source is left. Rejects with a coded {@link TurnoutError} whose text holds neither address nor credential:
   * `camera_unreachable`, `camera_refused`, `camera_unauthorized`, `camera_not_found`, `camera_not_video`,
   * `camera_no_video_track`, `camera_codec_unsupported`, `camera_timeout`, `camera_stalled`,
   * `camera_transport_refused`, `camera_ended` where the stream ends before it is open, and `descriptors_exhausted`
   * where it is not the camera's fault.
   */
  run(signal: AbortSignal, deliver: DeliverFrame<Frame>, opened?: StreamOpened): Promise<void>;
  totals(): SourceTotals;
}

/** What the reader of one kind of address is given for its life. */
export interface Reading extends SourceOptions {
  readonly signal: AbortSignal;
  readonly tally: SourceTally;
  readonly opened: StreamOpened;
  /** Drops a keyframe while the one before it is still being taken. */
  readonly deliver: DeliverFrame;
  /** From now on the source ends with `code` once `ms` have passed in which the tally counted no packet; null: never. */
  limit(ms: number | null, code?: SourceFaultCode): void;
}

/** Reads one kind of address: opens, delivers, and is back once nothing of it is left. `frameSource` keeps the time. */
export type ReadSource = (reading: Reading) => Promise<void>;

/** Looks this often within a limit, so that a process which was held up for a moment blames no camera. Chosen here. */
const QUARTERS = 4;

/** The source that `read` makes of an address: what all of them count, and the clock that all of them go by. */
export function frameSource(read: ReadSource, options: SourceOptions): FrameSource {
  const tally = new SourceTally();
  return {
    totals: () => tally.totals(),
    async run(stop, deliver, opened) {
      if (stop.aborted) return;
      const over = new AbortController();
      const end = () => over.abort();
      stop.addEventListener('abort', end, { once: true });
      let ticking: NodeJS.Timeout | undefined;
      const limit: Reading['limit'] = (ms, code = 'camera_stalled') => {
        clearTimeout(ticking);
        if (ms === null) return;
        let [seen, idle] = [tally.totals().packets, 0];
        const look = () => {
          const { packets } = tally.totals();
          // What comes before a stream is open does not open it.
          idle = code === 'camera_timeout' || packets === seen ? idle + 1 : 0;
          seen = packets;
          if (idle < QUARTERS) ticking = setTimeout(look, ms / QUARTERS);
          else over.abort(sourceFault(code));
        };
        ticking = setTimeout(look, ms / QUARTERS);
      };
      limit(options.openTimeoutMs, 'camera_timeout');
      const give = gated(deliver);
      try {
        await read({
          ...options,
          signal: over.signal,
          tally,
          deliver: (frame) => (over.signal.aborted ? undefined : give(frame)),
          opened: (info) => {
            limit(null);
            if (!over.signal.aborted) opened?.(info);
          },
          limit,
        });
      } catch (error) {
        if (!over.signal.aborted) throw error;
      } finally {
        clearTimeout(ticking);
        stop.removeEventListener('abort', end);
      }
      // Aborted by the clock, with its fault.
      if (over.signal.aborted && !stop.aborted) throw over.signal.reason;
    },
  };
}

/** Hands a keyframe over, unless the one before it is still being taken. */
export function gated(deliver: DeliverFrame): DeliverFrame {
  let isBusy = false;
  return (frame) => {
    const taking = isBusy ? undefined : deliver(frame);
    if (taking === undefined) return;
    isBusy = true;
    return taking.finally(() => {
      isBusy = false;
    });
  };
}

/**
 * Runs `read` and then `close`, or `close` as soon as `signal` is aborted. What `read` throws after that is the end that
 * was asked for.
 */
export async function readUntil(
  signal: AbortSignal,
  read: () => Promise<void>,
  close: () => void | Promise<void>,
): Promise<void> {
  if (signal.aborted) return;
  let closing: Promise<void> | null = null;
  const end = (): Promise<void> => {
    closing ??= Promise.resolve(close());
    return closing;
  };
  const onAbort = () => void end().catch(() => undefined);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    await read();
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    signal.removeEventListener('abort', onAbort);
    await end();
  }
}

/** How soon a changed wish for pictures is noticed, ms: a class may begin meanwhile. Chosen here. */
const GLANCE_MS = 500;

/**
 * Reads a source that makes or fetches a JPEG or PNG picture when one is wanted.
 *
 * @param leastMs shortest time between two; null: there is one.
 */
export async function readPictures(
  reading: Reading,
  fetch: () => Promise<Uint8Array<ArrayBuffer>>,
  leastMs: number | null,
  size: Pick<StreamInfo, 'width' | 'height'> = { width: null, height: null },
): Promise<void> {
  const { signal, clock, tally } = reading;
  for (let isOpen = false; !signal.aborted; isOpen = true) {
    const requestedMs = clock.monotonicMs();
    if (isOpen) reading.limit(reading.readTimeoutMs);
    const data = await fetch();
    if (signal.aborted) return;
    reading.limit(null);
    const mediaMs = leastMs === null ? 0 : null;
    if (!isOpen) reading.opened({ codec: 'jpeg', ...size, fps: null, durationMs: mediaMs });
    tally.packet(data.length);
    tally.keyframe(clock.monotonicMs());
    const taking = reading.deliver({ codec: 'jpeg', data, atUtcMs: clock.nowUtcMs(), mediaMs });
    if (leastMs === null) return taking;
    const leftMs = () =>
      requestedMs + Math.max(leastMs, reading.wantedPeriodMs()) - clock.monotonicMs();
    for (let ms = leftMs(); ms > 0 && !signal.aborted; ms = leftMs()) {
      await delay(Math.min(ms, GLANCE_MS), signal);
    }
  }
}

/** Running totals of one source. Counting is two additions a packet: it runs for every packet of every camera. */
export class SourceTally {
  readonly #read = { ...NOTHING_READ };
  #lastMediaMs: number | null = null;

  packet(bytes: number): void {
    this.#read.packets += 1;
    this.#read.bytes += bytes;
  }

  /** @param mediaMs null where the stream has no time; the interval is then unknown. */
  keyframe(mediaMs: number | null): void {
    this.#read.keyframes += 1;
    const hasBoth = mediaMs !== null && this.#lastMediaMs !== null;
    this.#read.gopMs = hasBoth ? mediaMs - (this.#lastMediaMs ?? 0) : null;
    this.#lastMediaMs = mediaMs;
  }

  totals(): SourceTotals {
    return { ...this.#read };
  }
}
