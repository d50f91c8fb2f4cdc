/** The detectors of one worker: built when first asked for, kept for the next frame, a few at most. */

import type { Detector, DetectorDefinition } from '../../detectors/detector.ts';
import { type EnvHost, OwnedEnv, startDetector } from '../../detectors/env/owned-env.ts';
import type { DetectorLog } from '../../detectors/env.ts';
import { loadDetector } from '../../detectors/load.ts';
import { PLAIN_COMPUTE } from '../../detectors/onnx/session.ts';
import { checkOptions } from '../../detectors/options.ts';
import { type CheckedOutput, ignoredFields } from '../../detectors/output.ts';
import { InputCanvas } from '../../detectors/picture.ts';
import { shippedDetector } from '../../detectors/registry.ts';
import { resolveModel } from '../models/installed.ts';
import { toDetectorFault } from './guard.ts';
import type { DetectorChoice } from './messages.ts';

export interface ShelvedDetector {
  readonly definition: DetectorDefinition;
  /** With its defaults filled in. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly detector: Detector;
  /** What computes its models; null where it has opened none. */
  readonly provider: string | null;
  readonly canvas: InputCanvas;
  /** Takes note of the fields of an answer that its version of the contract does not know. */
  readonly noteIgnored: (output: CheckedOutput) => void;
  /** Closes it, with all that the engine owns of it. */
  close(): Promise<void>;
}

/** What a worker gives all its detectors. */
export interface ShelfHost extends Pick<EnvHost, 'native' | 'started' | 'ended'> {
  /** As {@link EnvHost.write}, with the name of the detector. */
  write(detector: string, ...line: Parameters<EnvHost['write']>): void;
}

/**
 * Detectors kept, those used last: one for the installation, some for cameras with their own options, one being tried. A
 * model holds 20–100 MB.
 */
const MAX_SHELVED = 12;

export class DetectorShelf {
  readonly #shelved = new Map<string, Promise<ShelvedDetector>>();
  readonly #host: ShelfHost;

  constructor(host: ShelfHost) {
    this.#host = host;
  }

  /** Throws the coded errors of loading and building; a failed build is tried again by the next call. */
  async take(choice: DetectorChoice): Promise<ShelvedDetector> {
    const { plugin, options, fromDir, modelsDir, onnx } = choice;
    const key = JSON.stringify([plugin, options, fromDir, modelsDir, onnx]);
    const known = this.#shelved.get(key);
    if (known !== undefined) {
      // Back to the end of the row: the one at its front was used longest ago.
      this.#shelved.delete(key);
      this.#shelved.set(key, known);
      return known;
    }
    await this.#makeRoom();
    const building = build(choice, this.#host);
    this.#shelved.set(key, building);
    try {
      return await building;
    } catch (error) {
      this.#shelved.delete(key);
      throw error;
    }
  }

  async #makeRoom(): Promise<void> {
    const [oldest] = this.#shelved;
    if (this.#shelved.size < MAX_SHELVED || oldest === undefined) return;
    const [key, shelved] = oldest;
    this.#shelved.delete(key);
    await (await shelved).close();
  }
}

async function build(choice: DetectorChoice, host: ShelfHost): Promise<ShelvedDetector> {
  const { plugin, fromDir, modelsDir, onnx } = choice;
  const { provider, threads } = { ...PLAIN_COMPUTE, ...onnx };
  const definition = await loadDetector(plugin, fromDir);
  const options = checkOptions(definition, choice.options);
  const owned = new OwnedEnv(definition.name, {
    resolveModel: (model) => resolveModel(modelsDir, model),
    native: host.native,
    compute: { provider, threads },
    started: host.started,
    ended: host.ended,
    write: (level, text, fields) => host.write(definition.name, level, text, fields),
  });
  try {
    const { detector, close } = await startDetector(definition, options, owned);
    const canvas = new InputCanvas(detector.input);
    const noteIgnored = ignoredNotes(definition, owned.env.log);
    const isComputed = owned.hasModels || hasModel(plugin, options);
    return {
      definition,
      options,
      detector,
      provider: isComputed ? provider : null,
      canvas,
      noteIgnored,
      close,
    };
  } catch (error) {
    throw toDetectorFault(error, `detector ${definition.name}`, 'it to start');
  }
}

/** Those that ship open the model of their options without `env.onnx`. */
function hasModel(plugin: string, options: Readonly<Record<string, unknown>>): boolean {
  return shippedDetector(plugin) !== undefined && options['model'] !== undefined;
}

/** Answers that are looked at for fields that no one reads. Chosen here: a detector makes them in its first ones, or never. */
const ANSWERS_LOOKED_AT = 50;

/** A detector of version 1 may have fields that are not counted, such as a `count`: said once, since nothing else shows. */
function ignoredNotes(
  definition: DetectorDefinition,
  log: DetectorLog,
): (output: CheckedOutput) => void {
  let left = definition.contract === 1 ? ANSWERS_LOOKED_AT : 0;
  return (output) => {
    if (left === 0) return;
    left -= 1;
    const fields = ignoredFields(definition, output);
    if (fields.length === 0) return;
    left = 0;
    log.warn('fields that contract 1 does not know are not counted; contract 2 may', { fields });
  };
}
