/** The detectors that an owner can choose from, and one picture of a camera looked at by several of them. */

import { dirname, isAbsolute, relative, sep } from 'node:path';
import { type Config, type PlacedCamera, placedCameras } from '../../../config/config.ts';
import { inputSize } from '../../../detectors/onnx/people-options.ts';
import { checkOptions } from '../../../detectors/options.ts';
import { detectorNames, pluginName, shippedDetector } from '../../../detectors/registry.ts';
import {
  chooseDetector,
  countedSpec,
  type DetectorFolders,
  isKnownWeak,
} from '../../../engine/counting/configured-detectors.ts';
import type { EncodedFrame } from '../../../engine/frames/decoder.ts';
import type { Looks } from '../../../engine/looks.ts';
import { type ListedModel, listModels } from '../../../engine/models/installed.ts';
import type { DetectorChoice } from '../../../engine/pool/messages.ts';
import { type Trial, type TrialLimits, tryDetectors } from '../../../engine/trials.ts';
import type { Log } from '../../../runtime/log/log.ts';

export interface DetectorsParts {
  readonly config: () => Config;
  readonly folders: DetectorFolders;
  readonly looks: Looks;
  readonly log: Log;
}

/** A detector that can look at pictures now, with the model that it would use. */
export interface KnownDetector {
  /** Such as `person` or `yolox/yolox-nano`. */
  readonly name: string;
  readonly choice: DetectorChoice;
  /** Ids of the cameras of the gym that are counted by it. */
  readonly cameras: readonly string[];
  /** Whether it is known to be a weak one. */
  readonly isWeak: boolean;
}

/** What ships and needs no model to be installed. */
const WITHOUT_FILE = ['person', 'motion'];
/** Longest wait for a keyframe, ms. Chosen here: a smart codec sends one in ten seconds. */
const KEYFRAME_MS = 12_000;

export type DetectorTest = NonNullable<
  Awaited<ReturnType<ReturnType<typeof createDetectors>['test']>>
>;

export function createDetectors({ config, folders, looks, log }: DetectorsParts) {
  const choiceOf = (reference: string, own: Readonly<Record<string, unknown>> = {}) => {
    const { options, onnx } = config().detectors;
    return chooseDetector(reference, options, { ...folders, onnx }, own);
  };
  /** What counts the cameras that have no detector of their own. */
  const general = () => choiceOf(config().detectors.default);
  /** All models of the list, with what is installed. */
  const models = () => listModels(folders.modelsDir);
  /** What a new detector or model may take. */
  const limits = (): TrialLimits => {
    const { sampling, limits: most } = config();
    const { taskTimeoutMs, workerMemoryBytes: heapBytes } = sampling;
    return { taskTimeoutMs, heapBytes, memoryBytes: most.memoryBytes ?? null };
  };
  const tryOut = (
    frame: EncodedFrame,
    placed: PlacedCamera | null,
    choices: readonly DetectorChoice[],
  ) => {
    const zones = placed?.camera.zones ?? [];
    const capacity = placed?.roomCapacity ?? null;
    return tryDetectors({ frame, choices, zones, capacity, limits: limits(), log });
  };
  /** What is installed, what the cameras of a gym are counted by, and what counts those without a detector of their own. */
  const known = async (gymId: string): Promise<readonly KnownDetector[]> => {
    const listed = await models();
    const found = new Map<string, KnownDetector & { readonly cameras: string[] }>();
    const note = (choice: DetectorChoice) => {
      const name = nameOf(choice, listed);
      const isWeak = isKnownWeak(choice.plugin);
      const noted = found.get(name) ?? { name, choice, cameras: [], isWeak };
      found.set(name, noted);
      return noted;
    };
    for (const { detector, name: model, installed } of listed)
      if (installed !== null) note(await choiceOf(detector, { model }));
    for (const detector of WITHOUT_FILE) note(await choiceOf(detector));
    note(await general());
    for (const placed of placedCameras(config())) {
      if (placed.gymId !== gymId) continue;
      const { choice } = await countedSpec(placed, config(), folders);
      note(choice).cameras.push(placed.camera.id);
    }
    return [...found.values()];
  };
  /** A path below the folder of the file as people write it there. */
  const written = (plugin: string): string => {
    const { path } = config();
    if (path === null || !isAbsolute(plugin)) return plugin;
    const way = relative(dirname(path), plugin);
    return way.startsWith('..') || isAbsolute(way) ? plugin : `./${way.replaceAll(sep, '/')}`;
  };
  return {
    models,
    limits,
    known,
    byDefault: async () => nameOf(await general(), await models()),
    /**
     * The detector that an owner of a gym means by a name: `reference` as `turnout.yaml` writes it, `plugin` as the running
     * configuration has it, and the model that the name has, null for the detector's own choice. Null for a path, a package
     * or anything else that is not known.
     */
    named: async (gymId: string, name: string) => {
      if (name === 'auto' || detectorNames().includes(name)) {
        return { reference: name, plugin: name, model: null };
      }
      const all = await known(gymId);
      const whole = all.find((one) => one.name === name);
      const found = whole ?? all.find(({ choice }) => pluginName(choice.plugin) === name);
      if (found === undefined) return null;
      const { plugin } = found.choice;
      const model = whole?.choice.options['model'];
      return {
        reference: written(plugin),
        plugin,
        model: typeof model === 'string' ? model : null,
      };
    },
    /**
     * Checks the options of a camera for its detector, null for that of the file, where it ships; a plugin checks its own when
     * it is built. Throws `detector_options_invalid`.
     */
    check: async (reference: string | null, own: Readonly<Record<string, unknown>>) => {
      const { plugin } = await choiceOf(reference ?? config().detectors.default);
      const definition = await shippedDetector(plugin)?.();
      if (definition === undefined) return;
      const { input } = checkOptions(definition, own) as { readonly input?: unknown };
      if (typeof input === 'string') inputSize(definition.name, input);
    },
    /** Has the detector of a camera look at a keyframe; for an address that is no camera yet, the general one. */
    look: async (frame: EncodedFrame, placed: PlacedCamera | null): Promise<Trial> => {
      const own = placed && (await countedSpec(placed, config(), folders)).choice;
      return tryOut(frame, placed, [own ?? (await general())]);
    },
    /**
     * Has detectors look at the next keyframe of a camera; null where none comes. `frame` is the number of the picture, held as
     * those of a look; null where it cannot be decoded. Throws `looks_busy`.
     */
    test: async (placed: PlacedCamera, detectors: readonly KnownDetector[]) => {
      const { id } = placed.camera;
      const keyframe = await looks.keyframe(id, KEYFRAME_MS);
      if (keyframe === null) return null;
      const choices = detectors.map(({ choice }) => choice);
      const trial = await tryOut(keyframe, placed, choices);
      const results = trial.tried.map((tried, at) => ({
        ...tried,
        name: detectors[at]?.name ?? '',
      }));
      const frame = trial.picture === null ? null : looks.hold(id, trial.picture);
      return { frame, takenAtUtcMs: keyframe.atUtcMs, trial, results };
    },
  };
}

/** By the model of its options, or the one that is recommended for it. */
function nameOf({ plugin, options }: DetectorChoice, models: readonly ListedModel[]): string {
  const usual = models.find(({ detector, isRecommended }) => isRecommended && detector === plugin);
  const model = typeof options['model'] === 'string' ? options['model'] : (usual?.name ?? 'own');
  return model === 'own' ? pluginName(plugin) : `${pluginName(plugin)}/${pluginName(model)}`;
}
