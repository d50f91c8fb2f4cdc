/** The models that one instance of a detector has open through `env.onnx`; see `shared-session.ts` for who shares them. */

import type { Compute, DetectorEnv, OnnxModel, OnnxOptions } from '../env.ts';
import { type SharedSession, sharedSession } from './shared-session.ts';

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
