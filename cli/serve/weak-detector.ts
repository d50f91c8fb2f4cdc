/** What is said at the start where only a weak detector would look at cameras, and which command changes that. */

import { type Config, placedCameras } from '../../config/config.ts';
import { isKnownWeak, weaknessText } from '../../engine/counting/configured-detectors.ts';
import type { CliContext } from '../context.ts';
import { detectorOf } from '../detector-choice.ts';

/**
 * A sentence where a camera's detector is a weak one, else null: of the drawn rooms of the demo there is nothing to say.
 * Without a camera it is about the default.
 */
export async function weakDetectorNote(
  context: CliContext,
  config: Pick<Config, 'origin' | 'detectors' | 'gyms'>,
): Promise<string | null> {
  for (const detector of wanted(config)) {
    const { plugin } = await detectorOf(context, { detector }, config.detectors);
    if (isKnownWeak(plugin)) return `cameras are counted by ${plugin}: ${weaknessText(plugin)}`;
  }
  return null;
}

function wanted({ origin, detectors, gyms }: Pick<Config, 'origin' | 'detectors' | 'gyms'>) {
  if (origin === 'demo') return [];
  const cameras = placedCameras({ gyms }).filter(({ camera }) => camera.enabled);
  if (cameras.length === 0) return [detectors.default];
  return new Set(cameras.map(({ camera }) => camera.detector));
}
