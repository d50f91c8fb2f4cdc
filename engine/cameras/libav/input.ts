/**
 * One input of libav: opened, read packet by packet and closed, each of them interruptible.
 *
 * Calls wait in libuv's thread pool, never on this thread, and leave some of its threads to others: cameras take turns
 * where there are more of them. At most one call of an input is under way, and it is only closed when none is; every input
 * still open is interrupted when the process exits, which would wait for its thread for ever.
 */

import { getSystemErrorName } from 'node:util';
import {
  AV_LOG_QUIET,
  AVERROR_EOF,
  AVERROR_EXIT,
  AVERROR_HTTP_BAD_REQUEST,
  AVERROR_HTTP_FORBIDDEN,
  AVERROR_HTTP_NOT_FOUND,
  AVERROR_HTTP_OTHER_4XX,
  AVERROR_HTTP_SERVER_ERROR,
  AVERROR_HTTP_UNAUTHORIZED,
  AVERROR_STREAM_NOT_FOUND,
} from 'node-av/constants';
import { Dictionary, FFmpegError, FormatContext, InputFormat, Log, Packet } from 'node-av/lib';
import type { TurnoutError } from '../../../errors.ts';
import { every } from '../../../runtime/timers.ts';
import { NETWORK } from '../http/client.ts';
import { type SourceFaultCode, sourceFault } from '../source-fault.ts';
import { MAX_PICTURE_BYTES, tooLarge } from '../still.ts';
import { VideoTrack } from './track.ts';

/**
 * Broken packets in a row after which a stream counts as ended. Chosen here: libav goes on after a damaged spot, but
 * must not be asked for ever (the bit-flip test of the file source holds it to an end).
 */
const MAX_BROKEN_PACKETS = 16;

/** How often what came is measured, ms. Chosen here: a fast network brings as much as the limit in it. */
const MEASURE_MS = 250;
/** Threads of libuv that no camera waits in: sharp, SQLite and the file system work in them. Chosen here: half of 16. */
const RESERVED = 8;
/** Calls of libav that may begin besides those under way, and who waits for one to end. */
// biome-ignore lint/style/noProcessEnv: the launcher has set it, and nothing else of the system tells it
let freeCalls = Math.max(2, Number(process.env['UV_THREADPOOL_SIZE'] ?? 4) - RESERVED);
const waiting = new Set<() => void>();

const openInputs = new Set<LibavInput>();
process.on('exit', () => {
  for (const input of openInputs) input.interrupt();
});

export class LibavInput {
  readonly context = new FormatContext();
  readonly #packet = new Packet();
  #track: VideoTrack | null = null;
  #pending: Promise<unknown> = Promise.resolve();
  #closing: Promise<void> | null = null;
  /** Whether `close` or `interrupt` was called: what fails then has not failed by itself. */
  isInterrupted = false;
  #begin: () => void = () => undefined;

  constructor() {
    // libav writes to stderr by itself, and its lines hold addresses with their passwords; what went wrong our coded errors
    // say. The level is one variable of the process; a callback would bring every line onto the main thread.
    Log.setLevel(AV_LOG_QUIET);
    // Before opening: an interrupt reaches only a context that exists, also while it is being opened.
    this.context.allocContext();
    this.#packet.alloc();
    openInputs.add(this);
  }

  /**
   * Throws what {@link libavFault} makes of a failure.
   *
   * @param format name of the one demuxer that is tried; null where libav is to find it out.
   */
  async open(
    address: string,
    settings: Readonly<Record<string, string>>,
    format: string | null = null,
  ): Promise<void> {
    const options = Dictionary.fromObject(settings);
    const demuxer = format === null ? null : InputFormat.findInputFormat(format);
    try {
      await this.#checked(() => this.context.openInput(address, demuxer, options));
    } finally {
      options.free();
    }
  }

  /** Reads ahead to learn what the head of the file does not tell. Throws as `open` does. */
  async probe(): Promise<void> {
    await this.#checked(() => this.context.findStreamInfo(null));
  }

  /** The one video track, closed with the input. Throws as {@link VideoTrack}. */
  track(): VideoTrack {
    this.#track = new VideoTrack(this.context);
    return this.#track;
  }

  /**
   * Gives each packet to `use`, which must have taken what it wants of it when it returns; the packet is one and the
   * same. Resolves at the end of the input or when it is interrupted; throws `frame_too_large` where so much came that is
   * no picture yet: libav keeps all of it.
   */
  async read(use: (packet: Packet) => Promise<void> | undefined): Promise<void> {
    const context = this.context;
    const packet = this.#packet;
    let isOverfed = false;
    let taken = 0n;
    let broken = 0;
    const over = new AbortController();
    const measuring = { periodMs: MEASURE_MS, signal: over.signal, onError: () => undefined };
    void every(measuring, () => {
      isOverfed ||= context.pbBytes - taken > MAX_PICTURE_BYTES;
      if (isOverfed) this.interrupt();
    });
    try {
      while (!this.isInterrupted) {
        const code = await this.#inTurn(() => context.readFrame(packet));
        broken = code < 0 ? broken + 1 : 0;
        if (this.isInterrupted || code === AVERROR_EOF || broken > MAX_BROKEN_PACKETS) break;
        if (code < 0) continue;
        taken = context.pbBytes;
        const using = use(packet);
        packet.unref();
        if (using !== undefined) await using;
      }
    } finally {
      over.abort();
    }
    if (isOverfed) throw tooLarge();
  }

  /** Ends the call under way, and every later one, with an error. */
  interrupt(): void {
    this.isInterrupted = true;
    this.context.interrupt();
    if (waiting.delete(this.#begin)) this.#begin();
  }

  /** Interrupts, waits for the call under way and lets go of everything. May be called again. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.interrupt();
    await this.#pending.catch(() => undefined);
    // node-av 6.1 does not close an input without streams in `closeInput` (it frees the context alone, and the connection
    // stays open for ever); `freeContext` closes it. It has been interrupted, so this waits for nothing.
    if (this.context.nbStreams === 0) this.context.freeContext();
    else await this.context.closeInput();
    openInputs.delete(this);
    this.#packet.free();
    this.#track?.close();
  }

  async #checked(call: () => Promise<number>): Promise<void> {
    const code = this.isInterrupted ? AVERROR_EXIT : await this.#inTurn(call);
    if (this.isInterrupted) throw sourceFault('camera_ended', { got: 'its own end' });
    if (code < 0) throw libavFault(code);
  }

  /** The code of a call, made once a thread is free for it; that of an end where the input is interrupted before. */
  #inTurn(call: () => Promise<number>): Promise<number> {
    const called = this.#called(call);
    this.#pending = called;
    return called;
  }

  async #called(call: () => Promise<number>): Promise<number> {
    if (freeCalls > 0) {
      freeCalls -= 1;
    } else {
      await new Promise<void>((resolve) => {
        this.#begin = resolve;
        waiting.add(resolve);
      });
      if (this.isInterrupted) return AVERROR_EXIT;
    }
    try {
      return await call();
    } finally {
      const [next] = waiting;
      if (next === undefined) freeCalls += 1;
      else if (waiting.delete(next)) next();
    }
  }
}

/** libav's error numbers as the faults of a source. */

/**
 * Time-outs are not here: libav returns the same number for a time-out, an interrupt and a broken answer, so they are
 * told apart by our own clock (`LibavInput`). RTSP servers answer 403 to a wrong password, too.
 */
const CODES: ReadonlyMap<number, SourceFaultCode> = new Map<number, SourceFaultCode>([
  [AVERROR_HTTP_UNAUTHORIZED, 'camera_unauthorized'],
  [AVERROR_HTTP_FORBIDDEN, 'camera_unauthorized'],
  [AVERROR_HTTP_NOT_FOUND, 'camera_not_found'],
  [AVERROR_HTTP_OTHER_4XX, 'camera_refused'],
  [AVERROR_HTTP_BAD_REQUEST, 'camera_refused'],
  [AVERROR_HTTP_SERVER_ERROR, 'camera_refused'],
  [AVERROR_STREAM_NOT_FOUND, 'camera_no_video_track'],
]);

/** What the system says to libav and not to Node: errno(3). */
const SYSTEM: Readonly<Record<string, SourceFaultCode>> = {
  ...NETWORK,
  ENOENT: 'camera_not_found',
  EIO: 'camera_unreachable',
  EPROTONOSUPPORT: 'camera_transport_refused',
  ENETDOWN: 'camera_unreachable',
};

/** The fault that a failed call while opening stands for. What is not known otherwise is "not a video". */
export function libavFault(errorNumber: number): TurnoutError {
  // Numbers of the system are negated, as libav returns them.
  const isSystem = errorNumber < 0 && errorNumber > -200;
  const name = isSystem ? getSystemErrorName(errorNumber) : '';
  const code = CODES.get(errorNumber) ?? SYSTEM[name];
  if (code !== undefined) return sourceFault(code);
  // libav's own texts for its numbers are fixed phrases: no address is in them.
  const phrase = FFmpegError.strerror(errorNumber).toLowerCase();
  return sourceFault('camera_not_video', { got: `something else (${phrase})` });
}
