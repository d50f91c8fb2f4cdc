/** Which detector a command takes, and how that is shown. */

import type { DetectorConfig } from '../config/config.ts';
import { chooseDetector } from '../engine/counting/configured-detectors.ts';
import { modelsFolder } from '../engine/models/installed.ts';
import type { DetectorChoice } from '../engine/pool/messages.ts';
import { TurnoutError } from '../errors.ts';
import { flag } from './command.ts';
import type { CliContext } from './context.ts';
import { parseOptions } from './model/check-report.ts';

/** What a command is given on its line. */
export interface DetectorFlags {
  readonly detector?: string | undefined;
  readonly model?: string | undefined;
  /** As JSON, over all others. */
  readonly options?: string | undefined;
}

export interface WantedDetector extends DetectorFlags {
  /** Of the camera, over those that are configured for the detector. */
  readonly ofCamera?: Readonly<Record<string, unknown>> | null;
}

export function detectorFlags(about: string) {
  return [
    flag('--detector <name>', about),
    flag('--model <name-or-path>', 'model of the detector'),
    flag('--options <json>', 'options of the detector, as JSON'),
  ];
}

/** As the configuration has it by default. */
const ANY_PROVIDER = { provider: 'cpu', threads: 1 } as const;

/** The detector that the options of a command name, or the best one that is here. */
export async function detectorOf(
  context: CliContext,
  wanted: WantedDetector,
  { options: configured = {}, onnx = ANY_PROVIDER }: Partial<DetectorConfig> = {},
): Promise<DetectorChoice> {
  const folders = { fromDir: process.cwd(), modelsDir: modelsFolder(context.dataDir()), onnx };
  const reference = wanted.detector ?? 'auto';
  const choice = await chooseDetector(reference, configured, folders, wanted.ofCamera);
  const own = {
    ...(wanted.options !== undefined && objectOf(wanted.options)),
    ...(wanted.model !== undefined && { model: wanted.model }),
  };
  if (Object.keys(own).length === 0) return choice;
  if (reference === 'auto') {
    const where = wanted.model === undefined ? '--options' : '--model';
    throw new TurnoutError('usage', {
      where,
      expected: `--detector together with ${where}`,
      got: 'none',
      hint:
        where === '--model'
          ? 'name the detector that reads the model: turnout model list'
          : 'name the detector that has them: turnout detectors',
    });
  }
  return { ...choice, options: { ...choice.options, ...own } };
}

function objectOf(json: string): object {
  const options = parseOptions(json);
  if (typeof options === 'object' && options !== null && !Array.isArray(options)) return options;
  throw new TurnoutError('usage', { where: '--options', expected: 'a JSON object', got: json });
}

/** `yolox with yolox-nano`: a detector and its model, which may be a path; null where it has none. */
export function namedText(detector: string, model: string | null): string {
  if (model === null) return detector;
  const isOwn = detector === 'person' && model === 'own';
  return `${detector} with ${isOwn ? 'its own model' : model.split(/[\\/]/).at(-1)}`;
}
