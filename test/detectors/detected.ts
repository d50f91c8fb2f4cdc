/** What a detector sees in an even picture that fills its input. */

import type { DetectorDefinition } from '../../detectors/detector.ts';
import { detachedEnv, unhurried } from '../../detectors/env/owned-env.ts';
import { checkOptions } from '../../detectors/options.ts';

export async function detected(definition: unknown, chosen: object, grey = 0) {
  const detector = definition as DetectorDefinition;
  const options = checkOptions(detector, chosen);
  const { input, detect, close } = await detector.create(options, detachedEnv());
  const { width, height } = input;
  const pixels = new Float32Array(3 * width * height).fill(grey);
  const content = { x: 0, y: 0, width, height };
  const { detections = [] } = await detect({ pixels, content, atMs: 0, state: null }, unhurried);
  await close();
  return { input, detections };
}
