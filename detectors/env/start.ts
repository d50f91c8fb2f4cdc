/** A detector from its definition to its end, with what the engine owns of it. */

import type { Detector, DetectorDefinition } from '../detector.ts';
import type { DetectorEnv } from '../env.ts';
import { checkDetector } from '../input.ts';

/** The env that a detector is given, and what happens to it. */
export interface Owned {
  readonly env: DetectorEnv;
  release(): Promise<void>;
}

/**
 * Creates a detector and checks it. Its `close` ends what the engine owns too. Throws what `create` throws, and
 * `detector_invalid`; nothing is left open then.
 *
 * @param options as `checkOptions` gave them.
 */
export async function startDetector(
  definition: DetectorDefinition,
  options: Readonly<Record<string, unknown>>,
  owned: Owned,
): Promise<{ readonly detector: Detector; close(): Promise<void> }> {
  try {
    const detector = checkDetector(definition, await definition.create(options, owned.env));
    const close = async () => {
      try {
        await detector.close();
      } finally {
        await owned.release();
      }
    };
    return { detector, close };
  } catch (error) {
    await owned.release();
    throw error;
  }
}
