/** Which detector a camera gets: what is configured, or the best that is here. */

import type { DetectorConfig, OnnxConfig } from '../../config/config.ts';
import { listModels } from '../models/installed.ts';
import type { DetectorChoice } from '../pool/messages.ts';

export interface DetectorFolders {
  /** Folder that relative plugin paths and packages are looked up from. */
  readonly fromDir: string;
  /** Folder of the installed models. */
  readonly modelsDir: string;
  /** What computes models, as configured. */
  readonly onnx?: OnnxConfig;
}

/** A shipped detector, and the model it is to be told of; null for its own choice. */
interface Candidate {
  readonly detector: string;
  readonly model: string | null;
}

/** What needs no model to be installed, best first: the one whose weights come with the program, the one without any. */
const SHIPPED: readonly Candidate[] = [
  { detector: 'person', model: 'own' },
  { detector: 'motion', model: null },
];

/**
 * Resolves a reference of the configuration. `auto` takes the best present: an installed model, recommended ones first,
 * else `person`, else `motion`. Each names the next, for the case that it cannot be built (see `buildBest`). A model
 * installed later is taken at the next start or reload.
 *
 * @param own options of one camera, over those of the detector.
 */
export async function chooseDetector(
  reference: string,
  options: DetectorConfig['options'],
  { onnx, ...folders }: DetectorFolders,
  own: Readonly<Record<string, unknown>> | null = null,
): Promise<DetectorChoice> {
  const around = { ...folders, ...(onnx !== undefined && { onnx }) };
  if (reference !== 'auto') {
    return { plugin: reference, options: { ...options[reference], ...own }, ...around };
  }
  const choices = [...(await installedBest(folders.modelsDir)), ...SHIPPED].map(
    ({ detector, model }): DetectorChoice => ({
      plugin: detector,
      options: { ...(model !== null && { model }), ...options[detector], ...own },
      ...around,
    }),
  );
  return choices.reduceRight((orElse, choice) => ({ ...choice, orElse }));
}

async function installedBest(modelsDir: string): Promise<Candidate[]> {
  const models = await listModels(modelsDir);
  const installed = models.filter((model) => model.installed !== null);
  const best = installed.find((model) => model.isRecommended) ?? installed[0];
  return best === undefined ? [] : [{ detector: best.detector, model: best.name }];
}
