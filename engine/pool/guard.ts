/**
 * What a plugin must not do to the process it runs in. Each of these calls throws where it is made, so that it is a fault
 * of the plugin: in a thread, Node would end the thread without a word, or send the signal to the whole program.
 */

import { syncBuiltinESMExports } from 'node:module';
import { parentPort, threadId } from 'node:worker_threads';
import type { DetectorLog } from '../../detectors/env.ts';
import { jsonOf, thrownText } from '../../detectors/faults.ts';
import { TurnoutError } from '../../errors.ts';
import { redactText } from '../../runtime/log/redaction.ts';
import type { ChildNote, WorkerNote } from './messages.ts';

class ProcessTouched extends Error {}

/** Once a worker, before any plugin is loaded. */
export function guardProcess(): void {
  const kill = process.kill.bind(process);
  const own = [process.pid, process.ppid];
  Object.assign(process, {
    exit: refusing('process.exit'),
    reallyExit: refusing('process.reallyExit'),
    abort: refusing('process.abort'),
    chdir: refusing('process.chdir'),
    kill: (pid: number, signal?: string | number) => {
      // 0 and below are groups of processes: ours among them.
      if (pid <= 0 || own.includes(pid)) return refusing('process.kill')();
      return kill(pid, signal);
    },
  });
  // For plugins that import these by name.
  syncBuiltinESMExports();
}

function refusing(call: string): () => never {
  return () => {
    throw new ProcessTouched(`a call of ${call}`);
  };
}

/** What a plugin threw, as a coded error. A coded one stays as it is. */
export function toDetectorFault(thrown: unknown, where: string, expected: string): TurnoutError {
  if (thrown instanceof TurnoutError) return thrown;
  if (thrown instanceof ProcessTouched) {
    const hint = 'a detector leaves the process it runs in alone';
    const parts = { where, expected, got: thrown.message, hint };
    return new TurnoutError('detector_exited', parts, { cause: thrown });
  }
  const parts = { where, expected, got: `an exception: ${thrownText(thrown)}` };
  return new TurnoutError('detector_failed', parts, { cause: thrown });
}

/** What plugins print and leave behind in one worker: on its way to the log, and never more than a log can bear. */

/** Most notes a minute. Chosen here: enough to read what goes wrong, and little compared with what cameras log. */
const MAX_A_MINUTE = 60;
const MINUTE_MS = 60_000;
/** Longest text of a note, characters. */
const MAX_LENGTH = 400;
/** Longest fields of a line, as JSON. */
const MAX_FIELDS_LENGTH = 2_000;

export class Notes {
  readonly #isSent: boolean;
  readonly #toStderr = process.stderr.write.bind(process.stderr);
  #minuteBeganMs = Number.NEGATIVE_INFINITY;
  #inMinute = 0;
  #dropped = 0;

  /** @param isSent whether notes go to the main thread; otherwise to stderr. */
  constructor(isSent: boolean) {
    this.#isSent = isSent;
  }

  /** What a plugin prints must not get into the answers on stdout. */
  takePrints(): void {
    if (!this.#isSent) {
      process.stdout.write = this.#toStderr;
      return;
    }
    const write = (chunk: unknown, ...rest: readonly unknown[]): boolean => {
      for (const line of textOf(chunk).split('\n')) {
        if (line !== '') this.#send({ kind: 'printed', text: line });
      }
      const done = rest.at(-1);
      if (typeof done === 'function') done();
      return true;
    };
    process.stdout.write = write;
    process.stderr.write = write;
  }

  /** An error that no one caught: of the plugin whose worker this is. */
  lateFault(fault: unknown): void {
    const text = thrownText(fault);
    if (this.#isSent) this.#send({ kind: 'late_fault', text });
    else this.#toStderr(`turnout: left behind by a detector: ${redactText(text)}\n`);
  }

  /** A line of `env.log`. Fields that are no JSON, or more than a line can bear, are left out. */
  logged(
    detector: string,
    level: keyof DetectorLog,
    text: string,
    fields?: Readonly<Record<string, unknown>>,
  ): void {
    if (!this.#isSent) {
      const line = fields === undefined ? String(text) : `${text} ${jsonOf(fields)}`;
      this.#toStderr(`${detector}: ${redactText(line.slice(0, MAX_LENGTH))}\n`);
      return;
    }
    const safe = fields === undefined ? null : safeFields(fields);
    const line = { kind: 'logged', detector, level, text: String(text) } as const;
    this.#send(safe === null ? line : { ...line, fields: safe });
  }

  /** A program that a detector has started, or that has ended. Never left out. */
  child(pid: number, isAlive: boolean): void {
    post({ kind: 'child', threadId, pid, isAlive });
  }

  #send(note: WorkerNote): void {
    const nowMs = performance.now();
    if (nowMs - this.#minuteBeganMs > MINUTE_MS) {
      const dropped = this.#dropped;
      this.#minuteBeganMs = nowMs;
      this.#inMinute = 0;
      this.#dropped = 0;
      if (dropped > 0) post({ kind: 'printed', text: `(${dropped} more in the last minute)` });
    }
    this.#inMinute += 1;
    if (this.#inMinute > MAX_A_MINUTE) this.#dropped += 1;
    else post({ ...note, text: note.text.slice(0, MAX_LENGTH) });
  }
}

function post(note: WorkerNote | ChildNote): void {
  parentPort?.postMessage(note);
}

function safeFields(fields: object): Readonly<Record<string, unknown>> | null {
  try {
    const text = JSON.stringify(fields);
    return text.length > MAX_FIELDS_LENGTH ? null : JSON.parse(text);
  } catch {
    // A value that refers to itself, or a BigInt: the line is worth more than its fields.
    return null;
  }
}

/** The beginning of what is written: the rest would be cut off all the same. */
function textOf(chunk: unknown): string {
  const most = MAX_A_MINUTE * MAX_LENGTH;
  if (typeof chunk === 'string') return chunk.slice(0, most);
  return chunk instanceof Uint8Array ? Buffer.from(chunk.subarray(0, most)).toString() : '';
}
