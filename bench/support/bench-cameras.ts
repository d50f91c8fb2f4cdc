/**
 * RTSP cameras to measure on: the bench's clip, looped by GStreamer on loopback. Each has a path of its own: of several
 * clients on one path the server of the tests serves only the first past the end of the clip.
 */

import { isRtspServerAvailable, looped, startRtspServer } from '../../test/support/rtsp-server.ts';
import { benchClip, CLIP, type ClipFormat } from './clip.ts';

export interface BenchCameras {
  readonly urls: readonly string[];
  stop(): Promise<void>;
}

/** Why there can be no cameras here; null where there can. */
export function camerasMissing(format: ClipFormat = CLIP): string | null {
  return isRtspServerAvailable()
    ? benchClip(format).reason
    : 'no GStreamer RTSP server on this machine';
}

/** Starts the server. Only where {@link camerasMissing} finds nothing. */
export async function startBenchCameras(
  count: number,
  format: ClipFormat = CLIP,
): Promise<BenchCameras> {
  const { path, reason } = benchClip(format);
  if (path === null) throw new Error(reason);
  const paths = Array.from({ length: count }, (_, index) => `/camera-${index}`);
  const mounts = Object.fromEntries(paths.map((mount) => [mount, looped(path)]));
  const server = await startRtspServer({ mounts });
  return { urls: paths.map((mount) => server.url(mount)), stop: () => server.stop() };
}
