/**
 * A plugin in processes of its own, each started when there is a task for it and again after it died.
 *
 * Whatever the plugin does ends with its process: a spin in native code, memory of any kind, a crash, children of its own.
 */

import { type ChildProcess, fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { type ErrorCode, TurnoutError } from '../../errors.ts';
import { toError, toFault } from '../../runtime/threads.ts';
import { workerModule } from '../../runtime/worker-module.ts';
import { type CountsWriter, openWriter } from '../counts/writer.ts';
import { endProcessGroup } from './guard.ts';
import type {
  DetectorChoice,
  LoggedLine,
  SampleOutcome,
  SampleTask,
  SampleWork,
  WorkerAnswer,
} from './messages.ts';
import {
  logLine,
  type Pool,
  type PoolOptions,
  PREPARE_TIMEOUT_MS,
  START_TIMEOUT_MS,
  toMegabytes,
} from './pool.ts';
import type { DetectorFacts } from './sampler.ts';

/** What the process of a plugin is started with, as JSON in its arguments: `program` is the id of the process that starts it. */
export type ProcessSetup = Readonly<Record<'taskTimeoutMs' | 'program', number>>;

export type Order =
  | { readonly kind: 'prepare'; readonly choice: DetectorChoice }
  | { readonly kind: 'sample'; readonly task: SampleWork };

export type Report =
  | { readonly kind: 'ready' }
  /** The detector is there, and its look at the picture begins. */
  | { readonly kind: 'begun' }
  | {
      readonly kind: 'answer';
      readonly answer: WorkerAnswer<unknown>;
      /** What it remembers of the camera from now on. */
      readonly state: Uint8Array | null;
    }
  | Line
  | { readonly kind: 'memory'; readonly rssBytes: number };

/** What goes to the log: a line that it printed or wrote there, or an error that no one caught. */
export type Line =
  | ({ readonly kind: 'logged' } & LoggedLine)
  | { readonly kind: 'printed' | 'late_fault'; readonly text: string };

export interface PluginLaneOptions extends PoolOptions {
  /** Name for people, until it has said its own. */
  readonly plugin: string;
  /** Most memory of its processes, bytes; what takes more is ended. */
  readonly ceilingBytes: number;
  /** Told of faults that cost no sample: an error no one caught, a death between two samples. */
  readonly onStray: (fault: TurnoutError) => void;
}

export class PluginLane implements Pick<Pool, 'sample' | 'prepare' | 'close'> {
  readonly options: PluginLaneOptions;
  /** What it is called by now. */
  name: string;
  readonly #writer: CountsWriter | null;
  readonly #processes = new Set<PluginProcess>();
  readonly #waiting: (() => void)[] = [];
  #isClosed = false;

  constructor(options: PluginLaneOptions) {
    this.options = options;
    this.name = options.plugin;
    this.#writer = options.counts === null ? null : openWriter(options.counts);
  }

  /** Memory of its processes as last heard, bytes. */
  get rssBytes(): number {
    return [...this.#processes].reduce((sum, { rssBytes }) => sum + rssBytes, 0);
  }

  async prepare(choice: DetectorChoice): Promise<DetectorFacts> {
    const facts = (await this.#perform({ kind: 'prepare', choice }, null)) as DetectorFacts;
    this.name = facts.name;
    return facts;
  }

  async sample({ state, target, ...task }: SampleTask): Promise<SampleOutcome> {
    const memory = state === null ? null : new Uint8Array(state);
    const order = { kind: 'sample', task: { ...task, state: memory } } as const;
    const outcome = (await this.#perform(order, memory)) as SampleOutcome;
    if (target !== null) this.#writer?.write(target.slot, target.generation, outcome.sample);
    return outcome;
  }

  /** Ends its processes because they, or all of the program, take too much memory. */
  endForMemory(got: string): void {
    const expected = `at most ${megabytes(this.options.ceilingBytes)} of memory`;
    const fault = this.fault('detector_out_of_memory', expected, `${got}; its process was ended`);
    for (const process of this.#processes) process.end(fault);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#processes].map((process) => process.close()));
    for (const wake of this.#waiting.splice(0)) wake();
  }

  fault(code: ErrorCode, expected: string, got: string): TurnoutError {
    return new TurnoutError(code, { where: `detector ${this.name}`, expected, got });
  }

  say(line: Line): void {
    const { log, onStray } = this.options;
    const { text } = line;
    if (line.kind === 'logged') {
      logLine(log, line);
    } else if (line.kind === 'printed') {
      log.info('detector_printed', { detector: this.name, text });
    } else {
      log.error('detector_late_fault', { detector: this.name, detail: text });
      const got = `an uncaught error: ${text}`;
      onStray(this.fault('detector_failed', 'nothing left behind', got));
    }
  }

  /** A process has died, or was ended: the next frame gets a fresh one. */
  lost(process: PluginProcess, fault: TurnoutError, wasBusy: boolean): void {
    this.#processes.delete(process);
    this.#waiting.shift()?.();
    if (this.#isClosed) return;
    const { code, message: detail } = fault;
    this.options.log.error('detector_process_ended', { detector: this.name, code, detail });
    if (!wasBusy) this.options.onStray(fault);
  }

  async #perform(order: Order, memory: Uint8Array | null): Promise<unknown> {
    for (;;) {
      if (this.#isClosed) throw this.fault('detector_failed', 'a sample', 'the pool is closed');
      const process = this.#freeProcess();
      if (process === null) {
        await new Promise<void>((resolve) => this.#waiting.push(resolve));
        continue;
      }
      const { answer, state } = await process.perform(order);
      this.#waiting.shift()?.();
      if ('fault' in answer) throw toError(answer.fault);
      if (state !== null) memory?.set(state);
      return answer.value;
    }
  }

  #freeProcess(): PluginProcess | null {
    for (const process of this.#processes) if (process.isFree) return process;
    if (this.#processes.size >= this.options.workers) return null;
    const process = new PluginProcess(this);
    this.#processes.add(process);
    return process;
  }
}

/** The thread that answers requests wins every contest for a core. */
const NICENESS = 10;
/** Of 1000, added to the share of the memory that it takes; proc(5). */
const OOM_SCORE = '500';
/** Threads of libuv: they decode JPEG, and the plugin may read files. */
const LIBUV_THREADS = 4;
/** Longest wait for the last words of a process that has ended, ms: a child that has gone elsewhere may hold its output. */
const LAST_WORDS_MS = 500;
/** No more of them is read: the plugin may write without end. */
const MAX_LAST_WORDS_BYTES = 65_536;

type Answer = Pick<Extract<Report, { kind: 'answer' }>, 'answer' | 'state'>;

/** One process, from its start to its end: orders in, answers out, and a reason where it dies. */
class PluginProcess {
  /** As last heard. */
  rssBytes = 0;
  readonly #lane: PluginLane;
  readonly #child: ChildProcess;
  readonly #gone: Promise<void>;
  /** Resolves when it takes orders; one that dies before never does. */
  readonly #ready: Promise<void>;
  #isReady: () => void = () => undefined;
  #answered: ((answer: Answer) => void) | null = null;
  #isOver = false;
  #reason: TurnoutError | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(lane: PluginLane) {
    this.#lane = lane;
    const { taskTimeoutMs, heapBytes } = lane.options;
    const { url, execArgv } = workerModule('engine/pool/plugin-child');
    const setup: ProcessSetup = { taskTimeoutMs, program: process.pid };
    const heap = `--max-old-space-size=${toMegabytes(heapBytes)}`;
    const child = fork(fileURLToPath(url), [JSON.stringify(setup)], {
      serialization: 'advanced',
      // A group of its own: what the plugin starts ends with it, and a Ctrl-C in the terminal is not for it.
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      execArgv: [...process.execArgv, ...execArgv, heap],
      // biome-ignore lint/style/noProcessEnv: the plugin finds its surroundings as it always did
      env: { ...process.env, UV_THREADPOOL_SIZE: String(LIBUV_THREADS) },
    });
    this.#child = child;
    if (child.pid !== undefined) standBack(child.pid);
    this.#limit(START_TIMEOUT_MS);
    this.#ready = new Promise((resolve) => {
      this.#isReady = resolve;
    });
    child.on('message', (report: Report) => this.#hear(report));
    if (child.stderr !== null) this.#hearLastWords(child.stderr);
    this.#gone = new Promise((resolve) => {
      let how = '';
      const over = () => {
        this.#over(how);
        resolve();
      };
      child.on('exit', (code, signal) => {
        how ||= signal ?? `exit code ${code}`;
        // What it started can still be there.
        this.#kill();
        setTimeout(over, LAST_WORDS_MS);
      });
      child.on('close', over);
      // What cannot be started tells so here, and not by an exit.
      child.on('error', (error) => {
        how = error.message;
        if (child.pid === undefined) over();
      });
    });
  }

  get isFree(): boolean {
    return this.#answered === null && this.#reason === null;
  }

  /** Resolves with a fault where the process dies before it has answered. */
  perform(order: Order): Promise<Answer> {
    void this.#ready.then(() => {
      if (!this.#child.connected) return;
      this.#limit(PREPARE_TIMEOUT_MS);
      this.#child.send(order, () => undefined);
    });
    return new Promise((resolve) => {
      this.#answered = resolve;
    });
  }

  /** Ends it at once. `fault` is what its task fails with. */
  end(fault: TurnoutError): void {
    this.#reason ??= fault;
    this.#kill();
  }

  /** Ends it because no one needs it any more. Resolves when it is gone. */
  async close(): Promise<void> {
    this.#kill();
    await this.#gone;
  }

  #hear(report: Report): void {
    const lane = this.#lane;
    const { taskTimeoutMs, ceilingBytes } = lane.options;
    if (report.kind === 'ready') {
      clearTimeout(this.#timer);
      this.#isReady();
    } else if (report.kind === 'begun') {
      this.#limit(taskTimeoutMs);
    } else if (report.kind === 'answer') {
      this.#resolve(report);
    } else if (report.kind === 'memory') {
      this.rssBytes = report.rssBytes;
      if (lane.rssBytes > ceilingBytes) lane.endForMemory(megabytes(lane.rssBytes));
    } else {
      lane.say(report);
    }
  }

  /** The time for what comes next. */
  #limit(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const got = 'none; its process was ended';
      this.end(this.#lane.fault('detector_timeout', `an answer within ${ms} ms`, got));
    }, ms);
  }

  /** What V8 says before it ends the process. Of what native code writes there nothing else is of use. */
  #hearLastWords(stderr: Readable): void {
    let bytes = 0;
    stderr.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_LAST_WORDS_BYTES) stderr.destroy();
      if (!chunk.includes('JavaScript heap out of memory')) return;
      const most = `at most ${toMegabytes(this.#lane.options.heapBytes)} MB of heap`;
      const got = 'more; its process was ended';
      this.#reason ??= this.#lane.fault('detector_out_of_memory', most, got);
    });
  }

  #resolve(answer: Answer): void {
    clearTimeout(this.#timer);
    const answered = this.#answered;
    this.#answered = null;
    answered?.(answer);
  }

  /** Called twice: a process that has ended may still have something to say. */
  #over(how: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.rssBytes = 0;
    const wasBusy = this.#answered !== null;
    const got = `its end by ${how}`;
    this.#reason ??= this.#lane.fault('detector_crashed', 'its process to live and answer', got);
    this.#resolve({ answer: { fault: toFault(this.#reason) }, state: null });
    this.#lane.lost(this, this.#reason, wasBusy);
  }

  #kill(): void {
    if (this.#child.pid !== undefined) endProcessGroup(this.#child.pid);
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

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}
