/**
 * One picture looked at by detectors that are tried out, one after the other, in a worker of their own: what crashes,
 * hangs or takes long there costs no sample of a camera.
 */

import { isTurnoutError, type TurnoutError } from '../errors.ts';
import type { Log } from '../runtime/log/log.ts';
import { copyOf, fittedTo, taskOf } from './analysis/fitting.ts';
import { buildBest } from './counting/configured-detectors.ts';
import type { EncodedFrame } from './frames/decoder.ts';
import { Lanes } from './pool/lanes.ts';
import type { DetectorChoice, HeatMap, JpegPicture, SampleOutcome } from './pool/messages.ts';
import type { DetectorFacts } from './pool/sampler.ts';
import type { JudgedBox, Zone } from './zones.ts';

export interface TrialOptions {
  /** Its bytes stay the caller's. */
  readonly frame: EncodedFrame;
  readonly choices: readonly DetectorChoice[];
  readonly zones: readonly Zone[];
  /** People that the room holds, which says at which size to look; null is unknown. */
  readonly capacity: number | null;
  readonly limits: TrialLimits;
  readonly log: Log;
}

export interface TrialLimits {
  /** Longest time for one look, ms. */
  readonly taskTimeoutMs: number;
  /** JavaScript heap of the worker, bytes. */
  readonly heapBytes: number;
  /** Most memory of the program with the processes of its plugins, bytes; null for that of this computer. */
  readonly memoryBytes: number | null;
}

/** What one detector made of the picture. */
export interface TriedDetector {
  /** Null where it could not be built. */
  readonly facts: DetectorFacts | null;
  /** By the zones; null where it cannot tell from one picture, or failed. */
  readonly count: number | null;
  readonly boxes: readonly JudgedBox[];
  /** Where people are, of a detector that counts without boxes. */
  readonly heat?: HeatMap;
  /** Of looking alone, ms; null where it failed. */
  readonly lookMs: number | null;
  readonly fault: TurnoutError | null;
}

export interface Trial {
  /** The picture, its ignore zones hidden; null where it cannot be decoded. */
  readonly picture: JpegPicture | null;
  /** Size of the frame as the camera sent it, px. */
  readonly frameSize: { readonly width: number; readonly height: number } | null;
  /** Why it cannot be decoded; no detector was tried then. */
  readonly fault: TurnoutError | null;
  /** In the order of the choices. */
  readonly tried: readonly TriedDetector[];
}

/** Decodes, and has no model that could be missing. */
const DECODER = 'motion';
/** Width of the picture that is shown, px at most. Chosen here: as wide as the live picture. */
const PICTURE_WIDTH = 960;

/** Never throws what a detector does: that is its result. */
export async function tryDetectors(options: TrialOptions): Promise<Trial> {
  const lanes = lanesFor(options);
  try {
    const decoded = await decode(lanes, options);
    if (isTurnoutError(decoded)) {
      return { picture: null, frameSize: null, fault: decoded, tried: [] };
    }
    const tried: TriedDetector[] = [];
    for (const choice of options.choices) tried.push(await tryOne(lanes, choice, options));
    const { picture, frameSize } = decoded;
    return { picture, frameSize, fault: null, tried };
  } finally {
    await lanes.close();
  }
}

/** Builds a detector on its own, to see that it can be. Throws what keeps it from starting. */
export async function buildApart(
  choice: DetectorChoice,
  around: Pick<TrialOptions, 'limits' | 'log'>,
): Promise<DetectorFacts> {
  const lanes = lanesFor(around);
  try {
    return await lanes.prepare(choice);
  } finally {
    await lanes.close();
  }
}

function lanesFor({ limits, log }: Pick<TrialOptions, 'limits' | 'log'>): Lanes {
  return new Lanes({ ...limits, workers: 1, counts: null, log });
}

async function decode(
  lanes: Lanes,
  { frame, zones }: TrialOptions,
): Promise<SampleOutcome | TurnoutError> {
  const choice = { plugin: DECODER, options: {}, fromDir: '.', modelsDir: '.' };
  try {
    const task = taskOf(await buildBest(lanes, choice), zones);
    return await lanes.sample({ ...task, frame: copyOf(frame), pictureWidth: PICTURE_WIDTH });
  } catch (error) {
    return faultOf(error);
  }
}

async function tryOne(
  lanes: Lanes,
  choice: DetectorChoice,
  { frame, zones, capacity }: TrialOptions,
): Promise<TriedDetector> {
  let facts: DetectorFacts | null = null;
  try {
    const built = await buildBest(lanes, choice);
    facts = built.facts;
    const fitted = await fittedTo(frame, built, lanes, capacity);
    facts = fitted.facts;
    const task = taskOf(fitted, zones);
    const look = () => lanes.sample({ ...task, frame: copyOf(frame) });
    // The first look of a model takes longer than all others.
    const first = await look();
    const { sample, boxes, heat } = facts.stateBytes > 0 ? first : await look();
    const lookMs = Math.round(sample.detectUs / 100) / 10;
    const seen = { count: sample.count, boxes, lookMs, ...(heat !== undefined && { heat }) };
    return { facts, ...seen, fault: null };
  } catch (error) {
    return { facts, count: null, boxes: [], lookMs: null, fault: faultOf(error) };
  }
}

function faultOf(error: unknown): TurnoutError {
  if (isTurnoutError(error)) return error;
  throw error;
}

/** `yolox with yolox-nano`. */
export function detectorWords({ name, model }: Pick<DetectorFacts, 'name' | 'model'>): string {
  return model === null || model === 'own' ? name : `${name} with ${model}`;
}
