/** A camera as owners see it: how it is configured and how it is, without its address. */

import type { CameraConfig, PlacedCamera } from '../../../config/config.ts';
import { unsetVariables } from '../../../config/environment.ts';
import { makerOfAddress } from '../../../engine/cameras/makers/recognise.ts';
import type { CameraSnapshot } from '../../../engine/cameras/state.ts';
import { pluginName } from '../../../engine/pool/plugin-name.ts';
import { redactText } from '../../../runtime/log/redaction.ts';
import { instant, instantOrNull, wire } from '../../../runtime/wire.ts';
import type { Crowding } from '../../../service/crowding.ts';
import type { OwnerParts } from './call.ts';

export function cameraView(
  { camera, roomId, roomCapacity }: PlacedCamera,
  { status: statusNow, crowding }: Pick<OwnerParts, 'status' | 'crowding'>,
) {
  const status = statusNow();
  const { url } = camera;
  const waitsFor = unsetVariables(url);
  const snapshot = status.cameras.find(({ id }) => id === camera.id);
  const lastSample = status.cameraPlaces.get(camera.id)?.lastSampleUtcMs ?? null;
  return {
    id: camera.id,
    room: roomId,
    /** Kind of its address, such as `rtsp`; null where it waits for a variable. */
    source: waitsFor.length > 0 ? null : (/^[a-z+]+(?=:)/i.exec(url)?.[0] ?? 'file'),
    waits_for: waitsFor,
    maker: makerOfAddress(url)?.name ?? null,
    has_password: waitsFor.length > 0 || (URL.canParse(url) && new URL(url).password !== ''),
    ...wire(camera, 'transport', 'enabled'),
    detector: pluginName(camera.detector),
    detector_options: { ...camera.detectorOptions },
    sampling: wire(camera.sampling, 'classPeriodMs', 'idlePeriodMs'),
    zones: camera.zones.map(zoneView),
    /** Null where it is off. */
    connection: snapshot === undefined ? null : connectionOf(snapshot, lastSample),
    coverage: coverageOf(crowding(camera.id), roomCapacity),
  };
}

/** What a person can do about a crowd that the camera cannot tell apart; null where it sees none. */
function coverageOf(crowd: Crowding | null, capacity: number | null) {
  if (crowd === null) return null;
  const { counted, reasons, isWeakDetector } = crowd;
  const isSmall = reasons.includes('small_input');
  const why = isSmall
    ? 'too many for the size at which its pictures are read'
    : 'in a full room some people behind others are never seen';
  const size =
    capacity === null
      ? 'Set the capacity of the room, so that pictures are read at a larger size'
      : null;
  const model = isWeakDetector ? 'Install a better model' : null;
  const other = 'have a second camera see a part of the room';
  const help = isSmall ? (model ?? size) : null;
  const todo =
    help === null ? `${other.charAt(0).toUpperCase()}${other.slice(1)}` : `${help}, or ${other}`;
  const words = `It counted ${counted} people at once: ${why}. ${todo}.`;
  return { counted, reasons, words };
}

function connectionOf(camera: CameraSnapshot, lastSampleUtcMs: number | null) {
  return {
    ...wire(camera, 'state', 'reasons'),
    detail: camera.detail === null ? null : redactText(camera.detail),
    since: instant(camera.sinceUtcMs),
    ...wire(camera, 'retryAtUtcMs', 'codec', 'width', 'height', 'fps', 'gopMs'),
    last_sample_at: instantOrNull(lastSampleUtcMs),
  };
}

/** As it may be sent back: what is left out here would be lost with the next change of the zones. */
function zoneView({ postures, ...zone }: CameraConfig['zones'][number]) {
  return { ...zone, ...(postures !== null && { postures }) };
}
