/**
 * A plugin in processes of its own, each started when there is a task for it and again after it died.
 *
 * Whatever the plugin does ends with its process: a spin in native code, memory of any kind, a crash, children of its own.
 */

import { type ChildProcess, fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type ErrorCode, TurnoutError } from '../../errors.ts';
import { workerModule } from '../../runtime/worker-module.ts';
import { type CountsWriter, openWriter } from '../counts/writer.ts';
import { endProcessGroup } from './guard.ts';
import type {
  DetectorChoice,
  DetectorFacts,
  LoggedLine,
  SampleOutcome,
  SampleTask,
  SampleWork,
  WorkerAnswer,
} from './messages.ts';
import {
  type Pool,
  type PoolOptions,
  PREPARE_TIMEOUT_MS,
  START_TIMEOUT_MS,
  toMegabytes,
} from './pool.ts';

/** What the process of a plugin is started with: as JSON in its arguments. */
export interface ProcessSetup extends Pick<PoolOptions, 'taskTimeoutMs'> {
  /** Id of the process that starts it. */
  readonly program: number;
}

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
  | { readonly kind: 'logged'; readonly line: LoggedLine }
  /** An error that no one caught. */
  | { readonly kind: 'late_fault'; readonly text: string }
  | { readonly kind: 'memory'; readonly rssBytes: number };

export interface PluginLaneOptions extends PoolOptions {
  /** Name for people, until it has said its own. */
  readonly plugin: string;
  /** Most memory of its processes, bytes; what takes more is ended. */
  readonly ceilingBytes: number;
  /** Told of faults that cost no sample: an error no one caught, a death between two samples. */
  readonly onStray: (fault: TurnoutError) => void;
}

/** Most lines a minute, and longest line. Chosen here: enough to read what goes wrong, and no more than a log can bear. */
const MAX_LINES_A_MINUTE = 60;
const MAX_LINE_LENGTH = 400;

export class PluginLane implements Pool {
  readonly workers: number;
  readonly options: PluginLaneOptions;
  /** What it is called by now. */
  name: string;
  readonly #writer: CountsWriter | null;
  readonly #processes = new Set<PluginProcess>();
  readonly #waiting: (() => void)[] = [];
  #lines = 0;
  #minuteBeganMs = 0;
  #isClosed = false;

  constructor(options: PluginLaneOptions) {
    this.options = options;
    this.workers = options.workers;
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

  /** Writes a line to the log, where there have not been too many. */
  say(level: 'info' | 'warn' | 'error', event: string, text: string, more: object): void {
    const nowMs = performance.now();
    if (nowMs - this.#minuteBeganMs > 60_000) {
      const dropped = this.#lines - MAX_LINES_A_MINUTE;
      this.#minuteBeganMs = nowMs;
      this.#lines = 0;
      if (dropped > 0) this.say('info', event, `(${dropped} more in the last minute)`, more);
    }
    this.#lines += 1;
    if (this.#lines > MAX_LINES_A_MINUTE) return;
    this.options.log[level](event, { ...more, text: text.slice(0, MAX_LINE_LENGTH) });
  }

  lateFault(text: string): void {
    this.options.log.error('detector_late_fault', { detector: this.name, detail: text });
    const got = `an uncaught error: ${text}`;
    this.options.onStray(this.fault('detector_failed', 'nothing left behind', got));
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
      if (!answer.ok) throw new TurnoutError(answer.code, answer.parts);
      if (state !== null) memory?.set(state);
      return answer.value;
    }
  }

  #freeProcess(): PluginProcess | null {
    for (const process of this.#processes) if (process.isFree) return process;
    if (this.#processes.size >= this.workers) return null;
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
/** Longest wait for the last lines of a process that has ended, ms: a child that has gone elsewhere may hold its output. */
const LAST_LINES_MS = 500;

type Answer = Pick<Extract<Report, { kind: 'answer' }>, 'answer' | 'state'>;

/** One process, from its start to its end: orders in, answers out, and a reason where it dies. */
class PluginProcess {
  /** As last heard. */
  rssBytes = 0;
  readonly #lane: PluginLane;
  readonly #child: ChildProcess;
  readonly #gone: Promise<void>;
  #answered: ((answer: Answer) => void) | null = null;
  #order: Order | null = null;
  #isReady = false;
  #isOver = false;
  #reason: TurnoutError | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(lane: PluginLane) {
    this.#lane = lane;
    const { taskTimeoutMs, heapBytes } = lane.options;
    const { url, execArgv } = workerModule('engine/pool/plugin-child');
    const setup: ProcessSetup = { taskTimeoutMs, program: process.pid };
    const child = fork(fileURLToPath(url), [JSON.stringify(setup)], {
      serialization: 'advanced',
      // A group of its own: what the plugin starts ends with it, and a Ctrl-C in the terminal is not for it.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      execArgv: [
        ...process.execArgv,
        ...execArgv,
        `--max-old-space-size=${toMegabytes(heapBytes)}`,
      ],
      // biome-ignore lint/style/noProcessEnv: the plugin finds its surroundings as it always did
      env: { ...process.env, UV_THREADPOOL_SIZE: String(LIBUV_THREADS) },
    });
    this.#child = child;
    if (child.pid !== undefined) standBack(child.pid);
    this.#limit(START_TIMEOUT_MS);
    child.on('message', (report: Report) => this.#hear(report));
    for (const output of [child.stdout, child.stderr]) {
      if (output !== null) createInterface(output).on('line', (line) => this.#printed(line));
    }
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
        setTimeout(over, LAST_LINES_MS);
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
    return new Promise((resolve) => {
      this.#answered = resolve;
      this.#order = order;
      if (this.#isReady) this.#begin();
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
    switch (report.kind) {
      case 'ready':
        this.#isReady = true;
        clearTimeout(this.#timer);
        if (this.#answered !== null) this.#begin();
        break;
      case 'begun':
        this.#limit(taskTimeoutMs);
        break;
      case 'answer':
        this.#settle(report);
        break;
      case 'logged': {
        const { detector, level, text, fields } = report.line;
        lane.say(level, 'detector_logged', text, { detector, ...(fields && { about: fields }) });
        break;
      }
      case 'late_fault':
        lane.lateFault(report.text);
        break;
      case 'memory':
        this.rssBytes = report.rssBytes;
        if (lane.rssBytes > ceilingBytes) lane.endForMemory(megabytes(lane.rssBytes));
    }
  }

  #begin(): void {
    const order = this.#order;
    if (order === null || !this.#child.connected) return;
    this.#order = null;
    this.#limit(PREPARE_TIMEOUT_MS);
    this.#child.send(order, () => undefined);
  }

  /** The time for what comes next. */
  #limit(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const got = 'none; its process was ended';
      this.end(this.#lane.fault('detector_timeout', `an answer within ${ms} ms`, got));
    }, ms);
  }

  #printed(line: string): void {
    const lane = this.#lane;
    if (line.includes('JavaScript heap out of memory')) {
      const expected = `at most ${toMegabytes(lane.options.heapBytes)} MB of heap`;
      const got = 'more; its process was ended';
      this.#reason ??= lane.fault('detector_out_of_memory', expected, got);
    }
    if (line !== '') lane.say('info', 'detector_printed', line, { detector: lane.name });
  }

  #settle(answer: Answer): void {
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
    const { code, parts } = this.#reason;
    this.#settle({ answer: { ok: false, code, parts }, state: null });
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
