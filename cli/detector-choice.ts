/** Which detector a command takes, and how that is said. */

import type { DetectorConfig } from '../config/config.ts';
import { chooseDetector } from '../engine/counting/choose-detector.ts';
import { modelsFolder } from '../engine/models/resolve.ts';
import type { DetectorChoice } from '../engine/pool/messages.ts';
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
      expected: '--detector together with --model',
      got: 'none',
      hint: 'name the detector that reads the model: turnout model list',
    });
  }
  return { ...choice, options: { ...choice.options, model: wanted.model } };
}

/** `yolox with yolox-nano`. */
export function detectorText({ plugin, options }: DetectorChoice): string {
  const { model } = options as { model?: unknown };
  return namedText(plugin, typeof model === 'string' ? model : null);
}

/** The same of a detector and its model, which may be a path; null where it has none. */
export function namedText(detector: string, model: string | null): string {
  if (model === null) return detector;
  const isOwn = detector === 'person' && model === 'own';
  return `${detector} with ${isOwn ? 'its own model' : model.split(/[\\/]/).at(-1)}`;
}
