/** Cameras before they are added: tried out in stages, and found in ranges that the owner names, without their addresses. */

import { Type } from 'typebox';
import { checkedAddress, wholeAddress } from '../../../config/address.ts';
import { CAMERA } from '../../../config/schema/camera.ts';
import { CLOCK_OFF_MS, FAR_MS } from '../../../engine/cameras/finding.ts';
import { keyframeHint } from '../../../engine/cameras/makers.ts';
import type { EncodedFrame } from '../../../engine/frames/decoder.ts';
import { fields } from '../../../gym/reports/field.ts';
import { redactText } from '../../../runtime/log/redaction.ts';
import { reachOfConfigured } from '../../../runtime/reach.ts';
import { wire } from '../../../runtime/wire.ts';
import type { FoundHandle } from '../../../service/operator/devices/finds.ts';
import { ADDRESS, LOGIN, loginOf, typedAddress } from './cameras.ts';
import { type Call, cameraOf, camerasOf, invalid, noted, reachOf, row } from './row.ts';

const { transport } = CAMERA.properties;

const PROBE = fields({
  address: Type.Optional(ADDRESS),
  camera: Type.Optional(Type.String({ maxLength: 64 })),
  transport: Type.Optional(transport),
});

const FIND = fields({
  ranges: Type.Array(Type.String({ minLength: 7, maxLength: 18 }), { minItems: 1, maxItems: 8 }),
  ...LOGIN,
  rtsp_port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535 })),
});

const NO_STREAM = { codec: null, width: null, height: null, fps: null };

export const PROBES = [
  row(
    'POST /probe',
    'Tries out a camera of the gym, or an address, in stages: name, way, login, stream, keyframes, what one of them shows, and the people on it. It takes up to half a minute and stores nothing. A failed stage is part of an answer of 200.',
    { body: PROBE },
    async (call) => {
      const { address, camera } = call.body;
      if ((address === undefined) === (camera === undefined)) {
        invalid([], 'send an address or a camera, and not both');
      }
      const placed = camera === undefined ? null : cameraOf(call, camera);
      const { probe, config, detectors, probes } = call.app;
      const { server, sampling } = config();
      const url =
        placed?.camera.url ?? wholeAddress(checkedAddress(await typedAddress(call, address ?? {})));
      return probes(async () => {
        const found = await probe({
          url,
          transport: call.body.transport ?? placed?.camera.transport ?? 'tcp',
          reach: placed ? reachOfConfigured(url, server.probeLocal) : reachOf(call),
          wantedPeriodMs: sampling.classPeriodMs,
          look: (frame: EncodedFrame) => detectors.look(frame, placed),
        });
        const { stream } = found;
        return {
          ok: found.stages.every(({ state }) => state === 'passed'),
          stages: found.stages.map((one) => ({ ...one, words: redactText(one.words) })),
          maker: found.maker,
          ...wire(stream ?? NO_STREAM, 'codec', 'width', 'height', 'fps'),
          ...wire(found, 'gopMs', 'people', 'warnings'),
        };
      });
    },
  ),
  row(
    'POST /cameras/find',
    'Looks for cameras in ranges of addresses of your own network, 256 in all at most. Asks each by ONVIF and RTSP (port 554 by default). It takes up to 20 seconds; one search at a time, six in a minute. The answer has an id in place of each address, good for 15 minutes.',
    { body: FIND },
    async (call) => {
      const { ranges, rtsp_port: rtspPort = 554 } = call.body;
      const { asked, found } = await call.app.finds.search(call.owner.key.gymId, {
        ranges,
        login: loginOf(call.body),
        rtspPort,
        reach: reachOf(call),
        signal: call.signal,
      });
      const addresses = `${asked} ${asked === 1 ? 'address' : 'addresses'}`;
      await noted(call, addresses, 'cameras_searched');
      return { asked, cameras: found.map((one) => foundView(one, camerasAt(call, one))) };
    },
  ),
];

/** Ids of cameras of the gym that have the same host. */
function camerasAt(call: Call, { camera: { host } }: FoundHandle): string[] {
  return camerasOf(call)
    .filter(({ camera: { url } }) => URL.canParse(url) && new URL(url).hostname === host)
    .map((placed) => placed.camera.id);
}

function foundView({ id, camera, streams, best, address, ...looked }: FoundHandle, at: string[]) {
  const { host, maker, onvif, rtspPort } = camera;
  const plain = (text: string) => redactText(text.replaceAll(host, () => '…'));
  const needsLogin = onvif !== null && looked.fault !== null;
  const isFar = (best?.keyframeMs ?? 0) > FAR_MS;
  const isOff = Math.abs(looked.clockAheadMs ?? 0) > CLOCK_OFF_MS;
  return {
    id,
    maker: maker?.name ?? null,
    name: camera.name === null ? null : plain(camera.name),
    answers: [
      ...(rtspPort === null ? [] : ['rtsp' as const]),
      ...(onvif === null ? [] : ['onvif' as const]),
    ],
    /** Those of the gym at this place. */
    cameras: at,
    /** What is missing to know its stream. */
    needs:
      address !== null ? ('nothing' as const) : needsLogin ? ('login' as const) : ('path' as const),
    streams: streams.map((stream) => ({
      name: plain(stream.name),
      ...wire(stream, 'codec', 'width', 'height', 'keyframeMs'),
      is_best: stream === best,
    })),
    notes: [
      ...(isFar ? [`Its keyframes are far apart: ${keyframeHint(maker)}.`] : []),
      ...(isOff ? ['Its clock is wrong: set it, since cameras refuse logins by it.'] : []),
      ...(address === null && maker?.note !== undefined ? [`${maker.note}.`] : []),
    ],
  };
}
