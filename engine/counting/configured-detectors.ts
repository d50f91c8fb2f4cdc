/** The detectors that a configuration asks for, each with the cameras that it is for. */

import {
  type CameraConfig,
  type Config,
  type PlacedCamera,
  placedCameras,
} from '../../config/config.ts';
import { detectorNames } from '../../detectors/registry.ts';
import type { Log } from '../../runtime/log/log.ts';
import type { DetectorChoice } from '../pool/messages.ts';
import { pluginName } from '../pool/plugin-name.ts';
import { chooseDetector, type DetectorFolders } from './choose-detector.ts';
import type { CountedSpec } from './counting.ts';
import { keyOf } from './detectors-in-use.ts';

/** The detector of one camera, with the options of all its cameras under its own. */
function choiceFor(
  camera: Pick<CameraConfig, 'detector' | 'detectorOptions'>,
  { detectors }: Pick<Config, 'detectors'>,
  folders: DetectorFolders,
): Promise<DetectorChoice> {
  const around = { ...folders, onnx: detectors.onnx };
  return chooseDetector(camera.detector, detectors.options, around, camera.detectorOptions);
}

/** A camera as it is to be counted. */
export async function countedSpec(
  { camera, roomCapacity }: Pick<PlacedCamera, 'camera' | 'roomCapacity'>,
  config: Config,
  folders: DetectorFolders,
): Promise<CountedSpec> {
  return { config: camera, roomCapacity, choice: await choiceFor(camera, config, folders) };
}

export interface ConfiguredDetector {
  readonly choice: DetectorChoice;
  /** Ids of its cameras; none where it is only the default. */
  readonly cameras: readonly string[];
}

/** All that enabled cameras use, or the default where there is none. */
export async function configuredDetectors(
  config: Config,
  folders: DetectorFolders,
): Promise<readonly ConfiguredDetector[]> {
  const cameras = placedCameras(config)
    .map(({ camera }) => camera)
    .filter(({ enabled }) => enabled);
  const found = new Map<string, { choice: DetectorChoice; cameras: string[] }>();
  const wanted =
    cameras.length > 0
      ? cameras
      : [{ id: null, detector: config.detectors.default, detectorOptions: null }];
  for (const camera of wanted) {
    const choice = await choiceFor(camera, config, folders);
    const key = keyOf(choice);
    const known = found.get(key) ?? { choice, cameras: [] };
    found.set(key, known);
    if (camera.id !== null) known.cameras.push(camera.id);
  }
  return [...found.values()];
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
