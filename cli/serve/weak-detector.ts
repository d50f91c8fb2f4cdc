/** What is said at the start where only a weak detector would look at cameras, and which command changes that. */

import type { Config } from '../../config/config.ts';
import { isKnownWeak, weaknessText } from '../../engine/counting/weakness.ts';
import type { CliContext } from '../context.ts';
import { detectorOf } from '../detector-choice.ts';

/**
 * A sentence where the detector of cameras is a weak one, else null. The drawn rooms of the demo have a detector of their
 * own: there it is about the cameras that will take their place.
 */
export async function weakDetectorNote(
  context: CliContext,
  { origin, detectors }: Pick<Config, 'origin' | 'detectors'>,
): Promise<string | null> {
  const wanted = origin === 'demo' ? 'auto' : detectors.default;
  const { plugin } = await detectorOf(context, { detector: wanted }, detectors);
  return isKnownWeak(plugin) ? `cameras are counted by ${plugin}: ${weaknessText(plugin)}` : null;
}
