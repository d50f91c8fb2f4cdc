/**
 * Builds the best detector that can be built: a choice, or what it names instead, and so on.
 *
 * Only what stays broken is passed over: a model file that is missing or damaged, a runtime that does not load. A
 * time-out may be a busy minute, and options that are refused are for the owner to correct.
 */

import { shippedDetector } from '../../detectors/registry.ts';
import { type ErrorCode, isTurnoutError, type TurnoutError } from '../../errors.ts';
import {
  type ChosenProvider,
  type Providers,
  providers,
  type WantedProvider,
} from '../providers/choose.ts';
import type { DetectorChoice, DetectorFacts } from './messages.ts';
import type { Pool } from './pool.ts';

export interface BuiltDetector {
  /** What was built; asks for nothing else any more. */
  readonly choice: DetectorChoice;
  readonly facts: DetectorFacts;
  /** Why its models are computed by what computes them; null where nothing was chosen. */
  readonly providerReason: string | null;
  /** Why each better one could not be built, the best first. */
  readonly passedOver: readonly TurnoutError[];
}

const STAYS_BROKEN: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'model_missing',
  'model_corrupt',
  'model_shape_mismatch',
  'detector_failed',
]);

/** What a model may do on a provider that looked at a picture with another model: `auto` goes back to the processor then. */
const NOT_ON_IT: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  ...STAYS_BROKEN,
  'detector_crashed',
  'detector_exited',
  'detector_out_of_memory',
  'detector_timeout',
]);

/** Ships, and has no model. */
const WITHOUT_MODEL = 'motion';

/** Rejects with what kept the last of them from starting, or with the first fault that may pass. */
export async function buildBest(
  pool: Pick<Pool, 'prepare'>,
  wanted: DetectorChoice,
  from: Pick<Providers, 'choose'> = providers,
): Promise<BuiltDetector> {
  const passedOver: TurnoutError[] = [];
  for (let next = wanted; ; ) {
    const { orElse, ...choice } = next;
    try {
      const built = await build(pool, choice, from);
      const named = { ...built.choice, name: built.facts.name };
      return { ...built, choice: named, passedOver };
    } catch (error) {
      const isPassed = isTurnoutError(error) && STAYS_BROKEN.has(error.code);
      if (!isPassed || orElse === undefined) throw error;
      passedOver.push(error);
      next = orElse;
    }
  }
}

/** A plugin that has no model starts whatever is configured; one that opens a model fails with the reason by itself. */
async function chosenFor(
  plugin: string,
  wanted: WantedProvider,
  from: Pick<Providers, 'choose'>,
): Promise<ChosenProvider> {
  const isPlugin = shippedDetector(plugin) === undefined;
  if (isPlugin && wanted !== 'auto') return { provider: wanted, reason: 'configured' };
  return from.choose(wanted);
}

async function build(
  pool: Pick<Pool, 'prepare'>,
  choice: DetectorChoice,
  from: Pick<Providers, 'choose'>,
): Promise<Omit<BuiltDetector, 'passedOver'>> {
  const { onnx, plugin } = choice;
  if (onnx === undefined || plugin === WITHOUT_MODEL) {
    return { choice, facts: await pool.prepare(choice), providerReason: null };
  }
  const { provider, reason } = await chosenFor(plugin, onnx.wanted, from);
  const chosen = { ...choice, onnx: { ...onnx, provider } };
  try {
    return { choice: chosen, facts: await pool.prepare(chosen), providerReason: reason };
  } catch (error) {
    const isPassed = isTurnoutError(error) && NOT_ON_IT.has(error.code);
    if (!isPassed || onnx.wanted !== 'auto' || provider === 'cpu') throw error;
    const plain = { ...choice, onnx: { ...onnx, provider: 'cpu' as const } };
    const facts = await pool.prepare(plain);
    return { choice: plain, facts, providerReason: `${provider}: ${error.message}` };
  }
}
