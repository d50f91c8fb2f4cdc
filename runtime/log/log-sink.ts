/**
 * Where log lines leave the process, without ever waiting for a reader. A line is written at once while its reader reads,
 * so that a crash loses none. When the reader stops, lines wait in memory; when too many wait, new ones are dropped and
 * counted, and the number is reported once when the reader goes on.
 */

import { constants, fstatSync, openSync, writeSync } from 'node:fs';
import { delay } from '../timers.ts';

export interface LogSink {
  /** Takes one line with its line end. Never waits, never throws. */
  write(line: string): void;
  /** Lines dropped since the start. */
  dropped(): number;
  /** Resolves when every waiting line is written, or after `limitMs`. */
  flush(limitMs: number): Promise<void>;
}

export interface LogSinkOptions {
  /** A file descriptor whose writes never block, or a file. */
  readonly fd: number;
  /** Called with the number of dropped lines when lines are written again. */
  readonly onDropped: (lines: number) => void;
  /** Bytes that may wait; default 1 MiB: the lines of some 40 minutes of a site of 59 failing cameras. */
  readonly queueBytes?: number;
}

const QUEUE_BYTES = 1024 * 1024;
/** How often a reader that stopped is tried, ms. Chosen here: no one waits for it but the log. */
const RETRY_MS = 50;

export function createLogSink(options: LogSinkOptions): LogSink {
  return new WaitingLines(options);
}

class WaitingLines implements LogSink {
  readonly #options: Required<LogSinkOptions>;
  #queue: Buffer[] = [];
  #queuedBytes = 0;
  #dropped = 0;
  #unreported = 0;
  #isRetrying = false;

  constructor(options: LogSinkOptions) {
    this.#options = { queueBytes: QUEUE_BYTES, ...options };
  }

  write(line: string): void {
    const bytes = Buffer.from(line);
    if (this.#queue.length > 0) {
      const isTooMuch = this.#queuedBytes + bytes.length > this.#options.queueBytes;
      if (isTooMuch) this.#drop();
      else this.#enqueue(bytes);
      return;
    }
    const before = this.#dropped;
    const rest = this.#attempt(bytes);
    if (rest !== null) this.#enqueue(rest);
    else if (this.#dropped === before) this.#report();
  }

  dropped(): number {
    return this.#dropped;
  }

  async flush(limitMs: number): Promise<void> {
    const endMs = performance.now() + limitMs;
    this.#drain();
    while (this.#queue.length > 0 && performance.now() < endMs) {
      await delay(RETRY_MS);
      this.#drain();
    }
    if (this.#queue.length === 0) this.#report();
  }

  #enqueue(bytes: Buffer): void {
    this.#queue.push(bytes);
    this.#queuedBytes += bytes.length;
    this.#retryLater();
  }

  #drop(): void {
    this.#dropped += 1;
    this.#unreported += 1;
  }

  #report(): void {
    if (this.#unreported === 0) return;
    const lines = this.#unreported;
    this.#unreported = 0;
    this.#options.onDropped(lines);
  }

  /** What could not be written of `bytes`; null when nothing is left to do. */
  #attempt(bytes: Buffer): Buffer | null {
    try {
      const written = writeSync(this.#options.fd, bytes);
      return written === bytes.length ? null : bytes.subarray(written);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return bytes;
      // A closed pipe or a full disk: the line is lost, the server goes on.
      this.#drop();
      return null;
    }
  }

  #drain(): void {
    let done = 0;
    let rest: Buffer | null = null;
    for (const bytes of this.#queue) {
      rest = this.#attempt(bytes);
      this.#queuedBytes -= bytes.length - (rest?.length ?? 0);
      if (rest !== null) break;
      done += 1;
    }
    this.#queue = rest === null ? [] : [rest, ...this.#queue.slice(done + 1)];
  }

  #retryLater(): void {
    if (this.#isRetrying) return;
    this.#isRetrying = true;
    const retry = () => {
      this.#isRetrying = false;
      this.#drain();
      if (this.#queue.length > 0) this.#retryLater();
      else this.#report();
    };
    setTimeout(retry, RETRY_MS).unref();
  }
}

/**
 * Standard error as a descriptor whose writes never block. A pipe or terminal is opened a second time, since the flag
 * belongs to the open file and other processes may share the first one. What cannot be opened again, such as the socket of
 * a service manager, is switched by making `process.stderr`.
 */
export function openStderr(): number {
  const kind = fstatSync(2);
  if (kind.isFile()) return 2;
  try {
    const { O_APPEND, O_NOCTTY, O_NONBLOCK, O_WRONLY } = constants;
    return openSync('/proc/self/fd/2', O_WRONLY | O_NONBLOCK | O_APPEND | O_NOCTTY);
  } catch {
    void process.stderr;
    return 2;
  }
}
