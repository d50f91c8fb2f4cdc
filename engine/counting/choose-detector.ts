/** Which detector a camera gets: what is configured, or the best one whose model is here. */

import type { DetectorConfig } from '../config/index.ts';
import { listModels } from '../models/index.ts';
import type { DetectorChoice } from '../pool/index.ts';

export interface DetectorFolders {
  /** Folder that relative plugin paths and packages are looked up from. */
  readonly fromDir: string;
  /** Folder of the installed models. */
  readonly modelsDir: string;
}

/**
 * Resolves a reference of the configuration. `auto` takes the first installed model, recommended ones first, and
 * `motion`, which needs none, where no model is installed: a model installed later is taken at the next start or reload.
 */
export async function chooseDetector(
  reference: string,
  options: DetectorConfig['options'],
  folders: DetectorFolders,
): Promise<DetectorChoice> {
  if (reference !== 'auto') {
    return { plugin: reference, options: options[reference] ?? {}, ...folders };
  }
  const models = await listModels(folders.modelsDir);
  const installed = models.filter((model) => model.installed !== null);
  const best = installed.find((model) => model.isRecommended) ?? installed[0];
  if (best === undefined) return { plugin: 'motion', options: options['motion'] ?? {}, ...folders };
  const { detector, name } = best;
  return { plugin: detector, options: { model: name, ...options[detector] }, ...folders };
}
