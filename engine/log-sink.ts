/**
 * Where log lines leave the process, without ever waiting for a reader. A line is written at once while its reader reads,
 * so that a crash loses none. When the reader stops, lines wait in memory; when too many wait, new ones are dropped and
 * counted, and the number is reported once when the reader goes on.
 */

import { constants, fstatSync, openSync, writeSync } from 'node:fs';
import { delay } from './timers.ts';

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
/** How often a reader that stopped is tried, ms. Chosen here: nobody waits for it but the log. */
const RETRY_MS = 50;

export function createLogSink(options: LogSinkOptions): LogSink {
  const { fd, onDropped, queueBytes = QUEUE_BYTES } = options;
  let queue: Buffer[] = [];
  let queuedBytes = 0;
  let dropped = 0;
  let unreported = 0;
  let isRetrying = false;

  const drop = () => {
    dropped += 1;
    unreported += 1;
  };
  /** What could not be written of `bytes`; null when nothing is left to do. */
  const attempt = (bytes: Buffer): Buffer | null => {
    try {
      const written = writeSync(fd, bytes);
      return written === bytes.length ? null : bytes.subarray(written);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return bytes;
      // A closed pipe or a full disk: the line is lost, the server goes on.
      drop();
      return null;
    }
  };
  const report = () => {
    if (unreported === 0) return;
    const lines = unreported;
    unreported = 0;
    onDropped(lines);
  };
  const drain = () => {
    let done = 0;
    let rest: Buffer | null = null;
    for (const bytes of queue) {
      rest = attempt(bytes);
      queuedBytes -= bytes.length - (rest?.length ?? 0);
      if (rest !== null) break;
      done += 1;
    }
    queue = rest === null ? [] : [rest, ...queue.slice(done + 1)];
  };
  const retry = () => {
    isRetrying = false;
    drain();
    if (queue.length > 0) arm();
    else report();
  };
  const arm = () => {
    if (isRetrying) return;
    isRetrying = true;
    setTimeout(retry, RETRY_MS).unref();
  };
  return {
    write: (line) => {
      const bytes = Buffer.from(line);
      if (queue.length === 0) {
        const before = dropped;
        const rest = attempt(bytes);
        if (rest !== null) enqueue(rest);
        else if (dropped === before) report();
      } else if (queuedBytes + bytes.length > queueBytes) {
        drop();
      } else {
        enqueue(bytes);
      }
    },
    dropped: () => dropped,
    flush: async (limitMs) => {
      const endMs = performance.now() + limitMs;
      drain();
      while (queue.length > 0 && performance.now() < endMs) {
        await delay(RETRY_MS);
        drain();
      }
      if (queue.length === 0) report();
    },
  };

  function enqueue(bytes: Buffer): void {
    queue.push(bytes);
    queuedBytes += bytes.length;
    arm();
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
