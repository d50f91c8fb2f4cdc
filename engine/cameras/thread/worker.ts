/**
 * Entry of the thread that reads the cameras: it runs the sources, keeps the newest keyframe of each, and gives it out
 * when asked. One thread is enough for a hundred of them, since a reader only demuxes.
 */

import { parentPort } from 'node:worker_threads';
import { systemClock } from '../../../runtime/clock.ts';
import { giveWay } from '../../../runtime/priority.ts';
import { type ThreadFault, toFault } from '../../../runtime/thread-fault.ts';
import { every } from '../../../runtime/timers.ts';
import type { EncodedFrame } from '../../frames/encoded-frame.ts';
import { type FrameSource, NOTHING_READ, type SourceTotals } from '../source.ts';
import { createSource } from '../sources.ts';
import type { ReaderNews, ReaderOrder, RemoteOptions, ThreadOrder } from './messages.ts';

type Said<News> = News extends unknown ? Omit<News, 'source'> : never;

/** How often totals are told where no keyframe has told them, ms: silence is judged by them every 5 s. */
const TELL_TOTALS_MS = 2_000;
/** Half of a worker's. Chosen here. */
const NICENESS = 5;

class Reader {
  readonly #number: number;
  readonly #stopping = new AbortController();
  #source: FrameSource | null = null;
  #periodMs = Number.POSITIVE_INFINITY;
  #newest: EncodedFrame | null = null;
  #keyframes = 0;
  #hasTold = false;
  #packetsTold = 0;

  constructor(number: number) {
    this.#number = number;
  }

  async run({ periodMs, ...options }: RemoteOptions): Promise<void> {
    this.#periodMs = periodMs;
    const wantedPeriodMs = () => this.#periodMs;
    let fault: ThreadFault | null = null;
    try {
      this.#source = await createSource({ ...options, wantedPeriodMs, clock: systemClock });
      await this.#source.run(
        this.#stopping.signal,
        (frame) => this.#keep(frame),
        (info) => this.#tell({ kind: 'opened', info }),
      );
    } catch (error) {
      fault = toFault(error);
    }
    this.#newest = null;
    this.#tell({ kind: 'over', totals: this.#totals(), fault });
  }

  take(): void {
    const frame = this.#newest;
    this.#newest = null;
    const transfer = frame === null ? [] : [frame.data.buffer];
    this.#tell({ kind: 'taken', number: this.#keyframes, frame }, transfer);
  }

  want(periodMs: number): void {
    this.#periodMs = periodMs;
  }

  stop(): void {
    this.#newest = null;
    this.#stopping.abort();
  }

  /** Tells the totals where packets came, but no keyframe told them. */
  tellTotals(): void {
    const hasTold = this.#hasTold;
    this.#hasTold = false;
    const totals = this.#totals();
    if (hasTold || totals.packets === this.#packetsTold) return;
    this.#packetsTold = totals.packets;
    this.#tell({ kind: 'totals', totals });
  }

  #keep(frame: EncodedFrame): void {
    this.#newest = frame;
    this.#keyframes += 1;
    const totals = this.#totals();
    this.#hasTold = true;
    this.#packetsTold = totals.packets;
    this.#tell({ kind: 'keyframe', number: this.#keyframes, totals });
  }

  #totals(): SourceTotals {
    return this.#source?.totals() ?? NOTHING_READ;
  }

  #tell(said: Said<ReaderNews>, transfer: ArrayBuffer[] = []): void {
    const news = { source: this.#number, ...said } as ReaderNews;
    parentPort?.postMessage(news, transfer);
  }
}

/** Those that run. */
const readers = new Map<number, Reader>();
const running = new Set<Promise<void>>();

function follow(order: ReaderOrder): void {
  if (order.kind === 'run') {
    const reader = new Reader(order.source);
    readers.set(order.source, reader);
    const run = reader.run(order.options).finally(() => {
      readers.delete(order.source);
      running.delete(run);
    });
    running.add(run);
    return;
  }
  const reader = readers.get(order.source);
  if (order.kind === 'take') reader?.take();
  else if (order.kind === 'want') reader?.want(order.periodMs);
  else reader?.stop();
}

/** Stops what runs, and ends the thread from within. */
async function end(): Promise<never> {
  for (const reader of readers.values()) reader.stop();
  await Promise.all(running);
  process.exit();
}

// After the thread that answers requests and before the workers: what is not read in time is lost.
giveWay(NICENESS);

parentPort?.on(
  'message',
  (order: ThreadOrder) => void (order.kind === 'end' ? end() : follow(order)),
);
const untilTheEnd = new AbortController().signal;
const telling = { periodMs: TELL_TOTALS_MS, signal: untilTheEnd, onError: () => undefined };
void every(telling, () => {
  for (const reader of readers.values()) reader.tellTotals();
});
