/**
 * Sessions of onnxruntime by file and way of opening it: instances of a detector with other options, one a camera, share
 * the weights. Of one thread, since the runtime binds a session to the thread that opened it.
 */

import { statSync } from 'node:fs';
import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { messageOf, TurnoutError } from '../../errors.ts';
import type {
  Compute,
  DetectorEnv,
  OnnxModel,
  OnnxOptions,
  OnnxProvider,
  OnnxTensor,
  OnnxTensorSpec,
} from '../env.ts';
import { corrupt, firstLine, sessionOptions, specOf } from './session.ts';

/** How a file is to be opened. */
export interface SessionWanted {
  readonly path: string;
  readonly compute: Compute;
  readonly native: DetectorEnv['native'];
}

export interface SharedSession {
  readonly inputs: readonly OnnxTensorSpec[];
  readonly outputs: readonly OnnxTensorSpec[];
  readonly provider: string;
  /** One run at a time; others wait. */
  run(
    inputs: Parameters<OnnxModel['run']>[0],
    native: DetectorEnv['native'],
  ): ReturnType<OnnxModel['run']>;
  /** Of one that opened it; the last closes it. Called once by each. */
  leave(): Promise<void>;
}

interface Shared {
  users: number;
  readonly opened: Promise<Omit<SharedSession, 'leave'> & { close(): Promise<void> }>;
}

const sessions = new Map<string, Shared>();

/** Opens the file, or joins those who have it open. Throws `model_missing`, `model_corrupt`. */
export async function sharedSession(wanted: SessionWanted): Promise<SharedSession> {
  const stats = statSync(wanted.path, { throwIfNoEntry: false });
  // A file that was replaced is another one.
  const key = JSON.stringify([wanted.path, wanted.compute, stats?.mtimeMs, stats?.size]);
  const shared = sessions.get(key) ?? { users: 0, opened: open(wanted) };
  sessions.set(key, shared);
  shared.users += 1;
  const leave = async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    sessions.delete(key);
    await (await shared.opened).close();
  };
  try {
    return { ...(await shared.opened), leave };
  } catch (error) {
    sessions.delete(key);
    throw error;
  }
}

async function open({ path, compute, native }: SessionWanted): Shared['opened'] {
  const where = `model file ${path.replace(/^.*[\\/]/, '')}`;
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) {
    throw new TurnoutError('model_missing', { where, expected: 'an ONNX file', got: 'no file' });
  }
  const ort = await native(() => import('onnxruntime-node'));
  const options = sessionOptions(compute);
  const session = await native(() => ort.InferenceSession.create(path, options)).catch((error) => {
    throw corrupt({ ort, where, stats, provider: compute.provider }, error);
  });
  let before: Promise<unknown> = Promise.resolve();
  const run: SharedSession['run'] = (inputs, guarded) => {
    const next = before.then(() =>
      runOnce({ session, tensor: ort.Tensor, where }, inputs, guarded),
    );
    before = next.catch(() => undefined);
    return next;
  };
  return {
    inputs: session.inputMetadata.map(specOf),
    outputs: session.outputMetadata.map(specOf),
    provider: compute.provider,
    run,
    close: () => native(() => session.release()),
  };
}

interface Opened {
  readonly session: InferenceSession;
  readonly tensor: typeof Tensor;
  readonly where: string;
}

async function runOnce(
  { session, tensor, where }: Opened,
  inputs: Parameters<SharedSession['run']>[0],
  native: DetectorEnv['native'],
): Promise<Readonly<Record<string, OnnxTensor>>> {
  try {
    const feeds = Object.fromEntries(
      Object.entries(inputs).map(([name, { type, data, shape }]) => [
        name,
        new tensor(type, data as never, shape) as Tensor,
      ]),
    );
    const results = await native(() => session.run(feeds));
    return Object.fromEntries(
      Object.entries(results).map(([name, { type, data, dims }]) => [
        name,
        { type, data, shape: dims } as OnnxTensor,
      ]),
    );
  } catch (error) {
    throw new TurnoutError(
      'model_corrupt',
      {
        where,
        expected: 'a model that runs on these inputs',
        got: firstLine(messageOf(error)),
      },
      { cause: error },
    );
  }
}

/** The models that one instance of a detector has open through `env.onnx`. */

export class OpenModels {
  readonly #native: DetectorEnv['native'];
  readonly #compute: Compute;
  readonly #open = new Set<() => Promise<void>>();

  constructor(native: DetectorEnv['native'], compute: Compute) {
    this.#native = native;
    this.#compute = compute;
  }

  /** How many are open. */
  get size(): number {
    return this.#open.size;
  }

  /** As `DetectorEnv.onnx`, of a file. */
  async open(path: string, options: OnnxOptions): Promise<OnnxModel> {
    const session = await sharedSession({
      path,
      compute: { ...this.#compute, threads: options.threads ?? this.#compute.threads },
      native: this.#native,
    });
    const release = async () => {
      if (this.#open.delete(release)) await session.leave();
    };
    this.#open.add(release);
    return modelOf(session, this.#native, release);
  }

  /** Gives back those that are left. */
  async release(): Promise<void> {
    await Promise.all([...this.#open].map((release) => release()));
  }
}

function modelOf(
  { inputs, outputs, provider, run }: SharedSession,
  native: DetectorEnv['native'],
  release: () => Promise<void>,
): OnnxModel {
  return { inputs, outputs, provider, run: (tensors) => run(tensors, native), release };
}

/** What can compute a model: the execution providers of onnxruntime, as the configuration names them. */

export const PROVIDERS = [
  'cpu',
  'openvino',
  'cuda',
  'tensorrt',
  'coreml',
  'dml',
  'webgpu',
] as const satisfies readonly OnnxProvider[];
