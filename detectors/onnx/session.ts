/**
 * An ONNX model, open and ready to run: the only door to onnxruntime.
 *
 * One thread a session unless more are configured, and plain sequential execution, so that workers side by side do not
 * fight for cores. One provider is asked for; what it cannot compute of a model, the runtime computes on the processor.
 */

import { type Stats, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { messageOf, TurnoutError } from '../../errors.ts';
import type { Compute, OnnxModel, OnnxTensor, OnnxTensorSpec } from '../env.ts';
import type { Size } from '../picture.ts';
import type { Outputs } from './cells.ts';
import { resizedModel } from './resized-model.ts';

/** As long as nothing else is configured: workers side by side use the cores. */
export const PLAIN_COMPUTE: Compute = { provider: 'cpu', threads: 1 };

/**
 * The second input of files that give boxes in px of the picture: int64 1x2, its width and height. `look` fills it with the
 * size of the input, so that boxes are in its pixels as everybody's.
 */
export const TARGET_SIZE = 'orig_target_sizes';

/** A model file and how it is to be opened. */
export interface ModelFile {
  readonly path: string;
  /** The size of picture to open it for; null is its own. */
  readonly size: Size | null;
  /** What computes it; the processor with one thread unless said. */
  readonly compute?: Compute;
}

/** An open file. Runs wait for each other, and block the thread: 15 ms for YOLOX-Nano on the machine of the design. */
export interface OnnxSession extends OnnxModel {
  /** Name of the file for messages; never a whole path. */
  readonly where: string;
}

/** A file as its head is read from it. */
export interface OpenedModel {
  readonly session: OnnxSession;
  readonly size: Size;
  /** With the shapes that a picture of zeros gives. */
  readonly outputs: readonly OnnxTensorSpec[];
  /** What it gives for that. */
  readonly first: Outputs;
}

/** What is open on this thread, by file and size: a session takes some 15 MB, and the same model is opened at several sizes. */
const shared = new Map<string, { users: number; readonly opening: Promise<OnnxSession> }>();

/**
 * Opens a model file, or shares the session that is open for it. Each caller releases it once. Throws `model_missing`
 * where there is no file, `model_corrupt` where it is not a model that the runtime can load, and `model_shape_mismatch`
 * where it does not run at the size that is wanted.
 */
export async function openSession(file: ModelFile): Promise<OnnxSession> {
  const stats = statSync(file.path, { throwIfNoEntry: false });
  // A file that was replaced is another model.
  const key = JSON.stringify([file, stats?.mtimeMs, stats?.size]);
  const entry = shared.get(key) ?? { users: 0, opening: openAlone(file, stats) };
  shared.set(key, entry);
  entry.opening.catch(() => shared.delete(key));
  entry.users += 1;
  const session = await entry.opening;
  const release = async () => {
    entry.users -= 1;
    if (entry.users > 0) return;
    shared.delete(key);
    await session.release();
  };
  return { ...session, release };
}

async function openAlone(
  { path, size, compute = PLAIN_COMPUTE }: ModelFile,
  stats: Stats | undefined,
): Promise<OnnxSession> {
  const where = `model file ${path.replace(/^.*[\\/]/, '')}`;
  if (stats === undefined) {
    throw new TurnoutError('model_missing', { where, expected: 'an ONNX file', got: 'no file' });
  }
  // Loaded here and not with the file: a thread that only reads definitions does not pay for the runtime.
  const ort = await import('onnxruntime-node');
  const refused = (error: unknown) => loadFault(ort, where, stats, compute.provider, error);
  const misfit = (error: unknown) => (size === null ? null : sizeFault(where, size, error));
  // Resized in memory each time: for YOLOX-Nano that is 12 ms of a start of a tenth of a second. A copy on the disk would
  // need the checksum of the file in its name, 2.4 ms, and could be stale, torn or not writeable.
  const resized = async (to: Size) => resizedModel(await readFile(path), to);
  const model = size === null ? path : await resized(size).catch(thrower(refused));
  // It takes a path or the bytes, but declares them one by one.
  const opening = ort.InferenceSession.create(model as string, sessionOptions(compute));
  const session = await opening.catch(thrower((error) => misfit(error) ?? refused(error)));
  let before: Promise<unknown> = Promise.resolve();
  return {
    where,
    provider: compute.provider,
    inputs: session.inputMetadata.map(specOf),
    outputs: session.outputMetadata.map(specOf),
    run: (inputs) => {
      const run = before
        .then(() => runTensors(ort.Tensor, session, inputs))
        .catch(thrower((error) => misfit(error) ?? runFault(where, error)));
      before = run.catch(() => undefined);
      return run;
    },
    release: () => session.release(),
  };
}

type Runtime = typeof import('onnxruntime-node');

function thrower(faultOf: (error: unknown) => TurnoutError) {
  return (error: unknown): never => {
    throw faultOf(error);
  };
}

async function runTensors(
  tensor: typeof Tensor,
  session: InferenceSession,
  inputs: Readonly<Record<string, OnnxTensor>>,
): Promise<Record<string, OnnxTensor>> {
  const feeds = Object.entries(inputs).map(([name, { type, data, shape }]) => {
    return [name, new tensor(type, data as never, shape) as Tensor];
  });
  const results = await session.run(Object.fromEntries(feeds));
  return Object.fromEntries(
    Object.entries(results).map(([name, { type, data, dims }]) => [
      name,
      { type, data, shape: dims } as OnnxTensor,
    ]),
  );
}

/** Runs a model over a picture, whose values are used where they lie and not kept beyond the run. */
export async function look(
  session: OnnxSession,
  data: Float32Array,
  { width, height }: Size,
): Promise<Readonly<Record<string, OnnxTensor>>> {
  const [first, ...others] = session.inputs;
  const sizes = BigInt64Array.of(BigInt(width), BigInt(height));
  return session.run({
    [first?.name ?? '']: { type: 'float32', data, shape: [1, 3, height, width] },
    ...(others.some(({ name }) => name === TARGET_SIZE) && {
      [TARGET_SIZE]: { type: 'int64', data: sizes, shape: [1, 2] },
    }),
  });
}

/** The values of a run as heads read them; labels come as int64. */
export function valuesOf(
  session: OnnxSession,
  results: Readonly<Record<string, OnnxTensor>>,
): Outputs {
  const floats = Object.entries(results).map(([name, { type, data }]) => {
    if (data instanceof Float32Array) return [name, data];
    if (data instanceof BigInt64Array) return [name, Float32Array.from(data, Number)];
    throw runFault(session.where, new TypeError(`an output is ${type}, not float32`));
  });
  return Object.fromEntries(floats);
}

/** The fault of a file that the runtime does not load: of the configuration, where that names another provider. */
function loadFault(
  ort: Runtime,
  where: string,
  stats: Stats,
  provider: string,
  cause: unknown,
): TurnoutError {
  if (provider !== 'cpu') {
    const there = ort.listSupportedBackends().map(({ name }) => name);
    const parts = {
      where: 'detectors.onnx.provider',
      expected: `one that loads ${where}; the runtime here offers ${there.join(', ')}`,
      got: `${provider}: ${reasonOf(cause)}`,
      hint: 'install what it needs, or set detectors.onnx.provider to cpu',
    };
    return new TurnoutError('config_invalid', parts, { cause });
  }
  const parts = {
    where,
    expected: 'an ONNX model that can be loaded',
    got: stats.isFile()
      ? `${stats.size} bytes that are none (${reasonOf(cause)})`
      : 'no file of its own',
    hint: 'fetch it again with: turnout model install NAME',
  };
  return new TurnoutError('model_corrupt', parts, { cause });
}

function sizeFault(where: string, { width, height }: Size, cause: unknown): TurnoutError {
  const parts = {
    where,
    expected: `a model that also runs at ${width}x${height}`,
    got: reasonOf(cause),
    hint: 'leave out the option input, or choose another model',
  };
  return new TurnoutError('model_shape_mismatch', parts, { cause });
}

/** What the runtime refuses of a file that has opened: its operators do not fit together, or these inputs. */
function runFault(where: string, cause: unknown): TurnoutError {
  const expected = 'a model that runs on these inputs';
  return new TurnoutError('model_corrupt', { where, expected, got: reasonOf(cause) }, { cause });
}

/** How every model is opened. */
function sessionOptions({ provider, threads }: Compute): InferenceSession.SessionOptions {
  return {
    executionProviders: [provider],
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    // A plan of all tensors in one block costs 27 MB more at 640x384 and 32 at 960x544 than blocks that are used again, and
    // makes a look a hundredth faster.
    enableMemPattern: false,
    // Errors only: older exporters list every weight as an input, and the runtime warns about each of them.
    logSeverityLevel: 3,
  };
}

/** A tensor as the contract says it. */
function specOf(metadata: InferenceSession.ValueMetadata): OnnxTensorSpec {
  if (!metadata.isTensor) return { name: metadata.name, type: 'unknown', shape: [] };
  return { name: metadata.name, type: metadata.type, shape: metadata.shape };
}

/** The first line of what the runtime says, without the path and the place in its own source that it puts before it. */
function reasonOf(error: unknown): string {
  const text = messageOf(error).split('\n')[0] ?? '';
  const reason = text.replace(/^Load model from .* failed:/, '').replace(/^\S+:\d+ .*\) /, '');
  return reason.slice(0, 200).replace(/\.$/, '').trim();
}
