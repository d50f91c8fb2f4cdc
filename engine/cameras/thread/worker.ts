/**
 * Entry of the thread that reads the cameras: it runs the sources, keeps the newest keyframe of each, and gives it out
 * when asked. One thread is enough for a hundred of them, since a reader only demuxes.
 */

import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { systemClock } from '../../../runtime/clock.ts';
import { type ThreadFault, toFault } from '../../../runtime/thread-fault.ts';
import { every } from '../../../runtime/timers.ts';
import type { EncodedFrame } from '../../frames/encoded-frame.ts';
import { type FrameSource, NOTHING_READ, type RestState, type SourceTotals } from '../source.ts';
import { sourceFault } from '../source-fault.ts';
import { createSource } from '../sources.ts';
import type { ReaderNews, ReaderOrder, RemoteOptions, ThreadOrder } from './messages.ts';

type Said<News> = News extends unknown ? Omit<News, 'source'> : never;

/** How often totals are told where no keyframe has told them, ms: silence is judged by them every 5 s. */
const TELL_TOTALS_MS = 2_000;
/** Half of a worker's. Chosen here. */
const NICENESS = 5;

class Reader {
  readonly #number: number;
  #source: FrameSource | null = null;
  #periodMs = Number.POSITIVE_INFINITY;
  #newest: EncodedFrame | null = null;
  #keyframes = 0;
  #hasTold = false;
  #packetsTold = 0;
  #restTold: RestState | undefined;
  #isClosed = false;

  constructor(number: number) {
    this.#number = number;
  }

  async open({ periodMs, ...options }: RemoteOptions): Promise<void> {
    this.#periodMs = periodMs;
    try {
      const source = await createSource({
        ...options,
        wantedPeriodMs: () => this.#periodMs,
        clock: systemClock,
      });
      this.#source = source;
      // Closed while its code was loaded: there was nothing to close then.
      if (this.#isClosed) {
        await source.close();
        throw sourceFault('camera_ended', { got: 'its own end' });
      }
      this.#tell({ kind: 'opened', info: await source.open() });
    } catch (error) {
      this.#tell({ kind: 'failed', fault: toFault(error) });
    }
  }

  async read(): Promise<void> {
    try {
      await this.#source?.read((frame) => this.#keep(frame));
      this.#tell({ kind: 'ended' });
    } catch (error) {
      this.#tell({ kind: 'failed', fault: toFault(error) });
    }
  }

  take(): void {
    const frame = this.#newest;
    this.#newest = null;
    if (frame !== null) this.#source?.noteTaken?.();
    const transfer = frame === null ? [] : [frame.data.buffer];
    this.#tell({ kind: 'taken', number: this.#keyframes, frame }, transfer);
  }

  want(periodMs: number): void {
    this.#periodMs = periodMs;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#newest = null;
    let fault: ThreadFault | null = null;
    try {
      await this.#source?.close();
    } catch (error) {
      fault = toFault(error);
    }
    this.#tell({ kind: 'closed', totals: this.#totals(), fault });
  }

  /** Tells the totals where packets came or it went to rest, but no keyframe told them. */
  tellTotals(): void {
    const hasTold = this.#hasTold;
    this.#hasTold = false;
    const totals = this.#totals();
    const isSame = totals.packets === this.#packetsTold && totals.rest === this.#restTold;
    if (hasTold || isSame) return;
    this.#told(totals);
    this.#tell({ kind: 'totals', totals });
  }

  #keep(frame: EncodedFrame): void {
    this.#newest = frame;
    this.#keyframes += 1;
    const totals = this.#totals();
    this.#hasTold = true;
    this.#told(totals);
    this.#tell({ kind: 'keyframe', number: this.#keyframes, totals });
  }

  #told({ packets, rest }: SourceTotals): void {
    this.#packetsTold = packets;
    this.#restTold = rest;
  }

  #totals(): SourceTotals {
    return this.#source?.totals() ?? NOTHING_READ;
  }

  #tell(said: Said<ReaderNews>, transfer: ArrayBuffer[] = []): void {
    const news = { source: this.#number, ...said } as ReaderNews;
    parentPort?.postMessage(news, transfer);
  }
}

const readers = new Map<number, Reader>();

async function follow(order: ReaderOrder): Promise<void> {
  if (order.kind === 'open') readers.set(order.source, new Reader(order.source));
  const reader = readers.get(order.source);
  switch (order.kind) {
    case 'open':
      return await reader?.open(order.options);
    case 'read':
      return await reader?.read();
    case 'take':
      return reader?.take();
    case 'want':
      return reader?.want(order.periodMs);
    case 'close':
      await reader?.close();
      readers.delete(order.source);
  }
}

/** Closes what is open, and ends the thread from within. */
async function end(): Promise<never> {
  await Promise.all([...readers.values()].map((reader) => reader.close()));
  process.exit();
}

// After the thread that answers requests and before the workers: what is not read in time is lost. On Linux alone:
// elsewhere a priority is that of the whole process.
if (process.platform === 'linux') setPriority(NICENESS);

parentPort?.on(
  'message',
  (order: ThreadOrder) => void (order.kind === 'end' ? end() : follow(order)),
);
const untilTheEnd = new AbortController().signal;
const telling = { periodMs: TELL_TOTALS_MS, signal: untilTheEnd, onError: () => undefined };
void every(telling, () => {
  for (const reader of readers.values()) reader.tellTotals();
});
