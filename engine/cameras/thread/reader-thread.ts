/**
 * All cameras are read on one thread beside the one that answers requests. What they send, some megabytes a second with
 * many MJPEG cameras, is garbage a moment later, and collecting it would hold up every answer meanwhile.
 *
 * The thread starts with the first source that runs. Where it breaks, its sources fail as if their cameras were lost,
 * and the next one that runs starts it again. It is never terminated from outside: a thread that goes while a
 * call into libav runs in it, or while libav is being loaded, ends the whole process (node-av 6.1 has nowhere to throw).
 */

import { Worker } from 'node:worker_threads';
import { delay, every } from '../../../runtime/timers.ts';
import { type WorkerModule, workerModule } from '../../../runtime/worker-module.ts';
import type { PostedFrame } from '../../frames/encoded-frame.ts';
import type { FrameSource, SourceOptions } from '../source.ts';
import type { ReaderNews, ReaderOrder, ThreadOrder } from './messages.ts';
import { RemoteSource } from './remote-source.ts';

/** How soon the thread hears that frames are wanted more or less often, ms. Chosen here: sources look twice a second. */
const WISH_MS = 500;
/** Longest wait for the thread to end, ms: a read that hangs in the network holds it. Then it is left to the process. */
const END_MS = 1_000;

export class ReaderThread {
  readonly #sources = new Map<number, RemoteSource>();
  readonly #ending = new AbortController();
  readonly #entry: WorkerModule;
  #worker: Worker | null = null;
  #lastNumber = 0;

  /** @param entry for tests: what runs on the thread. */
  constructor(entry = workerModule('engine/cameras/thread/worker')) {
    this.#entry = entry;
    const onError = () => undefined;
    void every({ periodMs: WISH_MS, signal: this.#ending.signal, onError }, () => {
      for (const source of this.#sources.values()) source.tellWish();
    });
  }

  /** A source on the thread, see {@link RemoteSource}. Its clock is the computer's. */
  createSource(options: SourceOptions): FrameSource<PostedFrame> {
    this.#lastNumber += 1;
    const number = this.#lastNumber;
    const source = new RemoteSource(options, (order) => {
      if (order.kind === 'run') this.#sources.set(number, source);
      tell(this.#running(), { source: number, ...order } as ReaderOrder);
    });
    return source;
  }

  /** Ends the thread; sources that run then are lost. Resolves within a second. */
  async stop(): Promise<void> {
    this.#ending.abort();
    const worker = this.#worker;
    this.#lost(worker, 'it was stopped');
    if (worker === null) return;
    const ended = new AbortController();
    worker.on('exit', () => ended.abort());
    tell(worker, { kind: 'end' });
    await delay(END_MS, ended.signal);
    worker.unref();
  }

  #running(): Worker {
    this.#worker ??= this.#start();
    return this.#worker;
  }

  #start(): Worker {
    const { url, execArgv } = this.#entry;
    const worker = new Worker(url, { execArgv, name: 'camera readers' });
    worker.on('message', (news: ReaderNews) => this.#hear(news));
    worker.on('error', (error) => this.#lost(worker, error.message));
    worker.on('exit', () => this.#lost(worker, 'it has ended'));
    return worker;
  }

  #hear(news: ReaderNews): void {
    const source = this.#sources.get(news.source);
    if (news.kind === 'over') this.#sources.delete(news.source);
    source?.hear(news);
  }

  #lost(worker: Worker | null, why: string): void {
    if (worker === null || this.#worker !== worker) return;
    this.#worker = null;
    const sources = [...this.#sources.values()];
    this.#sources.clear();
    for (const source of sources) source.lose(new Error(`the thread of the cameras: ${why}`));
  }
}

function tell(worker: Worker, order: ThreadOrder): void {
  worker.postMessage(order);
}
