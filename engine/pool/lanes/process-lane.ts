/**
 * A plugin in a process of its own, started when it is first needed and again after it died.
 *
 * Whatever the plugin does ends with its process: a spin in native code, memory of any kind, a crash, children of its own.
 */

import { TurnoutError } from '../../../errors.ts';
import type { Log, LogFields } from '../../../runtime/log/log.ts';
import type { CountsBuffer } from '../../counts/layout.ts';
import { type CountsWriter, openWriter } from '../../counts/writer.ts';
import type {
  DetectorChoice,
  DetectorFacts,
  SampleOutcome,
  SampleTask,
  WorkerNote,
} from '../messages.ts';
import { PluginProcess, type ProcessSetup } from './plugin-process.ts';

export interface ProcessLaneOptions {
  readonly setup: ProcessSetup;
  /** Name for people, until it has said its own. */
  readonly plugin: string;
  /** Most memory of its process, bytes; what takes more is ended. */
  readonly ceilingBytes: number;
  readonly counts: CountsBuffer | null;
  readonly log: Log;
  /** Told of faults that cost no sample: an error no one caught, a death between two samples. */
  readonly onStray: (fault: TurnoutError) => void;
}

export class ProcessLane {
  readonly #options: ProcessLaneOptions;
  readonly #writer: CountsWriter | null;
  /** Ids of the cameras' memories, which live in the process. */
  readonly #stateIds = new WeakMap<SharedArrayBuffer, number>();
  readonly #unused = new FinalizationRegistry<number>((stateId) => {
    this.#process?.tell({ kind: 'forget', stateId });
  });
  #name: string;
  #process: PluginProcess | null = null;
  #rssBytes = 0;
  #lastId = 0;
  #isClosed = false;

  constructor(options: ProcessLaneOptions) {
    this.#options = options;
    this.#name = options.plugin;
    this.#writer = options.counts === null ? null : openWriter(options.counts);
  }

  /** Memory of its process as last heard, bytes; 0 while there is none. */
  get rssBytes(): number {
    return this.#rssBytes;
  }

  /** As {@link Pool.prepare}. */
  async prepare(choice: DetectorChoice): Promise<DetectorFacts> {
    const answer = await this.#call({ kind: 'prepare', id: this.#nextId(), choice });
    const facts = answer as DetectorFacts;
    this.#name = facts.name;
    return facts;
  }

  /** As {@link Pool.sample}. */
  async sample({ state, target, ...task }: SampleTask): Promise<SampleOutcome> {
    const sent = { ...task, state: state && this.#sentState(state) };
    const answer = await this.#call({ kind: 'sample', id: this.#nextId(), task: sent });
    const outcome = answer as SampleOutcome;
    if (target !== null) this.#writer?.write(target.slot, target.generation, outcome.sample);
    return outcome;
  }

  /** Ends its process because all of the program takes too much memory. */
  endForMemory(got: string): void {
    if (this.#process !== null) this.#giveUp(this.#process, this.#tooMuch(got));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#process?.close();
  }

  async #call(order: Parameters<PluginProcess['call']>[0]): Promise<unknown> {
    if (this.#isClosed) throw this.#fault('detector_failed', 'a sample', 'the pool is closed');
    this.#process ??= this.#start();
    const process = this.#process;
    const answer = await process.call(order);
    if (answer.ok) return answer.value;
    const fault = new TurnoutError(answer.code, answer.parts);
    if (endsProcess(fault)) this.#giveUp(process, fault);
    throw fault;
  }

  /** The next frame gets a fresh process, whether or not this one is gone by then. */
  #giveUp(process: PluginProcess, fault: TurnoutError): void {
    if (this.#process === process) this.#process = null;
    process.end(fault);
  }

  #start(): PluginProcess {
    const { setup, log } = this.#options;
    const process = new PluginProcess({
      setup,
      name: () => this.#name,
      onNote: (note) => this.#takeNote(note),
      onMemory: (rssBytes) => {
        if (this.#process !== process) return;
        this.#rssBytes = rssBytes;
        if (rssBytes > this.#options.ceilingBytes)
          this.#giveUp(process, this.#tooMuch(megabytes(rssBytes)));
      },
      onEnd: (fault, lost) => {
        if (this.#process === process) this.#process = null;
        if (this.#process === null) this.#rssBytes = 0;
        if (fault === null) return;
        const { code, message: detail } = fault;
        log.error('detector_process_ended', { detector: this.#name, code, detail });
        if (lost === 0 && code !== 'detector_timeout') this.#options.onStray(fault);
      },
    });
    return process;
  }

  #takeNote(note: WorkerNote): void {
    const { log, onStray } = this.#options;
    const { text } = note;
    if (note.kind === 'logged') {
      log[note.level]('detector_logged', { detector: note.detector, text, ...about(note.fields) });
      return;
    }
    if (note.kind === 'printed') {
      log.info('detector_printed', { detector: this.#name, text });
      return;
    }
    log.error('detector_late_fault', { detector: this.#name, detail: text });
    onStray(this.#fault('detector_failed', 'nothing left behind', `an uncaught error: ${text}`));
  }

  #sentState(state: SharedArrayBuffer): { id: number; bytes: number } {
    const known = this.#stateIds.get(state);
    const id = known ?? this.#nextId();
    if (known === undefined) {
      this.#stateIds.set(state, id);
      this.#unused.register(state, id);
    }
    return { id, bytes: state.byteLength };
  }

  #nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  #tooMuch(got: string): TurnoutError {
    const expected = `at most ${megabytes(this.#options.ceilingBytes)} of memory`;
    return this.#fault('detector_out_of_memory', expected, `${got}; its process was ended`);
  }

  #fault(
    code: 'detector_failed' | 'detector_out_of_memory',
    expected: string,
    got: string,
  ): TurnoutError {
    return new TurnoutError(code, { where: `detector ${this.#name}`, expected, got });
  }
}

/** The fields of a line of a detector, apart from those of the program. */
export function about(fields: Readonly<Record<string, unknown>> | undefined): LogFields {
  return fields === undefined ? {} : { about: fields };
}

/**
 * Whether the process ends with a fault: a thread that hangs may be one that cannot be ended, in a native call that never
 * comes back, and children of a worker that ran out of memory may be there still. A look that ended at its signal harms no
 * one.
 */
function endsProcess({ code, parts }: TurnoutError): boolean {
  if (code === 'detector_timeout') return parts.data?.['is_cancelled'] !== true;
  return code === 'detector_out_of_memory';
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}
