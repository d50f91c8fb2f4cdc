/** Cameras that were found, for a person and for a program. An address here has no login: the camera gives it without one. */

import type { LookedAt } from '../../engine/cameras/finding.ts';
import { keyframeHint } from '../../engine/cameras/makers.ts';
import type { OnvifStream } from '../../engine/cameras/onvif/streams.ts';
import { counted } from '../../web/words/format.ts';

/** A clock that is further off makes cameras refuse a login. Chosen here; they allow for seconds or minutes. */
const CLOCK_OFF_MS = 60_000;
/** Keyframes further apart than this are told of, ms: docs/cameras.md#the-cameras. */
const LONG_MS = 2_000;

export function foundJson(looked: readonly LookedAt[]) {
  return looked.map(({ camera, streams, best, address, clockAheadMs, fault }) => ({
    host: camera.host,
    name: camera.name,
    maker: camera.maker?.name ?? null,
    onvif: camera.onvif !== null,
    address,
    streams: streams.map((stream) => ({
      name: stream.name,
      address: stream.url,
      codec: stream.codec,
      width: stream.width,
      height: stream.height,
      keyframe_ms: stream.keyframeMs,
      is_best: stream === best,
    })),
    clock_ahead_s: clockAheadMs === null ? null : Math.round(clockAheadMs / 1000),
    fault: fault === null ? null : { code: fault.code, detail: sentenceOf(fault) },
  }));
}

export function foundLines(looked: readonly LookedAt[]): string[] {
  return looked.flatMap((one, at) => [
    `${at + 1}. ${titleOf(one)}`,
    ...detailsOf(one).map((line) => `   ${line}`),
  ]);
}

/** `192.168.1.64, Hikvision (DS-2CD2043G2)`. */
export function titleOf({ camera: { host, maker, name } }: LookedAt): string {
  if (maker === null) return name === null ? host : `${host}, ${name}`;
  return `${host}, ${maker.name}${name === null ? '' : ` (${name})`}`;
}

function detailsOf({ camera, streams, best, address, clockAheadMs, fault }: LookedAt): string[] {
  const { maker } = camera;
  return [
    ...(best === null ? [] : [`${best.url}  ${sizeOf(best)}`]),
    ...(best === null && address !== null
      ? [`${address}  where cameras of ${maker?.name} have it`]
      : []),
    ...(best === null && address === null && maker !== null ? [`${maker.note}.`] : []),
    ...(streams.length > 1 ? [`It has ${counted(streams.length, 'stream')}; this is enough.`] : []),
    ...(best !== null && (best.keyframeMs ?? 0) > LONG_MS
      ? [`Its keyframes are far apart: ${keyframeHint(maker)}.`]
      : []),
    ...(fault === null ? [] : [`It gives no streams by ONVIF: ${sentenceOf(fault)}.`]),
    ...(Math.abs(clockAheadMs ?? 0) > CLOCK_OFF_MS
      ? [`Its clock is ${clockText(clockAheadMs ?? 0)}: set it, since cameras refuse logins by it.`]
      : []),
  ];
}

function sizeOf({ codec, width, height, keyframeMs }: OnvifStream): string {
  const size = width === null || height === null ? null : `${width} × ${height}`;
  const distance = keyframeMs === null ? null : `a keyframe every ${keyframeMs / 1000} s`;
  return [codec?.toUpperCase() ?? null, size, distance].filter((part) => part !== null).join(', ');
}

/** Without its place: the line stands under the camera. */
function sentenceOf({ parts }: NonNullable<LookedAt['fault']>): string {
  const hint = parts.hint === undefined ? '' : `; ${parts.hint}`;
  return `expected ${parts.expected}, got ${parts.got}${hint}`;
}

function clockText(aheadMs: number): string {
  const minutes = Math.round(Math.abs(aheadMs) / 60_000);
  return `${counted(minutes, 'minute')} ${aheadMs > 0 ? 'ahead' : 'behind'}`;
}
