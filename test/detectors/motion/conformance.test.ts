/** `motion` keeps the promises of the detector contract. */

import { describe, it } from 'vitest';
import { conformance } from '../../../detectors/conformance.ts';
import { motion } from '../../../detectors/motion/motion.ts';

describe('motion', () => {
  it.each(conformance.map((check) => [check.name, check] as const))('%s', async (_, check) => {
    await check.run({ definition: motion });
  });
});
