/** The detectors that an owner can choose from, and one picture of a camera looked at by several of them. */

import { dirname, isAbsolute, relative, sep } from 'node:path';
import { type Config, type PlacedCamera, placedCameras } from '../../../config/config.ts';
import { detectorNames } from '../../../detectors/registry.ts';
import {
  chooseDetector,
  countedSpec,
  type DetectorFolders,
  isKnownWeak,
} from '../../../engine/counting/configured-detectors.ts';
import type { EncodedFrame } from '../../../engine/frames/decoder.ts';
import type { Looks } from '../../../engine/looks.ts';
import { type ListedModel, listModels } from '../../../engine/models/installed.ts';
import { type DetectorChoice, pluginName } from '../../../engine/pool/messages.ts';
import {
  type Trial,
  type TrialLimits,
  type TriedDetector,
  tryDetectors,
} from '../../../engine/trials.ts';
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

/** A detector that was named. */
export interface NamedDetector {
  /** As `turnout.yaml` writes it. */
  readonly reference: string;
  /** As the running configuration has it. */
  readonly plugin: string;
  /** The model that the name has; null for the detector's own choice. */
  readonly model: string | null;
}

export interface DetectorTest {
  /** Number of the picture, held as those of a look; null where it cannot be decoded. */
  readonly frame: number | null;
  readonly takenAtUtcMs: number;
  readonly trial: Trial;
  readonly results: readonly (TriedDetector & { readonly name: string })[];
}

/** What ships and needs no model to be installed. */
const WITHOUT_FILE = ['person', 'motion'];
/** Longest wait for a keyframe, ms. Chosen here: a smart codec sends one in ten seconds. */
const KEYFRAME_MS = 12_000;

export class Detectors {
  readonly #parts: DetectorsParts;

  constructor(parts: DetectorsParts) {
    this.#parts = parts;
  }

  /** All models of the list, with what is installed. */
  models(): Promise<readonly ListedModel[]> {
    return listModels(this.#parts.folders.modelsDir);
  }

  /** What is installed, what the cameras of a gym are counted by, and what counts those without a detector of their own. */
  async known(gymId: string): Promise<readonly KnownDetector[]> {
    const config = this.#parts.config();
    const models = await this.models();
    const found = new Map<string, KnownDetector & { readonly cameras: string[] }>();
    const note = (choice: DetectorChoice) => {
      const name = nameOf(choice, models);
      const isWeak = isKnownWeak(choice.plugin);
      const known = found.get(name) ?? { name, choice, cameras: [], isWeak };
      found.set(name, known);
      return known;
    };
    const installed = models.filter((model) => model.installed !== null);
    for (const { detector, name: model } of installed)
      note(await this.#choice(detector, { model }));
    for (const detector of WITHOUT_FILE) note(await this.#choice(detector));
    note(await this.#choice(config.detectors.default));
    const own = placedCameras(config).filter((placed) => placed.gymId === gymId);
    for (const placed of own) {
      const { choice } = await countedSpec(placed, config, this.#parts.folders);
      note(choice).cameras.push(placed.camera.id);
    }
    return [...found.values()];
  }

  /** What counts the cameras that have no detector of their own. */
  async byDefault(): Promise<string> {
    const choice = await this.#choice(this.#parts.config().detectors.default);
    return nameOf(choice, await this.models());
  }

  /** The detector that an owner of a gym means by a name; null for a path, a package or anything else that is not known. */
  async named(gymId: string, name: string): Promise<NamedDetector | null> {
    if (name === 'auto' || detectorNames().includes(name)) {
      return { reference: name, plugin: name, model: null };
    }
    const known = await this.known(gymId);
    const whole = known.find((one) => one.name === name);
    const found = whole ?? known.find(({ choice }) => pluginName(choice.plugin) === name);
    if (found === undefined) return null;
    const { plugin, options } = found.choice;
    const model =
      whole !== undefined && typeof options['model'] === 'string' ? options['model'] : null;
    return { reference: this.#written(plugin), plugin, model };
  }

  /** Has the detector of a camera look at a keyframe; for an address that is no camera yet, the general one. */
  async look(frame: EncodedFrame, placed: PlacedCamera | null): Promise<Trial> {
    const config = this.#parts.config();
    const choice =
      placed === null
        ? await this.#choice(config.detectors.default)
        : (await countedSpec(placed, config, this.#parts.folders)).choice;
    return this.#try(frame, placed, [choice]);
  }

  /** Has detectors look at the next keyframe of a camera; null where none comes. Throws `looks_busy`. */
  async test(
    placed: PlacedCamera,
    detectors: readonly KnownDetector[],
  ): Promise<DetectorTest | null> {
    const { looks } = this.#parts;
    const { id } = placed.camera;
    const frame = await looks.keyframe(id, KEYFRAME_MS);
    if (frame === null) return null;
    const choices = detectors.map(({ choice }) => choice);
    const trial = await this.#try(frame, placed, choices);
    const results = trial.tried.map((tried, at) => ({ ...tried, name: detectors[at]?.name ?? '' }));
    const held = trial.picture === null ? null : looks.hold(id, trial.picture);
    return { frame: held, takenAtUtcMs: frame.atUtcMs, trial, results };
  }

  /** What a new detector or model may take. */
  limits(): TrialLimits {
    const { sampling, limits } = this.#parts.config();
    return {
      taskTimeoutMs: sampling.taskTimeoutMs,
      heapBytes: sampling.workerMemoryBytes,
      memoryBytes: limits.memoryBytes ?? null,
    };
  }

  /** A path below the folder of the file as people write it there. */
  #written(plugin: string): string {
    const { path } = this.#parts.config();
    if (path === null || !isAbsolute(plugin)) return plugin;
    const way = relative(dirname(path), plugin);
    return way.startsWith('..') || isAbsolute(way) ? plugin : `./${way.replaceAll(sep, '/')}`;
  }

  #try(
    frame: EncodedFrame,
    placed: PlacedCamera | null,
    choices: readonly DetectorChoice[],
  ): Promise<Trial> {
    return tryDetectors({
      frame,
      choices,
      zones: placed?.camera.zones ?? [],
      capacity: placed?.roomCapacity ?? null,
      limits: this.limits(),
      log: this.#parts.log,
    });
  }

  #choice(reference: string, own: Readonly<Record<string, unknown>> = {}): Promise<DetectorChoice> {
    const { folders } = this.#parts;
    const { options, onnx } = this.#parts.config().detectors;
    return chooseDetector(reference, options, { ...folders, onnx }, own);
  }
}

/** By the model of its options, or the one that is recommended for it. */
function nameOf({ plugin, options }: DetectorChoice, models: readonly ListedModel[]): string {
  const usual = models.find(({ detector, isRecommended }) => isRecommended && detector === plugin);
  const model = typeof options['model'] === 'string' ? options['model'] : (usual?.name ?? 'own');
  return model === 'own' ? pluginName(plugin) : `${pluginName(plugin)}/${pluginName(model)}`;
}
