/** Cameras of the operator API: read, added, changed and removed, and their zones. */

import type { Static } from 'typebox';
import { addCamera, type Change, update } from '../../../config/commands.ts';
import { placedCameras } from '../../../config/config.ts';
import { checkedAddress, type TypedAddress } from '../../../config/typed-address.ts';
import type { ProblemBody } from '../../../errors.ts';
import type { Principal } from '../../../store/access/access.ts';
import { staleFault } from '../../auth/owner.ts';
import { refusalOf } from '../../auth/refusals.ts';
import type { Answer } from '../../http/message.ts';
import { problem } from '../../http/problem.ts';
import {
  type ADDRESS,
  CAMERA_ANSWER,
  CAMERA_CHANGE,
  CAMERA_ID,
  CAMERA_LIST,
  NEW_CAMERA,
  REMOVED,
  ZONES_CHANGE,
} from '../../schemas/operator/camera.ts';
import type { Route } from '../route.ts';
import { byNeed, cameraView } from './camera-view.ts';
import { withDetector } from './devices/chosen-detector.ts';
import { givenAddress } from './devices/find.ts';
import { operatorRoute } from './operator-route.ts';
import {
  cameraOf,
  gymOf,
  isRefused,
  made,
  noCamera,
  noted,
  type OperatorParts,
  reachOf,
} from './parts.ts';

const ONE = { path: { camera_id: CAMERA_ID }, query: {} };
const PATH = '/operator/v1/cameras/{camera_id}';

export function cameraRoutes(parts: OperatorParts): readonly Route[] {
  return [...readRoutes(parts), addRoute(parts), ...changeRoutes(parts), removeRoute(parts)];
}

/** The camera as it is now. */
function seen(
  parts: OperatorParts,
  { owner, revision }: { owner: Principal; revision: string | null },
  id: string,
) {
  const placed = cameraOf(parts.config(), owner, id);
  if (placed === null) return noCamera();
  return { status: 200, value: { revision, camera: cameraView(placed, parts) } };
}

function readRoutes(parts: OperatorParts): readonly Route[] {
  const { config, file } = parts;
  return [
    operatorRoute({
      method: 'GET',
      path: '/operator/v1/cameras',
      operationId: 'list_cameras',
      summary: 'The cameras of the gym, those in need first.',
      description: 'With the reasons in words. No address is ever part of an answer.',
      errors: [],
      parameters: { path: {}, query: {} },
      response: CAMERA_LIST,
      answer: async ({ owner }) => {
        const own = placedCameras(config()).filter(({ gymId }) => gymId === owner.key.gymId);
        const cameras = own.map((placed) => cameraView(placed, parts)).toSorted(byNeed);
        return { status: 200, value: { revision: await file.revision(), cameras } };
      },
    }),
    operatorRoute({
      method: 'GET',
      path: PATH,
      operationId: 'get_camera',
      summary: 'One camera.',
      description: 'As it is configured and as it is.',
      errors: ['camera_unknown'],
      parameters: ONE,
      response: CAMERA_ANSWER,
      answer: async ({ owner, path }) => {
        const revision = await file.revision();
        return seen(parts, { owner, revision }, path.camera_id);
      },
    }),
  ];
}

function addRoute(parts: OperatorParts): Route {
  const { file } = parts;
  return operatorRoute({
    method: 'POST',
    path: '/operator/v1/cameras',
    operationId: 'add_camera',
    summary: 'Adds a camera to a room.',
    description:
      'It is connected to at once. Try the address first with `POST /operator/v1/probe`. A password goes into `secrets.env` of the data folder. In a browser, a detector or its options need a sign-in from the last 30 minutes.',
    errors: ['address_refused', 'found_unknown', 'sign_in_again', 'unknown_name', 'usage'],
    parameters: { path: {}, query: {} },
    body: NEW_CAMERA,
    response: CAMERA_ANSWER,
    successStatus: 201,
    isEdit: true,
    answer: async ({ owner, body, revision }) => {
      const refused = noRoom(parts, owner, body.room);
      if (refused !== null) return refused;
      const { id, room, address: given, ...wanted } = body;
      const { gymId: gym } = owner.key;
      const settings = await withDetector(parts, owner, null, wanted);
      if (isRefused(settings)) return settings;
      const address = await savedAddress(parts, owner, given);
      const after = await file.addCamera(id, address, { gym, revision }, (url) =>
        addCamera(gym, room, { id, url, ...settings }),
      );
      await noted(parts, owner, `camera ${id}: added`);
      return made(seen(parts, { owner, revision: after }, id));
    },
  });
}

/** What is typed, where it may be saved. @throws what {@link givenAddress} throws, and `address_refused` */
async function savedAddress(
  parts: OperatorParts,
  owner: Principal,
  given: Static<typeof ADDRESS>,
): Promise<TypedAddress> {
  const address = await givenAddress(parts, owner, given);
  await reachOf(parts).checkUrl(checkedAddress(address).url);
  return address;
}

interface ChangeAsked {
  readonly owner: Principal;
  readonly revision: string;
  readonly path: { readonly camera_id: string };
}

type WantedChange = Change<'cameras'> & { readonly address?: Static<typeof ADDRESS> };

async function changed(
  parts: OperatorParts,
  asked: ChangeAsked,
  { address: given, ...wanted }: WantedChange,
) {
  const { config, file } = parts;
  const { owner, revision, path } = asked;
  const { camera_id: id } = path;
  const { gymId: gym } = owner.key;
  const placed = cameraOf(config(), owner, id);
  if (placed === null) return noCamera();
  // Whoever finds a browser open must not lead the pictures elsewhere.
  const stale = given && staleFault(owner, 'just', parts.clock.nowUtcMs());
  if (stale) return refusalOf(stale);
  const address = given === undefined ? undefined : await savedAddress(parts, owner, given);
  const change = await withDetector(parts, owner, placed, wanted);
  if (isRefused(change)) return change;
  const edits = [update('cameras', gym, id, change)];
  const after =
    address === undefined
      ? await file.change(edits, { gym, revision })
      : await file.changeAddress(id, address, { gym, revision }, edits);
  const keys = [...(address === undefined ? [] : ['address']), ...Object.keys(change)];
  await noted(parts, owner, `camera ${id}: ${keys.join(', ')}`);
  return seen(parts, { owner, revision: after }, id);
}

/** One edit of all cameras that are named: what two of them share is changed on both, or on neither. */
async function zonesSet(
  parts: OperatorParts,
  asked: ChangeAsked & { readonly body: Static<typeof ZONES_CHANGE> },
) {
  const { owner, revision, body } = asked;
  const { camera_id: id } = asked.path;
  const { gymId: gym } = owner.key;
  const all = [{ camera: id, zones: body.zones }, ...(body.also ?? [])];
  const placed = all.map(({ camera }) => cameraOf(parts.config(), owner, camera));
  if (placed.includes(null)) return noCamera();
  const rooms = new Set(placed.map((one) => one?.roomId));
  const ids = new Set(all.map(({ camera }) => camera));
  if (rooms.size > 1 || ids.size < all.length) {
    return problem('usage', 'Send other cameras of the same room in "also", each once.');
  }
  const edits = all.map(({ camera, zones }) =>
    update('cameras', gym, camera, { zones: zones.length === 0 ? null : zones }),
  );
  const after = await parts.file.change(edits, { gym, revision });
  for (const { camera } of all) await noted(parts, owner, `camera ${camera}: zones`);
  return seen(parts, { owner, revision: after }, id);
}

function changeRoutes(parts: OperatorParts): readonly Route[] {
  return [
    operatorRoute({
      method: 'PATCH',
      path: PATH,
      operationId: 'change_camera',
      summary: 'Changes a camera.',
      description:
        'What is left out stays, null is the default again. A stored password stays with its host and user only. In a browser, a new address, detector or detector option needs a sign-in from the last 30 minutes.',
      errors: ['address_refused', 'camera_unknown', 'found_unknown', 'sign_in_again', 'usage'],
      parameters: ONE,
      body: CAMERA_CHANGE,
      response: CAMERA_ANSWER,
      isEdit: true,
      answer: (asked) => changed(parts, asked, asked.body as WantedChange),
    }),
    operatorRoute({
      method: 'PUT',
      path: `${PATH}/zones`,
      operationId: 'set_zones',
      summary: 'Replaces the zones of a camera.',
      description:
        'Corners are in ratios of the picture, edges must not cross. The next sample counts by them.',
      errors: ['camera_unknown', 'usage'],
      parameters: ONE,
      body: ZONES_CHANGE,
      response: CAMERA_ANSWER,
      isEdit: true,
      answer: (asked) => zonesSet(parts, asked),
    }),
  ];
}

function removeRoute(parts: OperatorParts): Route {
  const { config, file } = parts;
  return operatorRoute({
    method: 'DELETE',
    path: PATH,
    operationId: 'remove_camera',
    summary: 'Removes a camera.',
    description: 'Its counts stay in the history. A password that it alone had is forgotten.',
    errors: ['camera_unknown'],
    parameters: ONE,
    response: REMOVED,
    isEdit: true,
    answer: async ({ owner, path: { camera_id: id }, revision }) => {
      if (cameraOf(config(), owner, id) === null) return noCamera();
      const after = await file.removeCamera(id, { gym: owner.key.gymId, revision });
      await noted(parts, owner, `camera ${id}: removed`);
      return { status: 200, value: { revision: after, removed: id } };
    },
  });
}

/** Why there is no such room to add to; null where there is one. */
function noRoom(
  { config }: OperatorParts,
  owner: Principal,
  room: string,
): Answer<ProblemBody> | null {
  const gym = gymOf(config(), owner);
  if (isRefused(gym)) return gym;
  const isThere = gym.rooms.some(({ id }) => id === room);
  return isThere ? null : problem('unknown_name', 'The gym has no room with this id.');
}
