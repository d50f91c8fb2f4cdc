/** Which detector a command takes, and how that is said. */

import type { DetectorConfig } from '../engine/config/index.ts';
import { chooseDetector } from '../engine/counting/index.ts';
import { modelsFolder } from '../engine/models/index.ts';
import type { DetectorChoice } from '../engine/pool/index.ts';
import { TurnoutError } from '../errors.ts';
import type { CliContext } from './context.ts';

/** The detector that the options of a command name, or the best one that is here. */
export async function detectorOf(
  context: CliContext,
  wanted: { detector?: string | undefined; model?: string | undefined },
  configured: DetectorConfig['options'] = {},
): Promise<DetectorChoice> {
  const folders = { fromDir: process.cwd(), modelsDir: modelsFolder(context.dataDir()) };
  const reference = wanted.detector ?? 'auto';
  const choice = await chooseDetector(reference, configured, folders);
  if (wanted.model === undefined) return choice;
  if (reference === 'auto') {
    throw new TurnoutError('usage', {
      where: '--model',
      expected: '--detector beside it',
      got: 'none',
      hint: 'say which detector reads the model: turnout model list',
    });
  }
  return { ...choice, options: { ...choice.options, model: wanted.model } };
}

/** A detector and its options, as far as they are told. */
export type NamedDetector = Pick<DetectorChoice, 'plugin' | 'options'>;

/** `yolox with yolox-nano`. */
export function detectorText(detector: NamedDetector): string {
  const model = modelName(detector);
  return model === null ? detector.plugin : `${detector.plugin} with ${model}`;
}

/** Name of a model or of its file, without folders; null where the detector was given none. */
export function modelName({ options }: NamedDetector): string | null {
  const { model } = options as { model?: unknown };
  return typeof model === 'string' ? (model.split(/[\\/]/).at(-1) ?? null) : null;
}
