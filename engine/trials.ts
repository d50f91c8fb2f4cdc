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
import type { DetectorChoice, SampleOutcome } from './pool/messages.ts';
import type { DetectorFacts } from './pool/sampler.ts';
import type { Zone } from './zones.ts';

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

/** Decodes, and has no model that could be missing. */
const DECODER = 'motion';
/** Width of the picture that is shown, px at most. Chosen here: as wide as the live picture. */
const PICTURE_WIDTH = 960;

/** Never throws what a detector does: that is its result. Null and none tried where the picture cannot be decoded. */
export async function tryDetectors(options: TrialOptions) {
  const lanes = lanesFor(options);
  /** In the order of the choices. */
  const tried: TriedDetector[] = [];
  let decoded: SampleOutcome | null = null;
  /** Why it cannot be decoded. */
  let fault: TurnoutError | null = null;
  try {
    decoded = await decode(lanes, options);
    for (const choice of options.choices) tried.push(await tryOne(lanes, choice, options));
  } catch (error) {
    fault = faultOf(error);
  } finally {
    await lanes.close();
  }
  // The picture has its ignore zones hidden; the size is that of the frame as the camera sent it, px.
  const { picture = null, frameSize = null } = decoded ?? {};
  return { picture, frameSize, fault, tried };
}

export type Trial = Awaited<ReturnType<typeof tryDetectors>>;

/** Builds a detector on its own, to see that it can be. Throws what keeps it from starting. */
export async function buildApart(
  choice: DetectorChoice,
  context: Pick<TrialOptions, 'limits' | 'log'>,
): Promise<DetectorFacts> {
  const lanes = lanesFor(context);
  try {
    return await lanes.prepare(choice);
  } finally {
    await lanes.close();
  }
}

function lanesFor({ limits, log }: Pick<TrialOptions, 'limits' | 'log'>): Lanes {
  return new Lanes({ ...limits, workers: 1, counts: null, log });
}

async function decode(lanes: Lanes, { frame, zones }: TrialOptions): Promise<SampleOutcome> {
  const choice = { plugin: DECODER, options: {}, fromDir: '.', modelsDir: '.' };
  const task = taskOf(await buildBest(lanes, choice), zones);
  return lanes.sample({ ...task, frame: copyOf(frame), pictureWidth: PICTURE_WIDTH });
}

/** What one detector made of the picture. */
export type TriedDetector = Awaited<ReturnType<typeof tryOne>>;

async function tryOne(
  lanes: Lanes,
  choice: DetectorChoice,
  { frame, zones, capacity }: TrialOptions,
) {
  /** Null where it could not be built. */
  let facts: DetectorFacts | null = null;
  let outcome: SampleOutcome | null = null;
  let fault: TurnoutError | null = null;
  try {
    const built = await buildBest(lanes, choice);
    facts = built.facts;
    const fitted = await fittedTo(frame, built, lanes, capacity);
    facts = fitted.facts;
    const task = taskOf(fitted, zones);
    const look = () => lanes.sample({ ...task, frame: copyOf(frame) });
    // The first look of a model takes longer than all others.
    const first = await look();
    outcome = facts.stateBytes > 0 ? first : await look();
  } catch (error) {
    fault = faultOf(error);
  }
  return {
    facts,
    /** By the zones; null where it cannot tell from one picture, or failed. */
    count: outcome?.sample.count ?? null,
    boxes: outcome?.boxes ?? [],
    /** Where people are, of a detector that counts without boxes. */
    ...(outcome?.heat !== undefined && { heat: outcome.heat }),
    /** Of looking alone, ms; null where it failed. */
    lookMs: outcome === null ? null : Math.round(outcome.sample.detectUs / 100) / 10,
    fault,
  };
}

function faultOf(error: unknown): TurnoutError {
  if (isTurnoutError(error)) return error;
  throw error;
}

/** `yolox with yolox-nano`. */
export function detectorWords({ name, model }: Pick<DetectorFacts, 'name' | 'model'>): string {
  return model === null || model === 'own' ? name : `${name} with ${model}`;
}
