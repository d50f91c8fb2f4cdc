/** A camera as owners see it: how it is configured and how it is, without its address. */

import type { CameraConfig, PlacedCamera } from '../../../config/config.ts';
import { unsetVariables } from '../../../config/variables.ts';
import { makerOfAddress } from '../../../engine/cameras/makers/recognise.ts';
import { type CameraSnapshot, isCameraFine } from '../../../engine/cameras/state.ts';
import { pluginName } from '../../../engine/pool/plugin-name.ts';
import { redactText } from '../../../runtime/log/redaction.ts';
import type { Crowding } from '../../../service/crowding.ts';
import type { OperatorCamera } from '../../schemas/operator/camera.ts';
import { instant, instantOrNull, type OperatorParts } from './parts.ts';

export function cameraView(
  placed: PlacedCamera,
  { status: statusNow, crowding }: Pick<OperatorParts, 'status' | 'crowding'>,
): OperatorCamera {
  const { camera, roomId, roomCapacity } = placed;
  const status = statusNow();
  const { url } = camera;
  const waitsFor = unsetVariables(url);
  const snapshot = status.cameras.find(({ id }) => id === camera.id);
  const lastSample = status.cameraPlaces.get(camera.id)?.lastSampleUtcMs ?? null;
  return {
    id: camera.id,
    room: roomId,
    source: waitsFor.length > 0 ? null : (/^[a-z+]+(?=:)/i.exec(url)?.[0] ?? 'file'),
    waits_for: [...waitsFor],
    maker: makerOfAddress(url)?.name ?? null,
    has_password: waitsFor.length > 0 || (URL.canParse(url) && new URL(url).password !== ''),
    transport: camera.transport,
    enabled: camera.enabled,
    detector: pluginName(camera.detector),
    detector_options: { ...camera.detectorOptions },
    sampling: {
      class_period_ms: camera.sampling.classPeriodMs,
      idle_period_ms: camera.sampling.idlePeriodMs,
      idle_pause: camera.sampling.idlePause,
    },
    zones: camera.zones.map(zoneView),
    connection: snapshot === undefined ? null : connectionOf(snapshot, lastSample),
    coverage: coverageOf(crowding(camera.id), roomCapacity),
  };
}

/** What a person can do about a crowd that the camera cannot tell apart. */
function coverageOf(crowd: Crowding | null, capacity: number | null): OperatorCamera['coverage'] {
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
  return {
    counted,
    reasons: [...reasons],
    words: `It counted ${counted} people at once: ${why}. ${todo}.`,
  };
}

function connectionOf(
  camera: CameraSnapshot,
  lastSampleUtcMs: number | null,
): NonNullable<OperatorCamera['connection']> {
  return {
    state: camera.state,
    reasons: [...camera.reasons],
    detail: camera.detail === null ? null : redactText(camera.detail),
    since: instant(camera.sinceUtcMs),
    retry_at: instantOrNull(camera.retryAtUtcMs),
    codec: camera.codec,
    width: camera.width,
    height: camera.height,
    fps: camera.fps,
    gop_ms: camera.gopMs,
    last_sample_at: instantOrNull(lastSampleUtcMs),
  };
}

/** Those that someone has to do something about come first. */
export function byNeed(one: OperatorCamera, other: OperatorCamera): number {
  return needOf(one) - needOf(other);
}

function needOf({ connection }: OperatorCamera): number {
  if (connection === null) return 2;
  return isCameraFine(connection.state) ? 1 : 0;
}

function zoneView({ name, kind, polygon, anchor }: CameraConfig['zones'][number]) {
  return {
    name,
    kind,
    polygon: polygon.map(([x, y]): [number, number] => [x, y]),
    anchor,
  };
}
