/** The detectors that a configuration asks for, each with the cameras that it is for. */

import {
  type CameraConfig,
  type Config,
  type DetectorConfig,
  type OnnxConfig,
  type PlacedCamera,
  placedCameras,
} from '../../config/config.ts';
import { detectorNames, pluginName } from '../../detectors/registry.ts';
import { type ErrorCode, isTurnoutError, type TurnoutError } from '../../errors.ts';
import type { Log } from '../../runtime/log/log.ts';
import { listModels } from '../models/installed.ts';
import type { DetectorChoice } from '../pool/messages.ts';
import type { Pool } from '../pool/pool.ts';

/** A camera that is to be counted, with the detector chosen for it. */
export interface CountedSpec {
  readonly config: CameraConfig;
  /** People that its room holds; null is unknown. */
  readonly roomCapacity: number | null;
  readonly choice: DetectorChoice;
}

/** The detector of one camera, with the options of all its cameras under its own. */
function choiceFor(
  camera: Pick<CameraConfig, 'detector' | 'detectorOptions'>,
  { detectors }: Pick<Config, 'detectors'>,
  folders: DetectorFolders,
): Promise<DetectorChoice> {
  const context = { ...folders, onnx: detectors.onnx };
  return chooseDetector(camera.detector, detectors.options, context, camera.detectorOptions);
}

/** A camera as it is to be counted. */
export async function countedSpec(
  { camera, roomCapacity }: Pick<PlacedCamera, 'camera' | 'roomCapacity'>,
  config: Config,
  folders: DetectorFolders,
): Promise<CountedSpec> {
  return { config: camera, roomCapacity, choice: await choiceFor(camera, config, folders) };
}

/** All that enabled cameras use, with their ids, or the default where there is none. */
export async function configuredDetectors(config: Config, folders: DetectorFolders) {
  const cameras = placedCameras(config).flatMap(({ camera }) => (camera.enabled ? [camera] : []));
  const found = new Map<string, { choice: DetectorChoice; cameras: string[] }>();
  for (const camera of cameras) {
    const choice = await choiceFor(camera, config, folders);
    const key = keyOf(choice);
    found.set(key, { choice, cameras: [...(found.get(key)?.cameras ?? []), camera.id] });
  }
  if (found.size > 0) return [...found.values()];
  const only = { detector: config.detectors.default, detectorOptions: null };
  return [{ choice: await choiceFor(only, config, folders), cameras: [] }];
}

/** Names under `detectors.options` that no camera names: most often a detector's own name in place of its package's. */
export function strayOptions(config: Config): readonly string[] {
  const named = placedCameras(config).map(({ camera }) => camera.detector);
  const known = new Set([...detectorNames(), config.detectors.default, ...named]);
  return Object.keys(config.detectors.options).filter((name) => !known.has(name));
}

/** Logs them, since nothing else looks at such options. */
export function noteStrayOptions(config: Config, log: Log): void {
  for (const name of strayOptions(config)) {
    log.warn('detector_options_unused', { detector: pluginName(name) });
  }
}

/** Which detector a camera gets: what is configured, or the best that is here. */

export interface DetectorFolders {
  /** Folder that relative plugin paths and packages are looked up from. */
  readonly fromDir: string;
  /** Folder of the installed models. */
  readonly modelsDir: string;
  /** What computes models, as configured. */
  readonly onnx?: OnnxConfig;
}

/**
 * Resolves a reference of the configuration. `auto` takes the best present: an installed model, recommended ones first,
 * else `person`, whose weights come with the program, else `motion`, which needs none. Each names the next, for the case
 * that it cannot be built (see `buildBest`). A model installed later is taken at the next start or reload.
 *
 * @param own options of one camera, over those of the detector.
 */
export async function chooseDetector(
  reference: string,
  options: DetectorConfig['options'],
  folders: DetectorFolders,
  own: Readonly<Record<string, unknown>> | null = null,
): Promise<DetectorChoice> {
  const choiceOf = (plugin: string, model: object): DetectorChoice => ({
    plugin,
    options: { ...model, ...options[plugin], ...own },
    ...folders,
  });
  if (reference !== 'auto') return choiceOf(reference, {});
  const models = await listModels(folders.modelsDir);
  const installed = models.filter((model) => model.installed !== null);
  const best = installed.find((model) => model.isRecommended) ?? installed[0];
  return [
    ...(best === undefined ? [] : [choiceOf(best.detector, { model: best.name })]),
    choiceOf('person', { model: 'own' }),
    choiceOf('motion', {}),
  ].reduceRight((orElse, choice) => ({ ...choice, orElse }));
}

/** What is said of all detectors in use together. */

/** Two of one name (by package and by path, or with other options) are distinguished by a number. */
export function withOwnNames<Status extends { readonly name: string }>(
  statuses: readonly Status[],
): Status[] {
  const seen = new Map<string, number>();
  return statuses.map((status) => {
    const number = (seen.get(status.name) ?? 0) + 1;
    seen.set(status.name, number);
    return number === 1 ? status : { ...status, name: `${status.name} (${number})` };
  });
}

/** The same for choices that one detector serves. */
export function keyOf(choice: DetectorChoice): string {
  const { plugin, options, onnx, orElse } = choice;
  return JSON.stringify([plugin, options, onnx, orElse?.plugin ?? null]);
}

/** What the weak detectors that ship get wrong, and the one command that brings a better one. */

/** The model that is recommended in their place. */
export const BETTER_MODEL = 'yolox-nano';
/** Installs it. */
export const BETTER_MODEL_COMMAND = `turnout model install ${BETTER_MODEL}`;

/** Most often first. Measured: `bench/accuracy/README.md` (rooms), `docs/accuracy.md`. */
const WEAKNESSES: Readonly<Record<string, string>> = {
  person:
    'person is off by three to five people in rooms of 10 to 25, where yolox-nano is off by two, and sometimes counts one in an empty room',
  motion: 'motion misses people behind others and those who were there in its first picture',
};

/** Whether a detector that ships is known to be weak before it is built; a plugin tells it itself. */
export function isKnownWeak(detector: string): boolean {
  return Object.hasOwn(WEAKNESSES, detector);
}

/** What is weak about a weak detector. */
export function weaknessOf(detector: string): string {
  return WEAKNESSES[detector] ?? 'its author marks it as weak';
}

/** What is weak about it, and what helps; what is better than a plugin is not known here. */
export function weaknessText(detector: string): string {
  const weakness = weaknessOf(detector);
  return isKnownWeak(detector)
    ? `${weakness}; a better one comes with: ${BETTER_MODEL_COMMAND}`
    : weakness;
}

/**
 * Builds the best detector that can be built: a choice, or what it names instead, and so on.
 *
 * Only what stays broken is passed over: a model file that is missing or damaged, a runtime that does not load. A
 * time-out may be a busy minute, and options that are refused are for the owner to correct.
 */

export type BuiltDetector = Awaited<ReturnType<typeof buildBest>>;

const STAYS_BROKEN: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'model_missing',
  'model_corrupt',
  'model_shape_mismatch',
  'detector_failed',
]);

/** Rejects with what kept the last of them from starting, or with the first fault that may pass. */
export async function buildBest(pool: Pick<Pool, 'prepare'>, wanted: DetectorChoice) {
  /** Why each better one could not be built, the best first. */
  const passedOver: TurnoutError[] = [];
  for (let next = wanted; ; ) {
    const { orElse, ...choice } = next;
    try {
      const facts = await pool.prepare(choice);
      const built: DetectorChoice = { ...choice, name: facts.name };
      return { choice: built, facts, passedOver };
    } catch (error) {
      const isPassed = isTurnoutError(error) && STAYS_BROKEN.has(error.code);
      if (!isPassed || orElse === undefined) throw error;
      passedOver.push(error);
      next = orElse;
    }
  }
}
