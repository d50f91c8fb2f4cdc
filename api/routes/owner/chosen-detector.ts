/**
 * The detector of a camera as an owner names it over HTTP. A path or a package is code that runs here, and a model is a
 * file that is opened: both are named by hand in `turnout.yaml`, and from here only by a name that is known already.
 */

import { isDeepStrictEqual } from 'node:util';
import type { PlacedCamera } from '../../../config/config.ts';
import { detectorNames } from '../../../detectors/registry.ts';
import { MODELS } from '../../../engine/models/list.ts';
import { refusalOf, staleFault } from '../../auth/refusals.ts';
import { type Call, invalid, Refusal } from './call.ts';

type Options = Readonly<Record<string, unknown>>;

interface DetectorWish {
  readonly detector?: string | null;
  readonly detector_options?: Options | null;
}

const BY_HAND = 'write a path, a package or an address into turnout.yaml by hand';

/**
 * The settings of a camera as they are to be written: its detector by name, checked.
 *
 * @param placed the camera as it is; null for a new one.
 */
export async function withDetector<Settings extends DetectorWish>(
  { app, owner }: Call,
  placed: PlacedCamera | null,
  settings: Settings,
): Promise<Settings> {
  const { detector: name, detector_options: options } = settings;
  if (name === undefined && options === undefined) return settings;
  // What counts the people is no less than where the pictures come from.
  const stale = staleFault(owner, 'just', app.clock.nowUtcMs());
  if (stale !== null) throw new Refusal(refusalOf(stale));
  const before = placed?.camera.detectorOptions ?? {};
  const wrong = optionFault(options ?? {}, before);
  if (wrong !== null) invalid(['detector_options', wrong.key], wrong.sentence);
  if (name === undefined || name === null) return settings;
  const found = await app.detectors.named(owner.key.gymId, name);
  if (found === null) invalid(['detector'], UNKNOWN_DETECTOR);
  const { reference: detector, plugin, model } = found;
  const chosen = { ...settings, detector };
  if (options !== undefined) {
    return model === null ? chosen : { ...chosen, detector_options: { model, ...options } };
  }
  if (model !== null) return { ...chosen, detector_options: { model } };
  // The model of another detector goes with it.
  const isStray = before['model'] !== undefined && plugin !== placed?.camera.detector;
  return isStray ? { ...chosen, detector_options: null } : chosen;
}

const UNKNOWN_DETECTOR = `expected auto, ${detectorNames().join(', ')}, or another name of GET /operator/v1/detectors; ${BY_HAND}`;
const UNKNOWN_MODEL = `expected own, or a model of GET /operator/v1/detectors: ${MODELS.map(({ name }) => name).join(', ')}; ${BY_HAND}`;

/** What is wrong with options; what they are already is fine, as it was written by hand. */
function optionFault(options: Options, before: Options) {
  for (const [key, value] of Object.entries(options)) {
    if (isDeepStrictEqual(value, before[key])) continue;
    if (key === 'model' && !isModelName(value)) return { key, sentence: UNKNOWN_MODEL };
    if (namesFile(value)) return { key, sentence: `expected no path and no address; ${BY_HAND}` };
  }
  return null;
}

function isModelName(value: unknown): boolean {
  return value === 'own' || MODELS.some(({ name }) => name === value);
}

/** Whether a text in the value could be a path or an address. */
function namesFile(value: unknown): boolean {
  if (typeof value === 'string') return /[\\/:]|\.onnx$/i.test(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(namesFile);
}
