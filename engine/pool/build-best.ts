/**
 * Builds the best detector that can be built: a choice, or what it names instead, and so on.
 *
 * Only what stays broken is passed over: a model file that is missing or damaged, a runtime that does not load. A
 * time-out may be a busy minute, and options that are refused are for the owner to correct.
 */

import { type ErrorCode, isTurnoutError, type TurnoutError } from '../../errors.ts';
import type { DetectorChoice, DetectorFacts } from './messages.ts';
import type { Pool } from './pool.ts';

export interface BuiltDetector {
  /** What was built; asks for nothing else any more. */
  readonly choice: DetectorChoice;
  readonly facts: DetectorFacts;
  /** Why each better one could not be built, the best first. */
  readonly passedOver: readonly TurnoutError[];
}

const STAYS_BROKEN: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'model_missing',
  'model_corrupt',
  'model_shape_mismatch',
  'detector_failed',
]);

/** Rejects with what kept the last of them from starting, or with the first fault that may pass. */
export async function buildBest(
  pool: Pick<Pool, 'prepare'>,
  wanted: DetectorChoice,
): Promise<BuiltDetector> {
  const passedOver: TurnoutError[] = [];
  for (let next = wanted; ; ) {
    const { orElse, ...choice } = next;
    try {
      const facts = await pool.prepare(choice);
      return { choice: { ...choice, name: facts.name }, facts, passedOver };
    } catch (error) {
      const isPassed = isTurnoutError(error) && STAYS_BROKEN.has(error.code);
      if (!isPassed || orElse === undefined) throw error;
      passedOver.push(error);
      next = orElse;
    }
  }
}
