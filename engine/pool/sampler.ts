/**
 * All that a worker does, in a thread or in the process of a plugin: detectors, built when first asked for and kept for the
 * next frame, and looks at frames with them. Serves one task at a time and holds nothing of a camera between two.
 */

import { type EnvHost, ownedEnv, startDetector } from '../../detectors/env/owned-env.ts';
import { loadDetector } from '../../detectors/load.ts';
import { PLAIN_COMPUTE } from '../../detectors/onnx/session.ts';
import { checkOptions } from '../../detectors/options.ts';
import { InputCanvas, type Size } from '../../detectors/picture.ts';
import { shippedDetector } from '../../detectors/registry.ts';
import { toFault } from '../../runtime/threads.ts';
import { FrameDecoder } from '../frames/decoder.ts';
import { KeptFew } from '../frames/kept-few.ts';
import { resolveModel } from '../models/installed.ts';
import { hideIgnored } from '../pictures/mosaic.ts';
import { toDetectorFault } from './guard.ts';
import { type BuiltDetector, look } from './look.ts';
import type { DetectorChoice, SampleOutcome, SampleWork, WorkerAnswer } from './messages.ts';

/** What a worker gives all its detectors. */
export interface SamplerHost {
  /** Takes a line of `env.log`, with the name of the detector. */
  logged(detector: string, ...line: Parameters<EnvHost['write']>): void;
  /** Longest time for a look, ms. */
  readonly limitMs: number;
}

/**
 * Detectors kept, those used last: one for the installation, some for cameras with their own options, one being tried. A
 * model holds 20–100 MB.
 */
const MAX_DETECTORS = 12;

/** What a worker tells about a detector it has built. */
export type DetectorFacts = Awaited<ReturnType<Sampler['prepare']>>;

export class Sampler {
  readonly #detectors = new KeptFew<Promise<BuiltDetector>>(MAX_DETECTORS, (built) => {
    // What it does in the end is no fault of the one that takes its place.
    void built.then(({ close }) => close()).catch(() => undefined);
  });
  readonly #host: SamplerHost;
  readonly #decoder = new FrameDecoder();

  constructor(host: SamplerHost) {
    this.#host = host;
  }

  /** Looks at a frame. `begun` is told once the detector is there. */
  async sample(task: SampleWork, begun?: () => void): Promise<SampleOutcome> {
    const built = await this.#take(task.detector);
    begun?.();
    const outcome = await look(task, built, this.#decoder, this.#host.limitMs);
    return task.pictureWidth === null
      ? outcome
      : this.#withPicture(outcome, task, task.pictureWidth);
  }

  /** Builds a detector ahead of its first frame, and tells about it. */
  async prepare(choice: DetectorChoice) {
    const { definition, options, detector, provider } = await this.#take(choice);
    const { name, version, isWeak, stateBytes } = definition;
    const { width, height } = detector.input;
    const { model } = options;
    const option = definition.options.properties['input'] ?? {};
    const mostPixels: unknown = Reflect.get(option, 'mostAutoPixels');
    return {
      name,
      version,
      /** Its option `model`, by default or as told, a file without its folders; null where it has none. */
      model: typeof model === 'string' ? (model.split(/[\\/]/).at(-1) ?? null) : null,
      /** What computes its models; null where it has opened none. */
      provider,
      isWeak,
      stateBytes,
      /** Width and height of the input, px. */
      input: { width, height },
      /** Whether it has an option `input` that leaves the size to be chosen, `auto`. */
      takesInput: Reflect.get(option, 'default') === 'auto',
      /** Most pixels that are chosen for it, since it counts worse on more; null for any. */
      mostAutoPixels: typeof mostPixels === 'number' ? mostPixels : null,
    };
  }

  /** Throws the coded errors of loading and building; a failed build is tried again by the next call. */
  async #take(choice: DetectorChoice): Promise<BuiltDetector> {
    const { plugin, options, fromDir, modelsDir, onnx } = choice;
    const key = JSON.stringify([plugin, options, fromDir, modelsDir, onnx]);
    try {
      return await this.#detectors.take(key, () => build(choice, this.#host));
    } catch (error) {
      this.#detectors.forget(key);
      throw error;
    }
  }

  /** A picture that cannot be made costs no sample. */
  async #withPicture(
    outcome: SampleOutcome,
    { frame, zones }: SampleWork,
    mostWidth: number,
  ): Promise<SampleOutcome> {
    const size = ({ width, height }: Size): Size => {
      const scaled = (px: number) => Math.max(1, Math.round(px * Math.min(1, mostWidth / width)));
      return { width: scaled(width), height: scaled(height) };
    };
    try {
      const decoded = await this.#decoder.decode(frame, { isGrey: false, size });
      const { bytes, width, height } = decoded;
      hideIgnored(decoded, zones);
      // Loaded when someone first looks.
      const { jpegOf } = await import('../frames/jpeg.ts');
      const jpeg = await jpegOf(bytes, width, height);
      return { ...outcome, picture: { jpeg, width, height } };
    } catch {
      return outcome;
    }
  }
}

/** An answer as it crosses: faults are values there. */
export async function answerOf<T>(perform: () => Promise<T>): Promise<WorkerAnswer<T>> {
  try {
    return { value: await perform() };
  } catch (error) {
    return { fault: toFault(error) };
  }
}

async function build(choice: DetectorChoice, host: SamplerHost): Promise<BuiltDetector> {
  const { plugin, fromDir, modelsDir, onnx } = choice;
  const { provider, threads } = { ...PLAIN_COMPUTE, ...onnx };
  const definition = await loadDetector(plugin, fromDir);
  const options = checkOptions(definition, choice.options);
  const owned = ownedEnv(definition.name, {
    resolveModel: (model) => resolveModel(modelsDir, model),
    compute: { provider, threads },
    write: (...line) => host.logged(definition.name, ...line),
  });
  try {
    const { detector, close } = await startDetector(definition, options, owned);
    // Those that ship open the model of their options without `env.onnx`.
    const opensOwn = shippedDetector(plugin) !== undefined && options['model'] !== undefined;
    const canvas = new InputCanvas(detector.input);
    const computedBy = owned.hasModels() || opensOwn ? provider : null;
    return { definition, options, detector, provider: computedBy, canvas, close };
  } catch (error) {
    throw toDetectorFault(error, `detector ${definition.name}`, 'it to start');
  }
}
