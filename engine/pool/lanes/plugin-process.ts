/** One process of one plugin, from its start to its end: orders in, answers out, and a reason where it dies. */

import { type ChildProcess, fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { TurnoutError } from '../../../errors.ts';
import { every } from '../../../runtime/timers.ts';
import { workerModule } from '../../../runtime/worker-module.ts';
import type { DetectorChoice, SampleTask, WorkerAnswer, WorkerNote } from '../messages.ts';

export interface PluginProcessOptions {
  readonly setup: ProcessSetup;
  /** What it is called by now. */
  readonly name: () => string;
  readonly onNote: (note: WorkerNote) => void;
  /** Told the memory of the process, some times a second. */
  readonly onMemory: (rssBytes: number) => void;
  /** Told once, with the reason where it was not ended by `close`, and whether tasks were lost with it. */
  readonly onEnd: (fault: TurnoutError | null, lost: number) => void;
}

/** The thread that answers requests wins every contest for a core. */
const NICENESS = 10;
/** Of 1000, added to the share of the memory that it takes; proc(5). */
const OOM_SCORE = '500';
/** Longest time to start, ms. Chosen here: a third of a second on an idle core, and some seconds on a busy one. */
const START_TIMEOUT_MS = 30_000;
/** How often it is looked whether it gave a sign of life, and how often it may fail to before it is ended. */
const LOOK_MS = 5_000;
const MAX_SILENT_LOOKS = 4;

/** Threads of libuv: they decode JPEG, and the plugin may read files. */
const LIBUV_THREADS = 4;

export class PluginProcess {
  readonly #options: PluginProcessOptions;
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (answer: WorkerAnswer<unknown>) => void>();
  readonly #over = new AbortController();
  readonly #started: Promise<void>;
  #isClosed = false;
  #silentLooks = 0;
  #reason: TurnoutError | null = null;

  constructor(options: PluginProcessOptions) {
    this.#options = options;
    const { url, execArgv } = workerModule('engine/pool/lanes/child');
    const child = fork(fileURLToPath(url), [JSON.stringify(options.setup)], {
      serialization: 'advanced',
      // A group of its own: what the plugin starts ends with it, and a Ctrl-C in the terminal is not for it.
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: [...process.execArgv, ...execArgv],
      // biome-ignore lint/style/noProcessEnv: the plugin finds its surroundings as it always did
      env: { ...process.env, UV_THREADPOOL_SIZE: String(LIBUV_THREADS) },
    });
    this.#child = child;
    if (child.pid !== undefined) standBack(child.pid);
    this.#started = new Promise((resolve) => {
      this.#over.signal.addEventListener('abort', () => resolve(), { once: true });
      child.on('message', (report: Report) => {
        this.#silentLooks = 0;
        if (report.kind === 'ready') resolve();
        else this.#take(report);
      });
    });
    child.on('exit', (code, signal) => this.#ended(signal ?? `exit code ${code}`));
    // What cannot be started tells so here, and not by an exit.
    child.on('error', (error) => {
      if (child.pid === undefined) this.#ended(error.message);
    });
    void this.#watch();
  }

  /** Sends an order once the process has started. Resolves with a fault where the process dies before it has answered. */
  async call(order: Exclude<Order, { kind: 'forget' }>): Promise<WorkerAnswer<unknown>> {
    return new Promise((resolve) => {
      this.#waiting.set(order.id, resolve);
      void this.#started.then(() => this.tell(order));
      // Dead already: nothing else would settle this.
      if (this.#over.signal.aborted) this.#failWaiting();
    });
  }

  tell(order: Order): void {
    if (this.#child.connected) this.#child.send(order, () => undefined);
  }

  /** Ends it at once. `fault` is what its tasks fail with. */
  end(fault: TurnoutError): void {
    this.#reason ??= fault;
    this.#kill();
  }

  /** Ends it because no one needs it any more. Resolves when it is gone. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#over.signal.aborted) return;
    const gone = new Promise((resolve) => this.#over.signal.addEventListener('abort', resolve));
    this.#kill();
    await gone;
  }

  #kill(): void {
    if (this.#child.pid !== undefined) endProcessGroup(this.#child.pid);
  }

  #take(report: Exclude<Report, { kind: 'ready' }>): void {
    if (report.kind === 'note') this.#options.onNote(report.note);
    else if (report.kind === 'alive') this.#options.onMemory(report.rssBytes);
    else {
      this.#waiting.get(report.id)?.(report.answer);
      this.#waiting.delete(report.id);
    }
  }

  /** Ends a process that does not start, or that gives no sign of life: stopped from outside, or out of its mind. */
  async #watch(): Promise<void> {
    const { signal } = this.#over;
    const timer = setTimeout(
      () => this.end(this.#fault('detector_timeout', 'none')),
      START_TIMEOUT_MS,
    );
    await this.#started;
    clearTimeout(timer);
    await every({ periodMs: LOOK_MS, signal, onError: () => undefined }, () => {
      this.#silentLooks += 1;
      if (this.#silentLooks > MAX_SILENT_LOOKS) {
        this.end(this.#fault('detector_timeout', 'no sign of life; it was ended'));
      }
    });
  }

  #ended(how: string): void {
    if (this.#over.signal.aborted) return;
    // What it started can still be there.
    this.#kill();
    this.#reason ??= this.#fault('detector_crashed', `its end by ${how}`);
    this.#over.abort();
    const lost = this.#waiting.size;
    this.#failWaiting();
    this.#options.onEnd(this.#isClosed ? null : this.#reason, lost);
  }

  #failWaiting(): void {
    const { code, parts } = this.#reason ?? this.#fault('detector_crashed', 'its end');
    for (const settle of this.#waiting.values()) settle({ ok: false, code, parts });
    this.#waiting.clear();
  }

  #fault(code: 'detector_timeout' | 'detector_crashed', got: string): TurnoutError {
    const where = `detector ${this.#options.name()}`;
    return new TurnoutError(code, { where, expected: 'its process to live and answer', got });
  }
}

/** Processor time and memory are the program's first: where memory runs out, Linux ends the process of a plugin. */
function standBack(pid: number): void {
  try {
    setPriority(pid, NICENESS);
    if (process.platform === 'linux') writeFileSync(`/proc/${pid}/oom_score_adj`, OOM_SCORE);
  } catch {
    // Where the system forbids it everything works all the same, only less politely.
  }
}

/** Exactly what crosses the border between the program and the process of a plugin. Plain data both ways. */

/** What the process of a plugin is started with: as JSON in its arguments. */
export interface ProcessSetup {
  readonly workers: number;
  readonly taskTimeoutMs: number;
  readonly heapBytes: number;
}

/** A task whose memory of the camera stays in the process: it is named there, and made when it is first needed. */
export interface SentTask extends Omit<SampleTask, 'state' | 'target'> {
  readonly state: { readonly id: number; readonly bytes: number } | null;
}

export type Order =
  | { readonly kind: 'prepare'; readonly id: number; readonly choice: DetectorChoice }
  | { readonly kind: 'sample'; readonly id: number; readonly task: SentTask }
  /** The camera is gone, or its detector was changed. */
  | { readonly kind: 'forget'; readonly stateId: number };

export type Report =
  | { readonly kind: 'ready' }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: WorkerAnswer<unknown> }
  | { readonly kind: 'note'; readonly note: WorkerNote }
  /** Sent every second: a sign of life, with the memory of the process. */
  | { readonly kind: 'alive'; readonly rssBytes: number };

/** Ends a process with all that it has started. */

/**
 * At once, whatever it is doing. On Windows, which has no groups of processes, the process alone.
 *
 * @param pid a process that leads its group.
 */
export function endProcessGroup(pid: number): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}
