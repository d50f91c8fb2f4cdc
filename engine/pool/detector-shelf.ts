/** The detectors of one worker: built when first asked for, kept for the next frame, a few at most. */

import type { Detector, DetectorDefinition, DetectorEnv } from '../../detectors/detector.ts';
import { checkDetector } from '../../detectors/input.ts';
import { loadDetector } from '../../detectors/load.ts';
import { checkOptions } from '../../detectors/options.ts';
import { InputCanvas } from '../frames/input-canvas.ts';
import { resolveModel } from '../models/resolve.ts';
import { toDetectorFault } from './guarded-process.ts';
import type { DetectorChoice } from './messages.ts';

export interface ShelvedDetector {
  readonly definition: DetectorDefinition;
  /** With its defaults filled in. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly detector: Detector;
  readonly canvas: InputCanvas;
}

/**
 * Detectors kept, those used last: one for the installation, a few for special cameras, one being tried. A model holds
 * 20–100 MB.
 */
const MAX_SHELVED = 6;

export class DetectorShelf {
  readonly #shelved = new Map<string, Promise<ShelvedDetector>>();
  readonly #native: DetectorEnv['native'];

  /** @param native makes the native calls of all detectors. */
  constructor(native: DetectorEnv['native']) {
    this.#native = native;
  }

  /** Throws the coded errors of loading and building; a failed build is tried again by the next call. */
  async take(choice: DetectorChoice): Promise<ShelvedDetector> {
    const key = JSON.stringify([choice.plugin, choice.options, choice.fromDir, choice.modelsDir]);
    const known = this.#shelved.get(key);
    if (known !== undefined) {
      // Back to the end of the row: the one at its front was used longest ago.
      this.#shelved.delete(key);
      this.#shelved.set(key, known);
      return known;
    }
    await this.#makeRoom();
    const building = build(choice, this.#native);
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
    if (oldest === undefined || this.#shelved.size < MAX_SHELVED) return;
    this.#shelved.delete(oldest[0]);
    const { detector } = await oldest[1];
    await detector.close();
  }
}

async function build(
  choice: DetectorChoice,
  native: DetectorEnv['native'],
): Promise<ShelvedDetector> {
  const definition = await loadDetector(choice.plugin, choice.fromDir);
  const options = checkOptions(definition, choice.options);
  const env: DetectorEnv = {
    resolveModel: (model) => resolveModel(choice.modelsDir, model),
    native,
  };
  try {
    const detector = checkDetector(definition, await definition.create(options, env));
    return { definition, options, detector, canvas: new InputCanvas(detector.input) };
  } catch (error) {
    throw toDetectorFault(error, `detector ${definition.name}`, 'it to start');
  }
}
