/** The cameras of a soak: real streams where this machine can send them, drawn rooms for the rest. */

import { camerasMissing } from '../../../support/bench-cameras.ts';
import { startHeldCameras } from '../../../support/held-cameras.ts';
import { sceneCameras } from '../../support/gym.ts';

export interface SoakCameras {
  readonly urls: readonly string[];
  /** What they are, for the note beside the figures. */
  readonly what: string;
  stop(): Promise<void>;
}

/** Always 24. Few are drawn, where there is a choice: the canvas gives its memory back late. */
const COUNTS = { h264: 10, jpeg: 10, jpegPeriodMs: 1_000 };
const DRAWN = 4;

/** Those of `isShort` are all drawn: encoders and a second server take longer to start than a short run lasts. */
export async function startSoakCameras(isShort: boolean): Promise<SoakCameras> {
  const missing = isShort ? 'a short run' : camerasMissing();
  const all = COUNTS.h264 + COUNTS.jpeg + DRAWN;
  if (missing !== null) {
    const what = `${all} drawn rooms (${missing})`;
    return { urls: sceneCameras(all), what, stop: () => Promise.resolve() };
  }
  const held = await startHeldCameras(COUNTS);
  return {
    urls: [...held.h264, ...held.jpeg, ...sceneCameras(DRAWN)],
    what: `${COUNTS.h264} RTSP (H.264, 1080p), ${COUNTS.jpeg} MJPEG, ${DRAWN} drawn`,
    stop: () => held.stop(),
  };
}
