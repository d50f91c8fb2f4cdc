/** Joins the gyms with the counting: what is known of cameras while a class is estimated, and who is in a room now. */

import type { Fleet } from '../engine/cameras/supervision/supervisor.ts';
import type { Counting } from '../engine/counting/counting.ts';
import type { CountsReader } from '../engine/counts/reader.ts';
import type { PostedFrame } from '../engine/frames/decoder.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log/log.ts';
import { systemTimers } from '../runtime/timers.ts';
import type { History } from '../store/history/history.ts';
import { countedEvidence, type GymEvidence } from './evidence/evidence.ts';
import { EstimatorThread } from './gyms/estimates/estimator-thread.ts';
import type { LiveCamera } from './gyms/gym-classes.ts';
import { Gyms } from './gyms/gyms.ts';

export type CameraFleet = Fleet<PostedFrame>;

export interface GymsSurroundings {
  readonly history: Pick<History, 'dir' | 'classes' | 'samples' | 'minutes'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** What the gyms know of the cameras now. */
interface Counted {
  readonly fleet: CameraFleet;
  readonly counting: Counting;
  readonly reader: CountsReader;
}

/** The gyms, whose classes are estimated on a thread of their own. @param gopMs time between keyframes of a camera, ms. */
export function joinGyms(
  { clock, log, history }: GymsSurroundings,
  parts: Counted,
  gopMs: (cameraId: string) => number | null,
): {
  readonly gyms: Gyms;
  readonly evidence: GymEvidence;
  readonly stopGyms: () => Promise<void>;
} {
  const { counting } = parts;
  const estimator = new EstimatorThread(history.dir);
  const gyms = new Gyms({
    clock,
    timers: systemTimers,
    log,
    store: history.classes,
    estimator,
    traits: {
      isWeak: (cameraId) => counting.isWeak(cameraId),
      isDensity: (cameraId) => counting.isDensity(cameraId),
      inputPixels: (cameraId) => counting.inputPixels(cameraId),
      gopMs,
    },
    cameras: (cameraId) => liveCamera(cameraId, parts),
  });
  const stopGyms = async () => {
    await gyms.stop();
    await estimator.stop();
  };
  const evidence = countedEvidence({
    classes: history.classes,
    counts: history,
    clock,
    classesOf: (gymId) => gyms.classesOf(gymId),
  });
  return { gyms, evidence, stopGyms };
}

/** A camera as it is now; null for one that is not counted. */
function liveCamera(cameraId: string, { fleet, counting, reader }: Counted): LiveCamera | null {
  const camera = fleet.get(cameraId);
  const slot = counting.slotOf(cameraId);
  if (camera === undefined || slot === null) return null;
  const { state } = camera.snapshot();
  return { state, sample: reader.latest(slot), periodMs: counting.wantedPeriodMs(cameraId) };
}
