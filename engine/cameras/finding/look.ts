/** What a camera that was found sends: its streams by ONVIF, or the paths that its maker is known for. */

import { isTurnoutError, type TurnoutError } from '../../../errors.ts';
import type { OnvifLogin } from '../onvif/login.ts';
import { type OnvifStream, readStreams, smallestUseful } from '../onvif/streams.ts';
import type { FoundCamera } from './find.ts';

export interface LookedAt {
  readonly camera: FoundCamera;
  readonly streams: readonly OnvifStream[];
  /** The one to count with; null where none is known. */
  readonly best: OnvifStream | null;
  /** The address to try, without a login: of the best stream, else of the maker's small one; null for none. */
  readonly address: string | null;
  /** How far its clock is ahead of ours, ms; null where it does not tell. */
  readonly clockAheadMs: number | null;
  /** Why it gives no streams; null where it does, or was not asked. */
  readonly fault: TurnoutError | null;
}

const RTSP_PORT = 554;

/** @param login what the camera is asked with; null asks without one, which few cameras answer. */
export async function lookAt(
  camera: FoundCamera,
  login: OnvifLogin | null,
  { timeoutMs, nowUtcMs }: { timeoutMs: number; nowUtcMs: () => number },
): Promise<LookedAt> {
  const nothing = { camera, streams: [], best: null, address: usual(camera), clockAheadMs: null };
  if (camera.onvif === null) return { ...nothing, fault: null };
  try {
    const options = { service: camera.onvif, login, timeoutMs, nowUtcMs };
    const { streams, clockAheadMs } = await readStreams(options);
    const best = smallestUseful(streams);
    const address = best?.url ?? usual(camera);
    return { camera, streams, best, address, clockAheadMs, fault: null };
  } catch (error) {
    if (!isTurnoutError(error)) throw error;
    return { ...nothing, fault: error };
  }
}

/** Where cameras of its maker have their small stream. */
function usual({ host, maker, rtspPort }: FoundCamera): string | null {
  const path = maker?.sub ?? null;
  const port = rtspPort === null || rtspPort === RTSP_PORT ? '' : `:${rtspPort}`;
  return path === null ? null : `rtsp://${host}${port}${path}`;
}
