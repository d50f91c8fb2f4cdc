/**
 * An ONNX model, open and ready to run: the only door to onnxruntime.
 *
 * One thread a session unless more are configured, and plain sequential execution, so that workers side by side do not
 * fight for cores. One provider is asked for; what it cannot compute of a model, the runtime computes on the processor.
 */

import { type Stats, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { isTurnoutError, messageOf, TurnoutError } from '../../errors.ts';
import type { Compute, OnnxModel, OnnxTensor } from '../env.ts';
import { type ModelSize, resizedModel } from './resized-model.ts';

/** As long as nothing else is configured: workers side by side use the cores. */
export const PLAIN_COMPUTE: Compute = { provider: 'cpu', threads: 1 };

/** A tensor as a model file declares it. A size the file leaves open has its name instead of a number. */
export interface TensorSpec {
  readonly name: string;
  /** `float32` and so on; `unknown` for what is no tensor. */
  readonly type: string;
  readonly shape: readonly (number | string)[];
}

/** What a run gives: values by output name, row after row, in memory of their own; whole numbers become floats. */
export type Outputs = Readonly<Record<string, Float32Array>>;

/** `1x3x416x416`, or `batchx3x416x416` where a size is open. */
export function shapeText(shape: readonly (number | string)[]): string {
  return shape.join('x');
}

/**
 * The second input of files that give boxes in px of the picture: int64 1x2, its width and height. `run` fills it with the
 * size of the input, so that boxes are in its pixels as everybody's.
 */
export const TARGET_SIZE = 'orig_target_sizes';

/** A model file and how it is to be opened. */
export interface ModelFile {
  readonly path: string;
  /** The size of picture to open it for; null is its own. */
  readonly size: ModelSize | null;
  /** What computes it; the processor with one thread unless said. */
  readonly compute?: Compute;
}

interface OpenModel {
  readonly session: InferenceSession;
  readonly outputs: readonly TensorSpec[];
  readonly where: string;
  readonly tensor: typeof Tensor;
  readonly provider: string;
}

/** A model with its tensors known. One run at a time. */
export class OnnxSession {
  /** Name of the file for messages; never a whole path. */
  readonly where: string;
  readonly inputs: readonly TensorSpec[];
  /** As the file declares them; of one that was given another size, as its first run gave them. */
  readonly outputs: readonly TensorSpec[];
  /** What computes: a file that it cannot run, alone or with the processor, does not open. */
  readonly provider: string;
  readonly #session: InferenceSession;
  readonly #tensor: typeof Tensor;
  #input: Tensor | null = null;
  #before: Promise<unknown> = Promise.resolve();

  constructor({ session, outputs, where, tensor, provider }: OpenModel) {
    this.provider = provider;
    this.#session = session;
    this.#tensor = tensor;
    this.where = where;
    this.inputs = session.inputMetadata.map(specOf);
    this.outputs = outputs;
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
    const feeds = feedsOf(this.#tensor, this.#session.inputNames, this.#input);
    try {
      const results = await this.#session.run(feeds);
      return Object.fromEntries(this.outputs.map(({ name }) => [name, floatsOf(results[name])]));
    } catch (error) {
      throw this.#refused('a model that runs', firstLine(messageOf(error)), error);
    }
  }

  /** As `OnnxModel.run`: one run at a time, the others wait. */
  runTensors(inputs: Parameters<OnnxModel['run']>[0]): ReturnType<OnnxModel['run']> {
    const next = this.#before.then(async () => {
      try {
        const feeds = Object.entries(inputs).map(([name, { type, data, shape }]) => [
          name,
          new this.#tensor(type, data as never, shape) as Tensor,
        ]);
        const results = await this.#session.run(Object.fromEntries(feeds));
        return Object.fromEntries(
          Object.entries(results).map(([name, { type, data, dims }]) => [
            name,
            { type, data, shape: dims } as OnnxTensor,
          ]),
        );
      } catch (error) {
        const expected = 'a model that runs on these inputs';
        throw this.#refused(expected, firstLine(messageOf(error)), error);
      }
    });
    this.#before = next.catch(() => undefined);
    return next;
  }

  /** Frees the runtime's memory. Called once, with no run under way. */
  async release(): Promise<void> {
    this.#input = null;
    await this.#session.release();
  }

  #refused(expected: string, got: string, cause?: unknown): TurnoutError {
    return new TurnoutError('model_corrupt', { where: this.where, expected, got }, { cause });
  }
}

type Runtime = typeof import('onnxruntime-node');

/** Opens a model file. The caller releases the session. Throws what {@link withSession} throws. */
export async function openSession(file: ModelFile): Promise<OnnxSession> {
  const { path, size, compute = PLAIN_COMPUTE } = file;
  const { provider } = compute;
  const where = `model file ${path.replace(/^.*[\\/]/, '')}`;
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) {
    throw new TurnoutError('model_missing', { where, expected: 'an ONNX file', got: 'no file' });
  }
  // Loaded here and not with the file: a thread that only reads definitions does not pay for the runtime.
  const ort = await import('onnxruntime-node');
  const open = (session: InferenceSession, outputs: readonly TensorSpec[]) =>
    new OnnxSession({ session, outputs, where, tensor: ort.Tensor, provider });
  try {
    const options = sessionOptions(compute);
    if (size === null) {
      const session = await ort.InferenceSession.create(path, options);
      return open(session, session.outputMetadata.map(specOf));
    }
    const model = resizedModel(await readFile(path), size);
    const { session, outputs } = await openResized(ort, model, { options, size, where });
    return open(session, outputs);
  } catch (error) {
    if (isTurnoutError(error)) throw error;
    throw corrupt({ ort, where, stats, provider }, error);
  }
}

interface Unloaded {
  readonly ort: Pick<Runtime, 'listSupportedBackends'>;
  readonly where: string;
  readonly stats: Stats;
  readonly provider: string;
}

/** The fault of a file that the runtime does not load: of the configuration, where that names another provider. */
function corrupt({ ort, where, stats, provider }: Unloaded, error: unknown): TurnoutError {
  if (provider !== 'cpu') {
    const there = ort.listSupportedBackends().map(({ name }) => name);
    const parts = {
      where: 'detectors.onnx.provider',
      expected: `one that loads ${where}; the runtime here offers ${there.join(', ')}`,
      got: `${provider}: ${reasonOf(error)}`,
      hint: 'install what it needs, or set detectors.onnx.provider to cpu',
    };
    return new TurnoutError('config_invalid', parts, { cause: error });
  }
  return new TurnoutError(
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

interface Resizing {
  readonly options: InferenceSession.SessionOptions;
  readonly size: ModelSize;
  readonly where: string;
}

/**
 * A model at another size, with the outputs that it really gives there: its first run shows them. It is made in memory
 * each time. For YOLOX-Nano that is 12 ms of a start of a tenth of a second; a copy on the disk would need the checksum of
 * the file in its name, 2.4 ms, and could be stale, torn or not writeable.
 */
async function openResized(
  ort: Runtime,
  model: Uint8Array,
  { options, size, where }: Resizing,
): Promise<{ session: InferenceSession; outputs: readonly TensorSpec[] }> {
  const { width, height } = size;
  const picture = new ort.Tensor('float32', new Float32Array(3 * width * height), [
    1,
    3,
    height,
    width,
  ]);
  let session: InferenceSession | null = null;
  try {
    const made = await ort.InferenceSession.create(model, options);
    session = made;
    const results = await made.run(feedsOf(ort.Tensor, made.inputNames, picture));
    const outputs = made.outputMetadata.map((metadata) => {
      const spec = specOf(metadata);
      return { ...spec, shape: results[spec.name]?.dims ?? spec.shape };
    });
    return { session, outputs };
  } catch (error) {
    const opened: InferenceSession | null = session;
    await opened?.release();
    throw new TurnoutError(
      'model_shape_mismatch',
      {
        where,
        expected: `a model that also runs at ${width}x${height}`,
        got: reasonOf(error),
        hint: 'leave out the option input, or choose another model',
      },
      { cause: error },
    );
  }
}

/**
 * What `start` makes of a model file; it owns the session from then on. Where `start` throws, the session is released
 * and its error goes on.
 *
 * Throws `model_missing` where there is no file, `model_corrupt` where it is not a model that the runtime can load, and
 * `model_shape_mismatch` where it does not run at the size that is wanted.
 */
export async function withSession<T>(
  file: ModelFile,
  start: (session: OnnxSession) => Promise<T>,
): Promise<T> {
  const session = await openSession(file);
  try {
    return await start(session);
  } catch (error) {
    await session.release();
    throw error;
  }
}

/** How every model is opened. */
function sessionOptions({ provider, threads }: Compute): InferenceSession.SessionOptions {
  return {
    executionProviders: [provider],
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    // Errors only: older exporters list every weight as an input, and the runtime warns about each of them.
    logSeverityLevel: 3,
  };
}

/** A tensor as the contract says it. */
function specOf(metadata: InferenceSession.ValueMetadata): TensorSpec {
  if (!metadata.isTensor) return { name: metadata.name, type: 'unknown', shape: [] };
  return { name: metadata.name, type: metadata.type, shape: metadata.shape };
}

/** A picture as the first input, and its size where a file asks for it. */
function feedsOf(
  tensor: typeof Tensor,
  [first = '', ...others]: readonly string[],
  picture: Tensor,
): Record<string, Tensor> {
  const [, , height = 0, width = 0] = picture.dims;
  const size = () => new tensor('int64', BigInt64Array.of(BigInt(width), BigInt(height)), [1, 2]);
  return {
    [first]: picture,
    ...(others.includes(TARGET_SIZE) && { [TARGET_SIZE]: size() }),
  };
}

/** Labels come as int64. */
function floatsOf(tensor: Tensor | undefined): Float32Array {
  if (tensor?.data instanceof Float32Array) return tensor.data;
  if (tensor?.data instanceof BigInt64Array) return Float32Array.from(tensor.data, Number);
  throw new TypeError(`an output is ${tensor?.type ?? 'missing'}, not float32`);
}

/** Why the runtime does not load a file, without the path and the place in its own source that it puts before it. */
function reasonOf(error: unknown): string {
  const text = messageOf(error).split('\n')[0] ?? '';
  const told = text.replace(/^Load model from .* failed:/, '').replace(/^\S+:\d+ .*\) /, '');
  return told.slice(0, 200).replace(/\.$/, '').trim();
}

/** The first line of a message of the runtime; the rest is its own source. */
function firstLine(message: string): string {
  return (message.split('\n')[0] ?? '').slice(0, 200);
}
