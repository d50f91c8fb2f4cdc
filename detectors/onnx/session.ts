/**
 * An ONNX model, open and ready to run: the only door to onnxruntime.
 *
 * One thread a session and plain sequential execution, so that workers side by side do not fight for cores; the
 * processor alone is asked for, so `provider` is also what is used.
 */

import { statSync } from 'node:fs';
import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { messageOf, TurnoutError } from '../../errors.ts';
import type { DetectorEnv } from '../detector.ts';

/** A tensor as a model file declares it. A size the file leaves open has its name instead of a number. */
export interface TensorSpec {
  readonly name: string;
  /** `float32` and so on; `unknown` for what is no tensor. */
  readonly type: string;
  readonly shape: readonly (number | string)[];
}

/** What a run gives: values by output name, row after row, in memory of their own. */
export type Outputs = Readonly<Record<string, Float32Array>>;

/** `1x3x416x416`, or `batchx3x416x416` where a size is open. */
export function shapeText(shape: readonly (number | string)[]): string {
  return shape.join('x');
}

type NativeCaller = DetectorEnv['native'];

interface OpenModel {
  readonly session: InferenceSession;
  readonly where: string;
  readonly tensor: typeof Tensor;
  readonly native: NativeCaller;
}

/** A model with its tensors known. One run at a time. */
export class OnnxSession {
  /** Name of the file for messages; never a whole path. */
  readonly where: string;
  readonly inputs: readonly TensorSpec[];
  readonly outputs: readonly TensorSpec[];
  /** What computes: nothing else is asked for, and a file that the processor cannot run does not open. */
  readonly provider = 'cpu';
  readonly #session: InferenceSession;
  readonly #native: NativeCaller;
  readonly #tensor: typeof Tensor;
  #input: Tensor | null = null;

  constructor({ session, where, tensor, native }: OpenModel) {
    this.#session = session;
    this.#native = native;
    this.#tensor = tensor;
    this.where = where;
    this.inputs = session.inputMetadata.map(specOf);
    this.outputs = session.outputMetadata.map(specOf);
  }

  /**
   * Runs the model over `values`, which are used where they lie and not kept beyond the next run.
   *
   * Blocks the thread for the whole run (15 ms for YOLOX-Nano on the machine of the design). Throws `model_corrupt`
   * where the runtime refuses, which for a file that has opened means its operators do not fit together.
   */
  async run(values: Float32Array, shape: readonly number[]): Promise<Outputs> {
    const input = this.inputs[0];
    if (input === undefined) throw this.#refused('a model with one input', 'none');
    if (this.#input?.data !== values) this.#input = new this.#tensor('float32', values, shape);
    const feeds = { [input.name]: this.#input };
    try {
      const results = await this.#native(() => this.#session.run(feeds));
      return Object.fromEntries(this.outputs.map(({ name }) => [name, floatsOf(results[name])]));
    } catch (error) {
      throw this.#refused('a model that runs', firstLine(error), error);
    }
  }

  /** Frees the runtime's memory. Called once, with no run under way. */
  async release(): Promise<void> {
    this.#input = null;
    await this.#native(() => this.#session.release());
  }

  #refused(expected: string, got: string, cause?: unknown): TurnoutError {
    return new TurnoutError('model_corrupt', { where: this.where, expected, got }, { cause });
  }
}

/**
 * Opens a model file. Throws `model_missing` where there is no file and `model_corrupt` where it is not a model that
 * the runtime can load. The caller releases the session, whose calls into the runtime are made by `native`.
 */
export async function openSession(path: string, native: NativeCaller): Promise<OnnxSession> {
  const where = `model file ${path.replace(/^.*[\\/]/, '')}`;
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) {
    throw new TurnoutError('model_missing', { where, expected: 'an ONNX file', got: 'no file' });
  }
  // Loaded here and not with the file: a thread that only reads definitions does not pay for the runtime.
  const ort = await native(() => import('onnxruntime-node'));
  try {
    const session = await native(() => ort.InferenceSession.create(path, OPTIONS));
    return new OnnxSession({ session, where, tensor: ort.Tensor, native });
  } catch (error) {
    throw new TurnoutError(
      'model_corrupt',
      {
        where,
        expected: 'an ONNX model that can be loaded',
        got: stats.isFile()
          ? `${stats.size} bytes that are none (${reasonOf(error)})`
          : 'no file of its own',
        hint: 'fetch it again with: turnout model install NAME',
      },
      { cause: error },
    );
  }
}

/**
 * What `start` makes of the model file at `path`; it owns the session from then on. Where `start` throws, the session is
 * released and its error goes on. Throws what {@link openSession} throws.
 */
export async function withSession<T>(
  path: string,
  native: NativeCaller,
  start: (session: OnnxSession) => Promise<T>,
): Promise<T> {
  const session = await openSession(path, native);
  try {
    return await start(session);
  } catch (error) {
    await session.release();
    throw error;
  }
}

const OPTIONS: InferenceSession.SessionOptions = {
  executionProviders: ['cpu'],
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
  // Errors only: older exporters list every weight as an input, and the runtime warns about each of them.
  logSeverityLevel: 3,
};

function specOf(metadata: InferenceSession.ValueMetadata): TensorSpec {
  if (!metadata.isTensor) return { name: metadata.name, type: 'unknown', shape: [] };
  return { name: metadata.name, type: metadata.type, shape: metadata.shape };
}

function floatsOf(tensor: Tensor | undefined): Float32Array {
  if (tensor?.data instanceof Float32Array) return tensor.data;
  throw new TypeError(`an output is ${tensor?.type ?? 'missing'}, not float32`);
}

/** Why the runtime does not load a file, without the path and the place in its own source that it puts before it. */
function reasonOf(error: unknown): string {
  const text = messageOf(error).split('\n')[0] ?? '';
  const told = text.replace(/^Load model from .* failed:/, '').replace(/^\S+:\d+ .*\) /, '');
  return told.slice(0, 200).replace(/\.$/, '').trim();
}

function firstLine(error: unknown): string {
  return (messageOf(error).split('\n')[0] ?? '').slice(0, 200);
}
