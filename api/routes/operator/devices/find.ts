/** `POST /operator/v1/cameras/find`: cameras of the network in ranges that the owner names, without their addresses. */

import type { Static } from 'typebox';
import { placedCameras } from '../../../../config/config.ts';
import type { TypedAddress } from '../../../../config/typed-address.ts';
import { keyframeHint } from '../../../../engine/cameras/makers/hints.ts';
import { TurnoutError } from '../../../../errors.ts';
import { redactText } from '../../../../runtime/log/redaction.ts';
import type { FoundHandle } from '../../../../service/operator/devices/finds.ts';
import type { Principal } from '../../../../store/access/access.ts';
import type { ADDRESS } from '../../../schemas/operator/camera.ts';
import { FIND_ANSWER, FIND_REQUEST } from '../../../schemas/operator/found.ts';
import type { Route } from '../../route.ts';
import { operatorRoute } from '../operator-route.ts';
import { noted, type OperatorParts, reachOf } from '../parts.ts';

/** A clock that is further off makes cameras refuse a login. Chosen here; they allow for seconds or minutes. */
const CLOCK_OFF_MS = 60_000;

export function findRoute(parts: OperatorParts): Route {
  return operatorRoute({
    method: 'POST',
    path: '/operator/v1/cameras/find',
    operationId: 'find_cameras',
    summary: 'Looks for cameras in ranges of addresses.',
    description:
      'Asks each address by ONVIF and RTSP, and nothing outside the ranges. It takes up to 20 seconds; one search at a time, six in a minute. The answer has an id in place of each address: add the camera by it.',
    errors: ['address_refused', 'rate_limited', 'usage'],
    parameters: { path: {}, query: {} },
    body: FIND_REQUEST,
    response: FIND_ANSWER,
    answer: async ({ owner, body, signal }) => {
      const { ranges, rtsp_port: rtspPort = 554 } = body;
      const login = loginOf(body);
      const { gymId } = owner.key;
      const reach = reachOf(parts);
      const searching = parts.finds.search(gymId, { ranges, login, rtspPort, reach, signal });
      const { asked, found } = await searching;
      await noted(
        parts,
        owner,
        `${asked} ${asked === 1 ? 'address' : 'addresses'}`,
        'cameras_searched',
      );
      const cameras = found.map((one) => foundView(one, camerasAt(parts, owner, one)));
      return { status: 200, value: { asked, cameras } };
    },
  });
}

/**
 * What is typed of an address, with that of a camera that was found in place of its id. Throws `usage` where neither or both
 * are given, and what `Finds.address` throws.
 */
export async function givenAddress(
  { finds }: Pick<OperatorParts, 'finds'>,
  owner: Principal,
  given: Static<typeof ADDRESS>,
): Promise<TypedAddress> {
  const { url, found, path = null, ...typed } = given;
  if ((url === undefined) === (found === undefined)) {
    throw new TurnoutError('usage', {
      where: 'address of the camera',
      expected: 'its url, or the id of a camera that was found',
      got: url === undefined ? 'neither' : 'both',
    });
  }
  if (found === undefined) return { url: url ?? '', ...typed };
  const asked = { id: found, path, login: loginOf(typed) };
  return { ...typed, url: await finds.address(owner.key.gymId, asked) };
}

function loginOf({ user = '', password = '' }: { user?: string; password?: string }) {
  return user === '' ? null : { user, password };
}

/** Ids of cameras of the gym that have the same host. */
function camerasAt({ config }: OperatorParts, owner: Principal, { camera }: FoundHandle): string[] {
  return placedCameras(config())
    .filter(({ gymId }) => gymId === owner.key.gymId)
    .filter(({ camera: { url } }) => URL.canParse(url) && new URL(url).hostname === camera.host)
    .map((placed) => placed.camera.id);
}

function foundView({ id, camera, streams, best, address, ...looked }: FoundHandle, at: string[]) {
  const { host, maker, onvif, rtspPort } = camera;
  const plain = (text: string) => redactText(text.replaceAll(host, () => '…'));
  const isAsked = onvif !== null && looked.fault !== null;
  const isFar = (best?.keyframeMs ?? 0) > 2_000;
  const isOff = Math.abs(looked.clockAheadMs ?? 0) > CLOCK_OFF_MS;
  return {
    id,
    maker: maker?.name ?? null,
    name: camera.name === null ? null : plain(camera.name),
    answers: [
      ...(rtspPort === null ? [] : ['rtsp' as const]),
      ...(onvif === null ? [] : ['onvif' as const]),
    ],
    cameras: at,
    needs:
      address !== null ? ('nothing' as const) : isAsked ? ('login' as const) : ('path' as const),
    streams: streams.map((stream) => ({
      name: plain(stream.name),
      codec: stream.codec,
      width: stream.width,
      height: stream.height,
      keyframe_ms: stream.keyframeMs,
      is_best: stream === best,
    })),
    notes: [
      ...(isFar ? [`Its keyframes are far apart: ${keyframeHint(maker)}.`] : []),
      ...(isOff ? ['Its clock is wrong: set it, since cameras refuse logins by it.'] : []),
      ...(address === null && maker !== null && maker.note !== '' ? [`${maker.note}.`] : []),
    ],
  };
}
