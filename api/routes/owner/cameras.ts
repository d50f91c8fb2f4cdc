/**
 * Cameras: read, added, changed and removed, their zones, and what they see now. What may be set is what `turnout.yaml` takes.
 * An address goes in and never comes out.
 */

import { type Static, Type } from 'typebox';
import { checkedAddress, type TypedAddress } from '../../../config/address.ts';
import { addCamera, type Change, remove, update } from '../../../config/commands.ts';
import type { PlacedCamera } from '../../../config/config.ts';
import { CAMERA } from '../../../config/schema/camera.ts';
import { isCameraFine } from '../../../engine/cameras/state.ts';
import { staleFault } from '../../auth/owner.ts';
import { refusalOf } from '../../auth/refusals.ts';
import { ADDRESS, typedAddress } from './address.ts';
import {
  type Call,
  cameraOf,
  camerasOf,
  gymOf,
  noRoom,
  noted,
  Refusal,
  reachOf,
  refuse,
} from './call.ts';
import { cameraView } from './camera-view.ts';
import { withDetector } from './chosen-detector.ts';
import { changes, fields, optional, row } from './row.ts';

const { id, transport, enabled, sampling, zones } = CAMERA.properties;

const SETTINGS = {
  transport,
  enabled,
  detector: Type.String({ minLength: 1, maxLength: 500 }),
  detector_options: Type.Record(Type.String(), Type.Unknown()),
  sampling,
  zones,
};

const NEW_CAMERA = fields({
  id,
  room: Type.String({ minLength: 1, maxLength: 64 }),
  address: ADDRESS,
  ...optional(SETTINGS),
});

const CAMERA_CHANGE = fields({
  ...optional({ address: ADDRESS }),
  ...changes(SETTINGS),
});

const ZONES_CHANGE = fields({
  zones,
  also: Type.Optional(Type.Array(fields({ camera: id, zones }), { maxItems: 7 })),
});

export const CAMERAS = [
  row(
    'GET /cameras',
    'The cameras of the gym as they are configured and as they are, those in need first, with the reasons in words. No address is ever part of an answer.',
    {},
    async (call) => {
      const cameras = camerasOf(call).map((placed) => cameraView(placed, call.app));
      return {
        revision: await call.app.file.revision(),
        cameras: cameras.toSorted((one, other) => needOf(one) - needOf(other)),
      };
    },
  ),
  row(
    'POST /cameras',
    'Adds a camera to a room. It is connected to at once: try the address first with `POST /operator/v1/probe`. A password goes into `secrets.env` of the data folder. In a browser, a detector or its options need a sign-in from the last 30 minutes.',
    { body: NEW_CAMERA, revision: true, makes: true },
    async (call) => {
      const { id: camera, room, address: given, ...wanted } = call.body;
      if (!gymOf(call).rooms.some((one) => one.id === room)) noRoom();
      const settings = await withDetector(call, null, wanted);
      const address = await savedAddress(call, given);
      const { file } = call.app;
      const revision = await file.addCamera(camera, address, call.edit, (url) =>
        addCamera(call.edit.gym, room, { id: camera, url, ...settings }),
      );
      await noted(call, `camera ${camera}: added`);
      return { revision, ...shown(call, camera) };
    },
  ),
  row('GET /cameras/{camera_id}', 'One camera.', {}, async (call) => {
    const revision = await call.app.file.revision();
    return { revision, ...shown(call, call.path.camera_id) };
  }),
  row(
    'PATCH /cameras/{camera_id}',
    'Changes a camera. What is left out stays, null is the default again. A stored password stays with its host and user only. In a browser, a new address, detector or detector option needs a sign-in from the last 30 minutes.',
    { body: CAMERA_CHANGE, revision: true },
    (call) => changed(call, call.path.camera_id, call.body as WantedChange),
  ),
  row(
    'DELETE /cameras/{camera_id}',
    'Removes a camera. Its counts stay in the history. A password that it alone had is forgotten.',
    { revision: true },
    async (call) => {
      const removed = cameraOf(call, call.path.camera_id).camera.id;
      const edit = remove('cameras', call.edit.gym, removed);
      const revision = await call.app.file.change([edit], call.edit, { of: ['cameras', removed] });
      await noted(call, `camera ${removed}: removed`);
      return { revision, removed };
    },
  ),
  row(
    'PUT /cameras/{camera_id}/zones',
    'Replaces the zones of a camera, and with `also` those of others of the same room, all or none: an overlap zone needs one of the same name on another camera. Corners are in ratios of the picture, edges must not cross. The next sample counts by them.',
    { body: ZONES_CHANGE, revision: true },
    (call) => zonesSet(call, call.path.camera_id, call.body),
  ),
];

/** The camera as it is now. */
function shown(call: Call, camera: string) {
  return { camera: cameraView(cameraOf(call, camera), call.app) };
}

/** Those that someone has to do something about come first. */
function needOf({ connection }: ReturnType<typeof cameraView>): number {
  if (connection === null) return 2;
  return isCameraFine(connection.state) ? 1 : 0;
}

/** What is typed, where it may be saved. @throws what {@link typedAddress} throws, and `address_refused` */
async function savedAddress(call: Call, given: Static<typeof ADDRESS>): Promise<TypedAddress> {
  const address = await typedAddress(call, given);
  await reachOf(call).checkUrl(checkedAddress(address).url);
  return address;
}

type WantedChange = Change<'cameras'> & { readonly address?: Static<typeof ADDRESS> };

async function changed(call: Call, camera: string, { address: given, ...wanted }: WantedChange) {
  const { app, owner, edit } = call;
  const placed = cameraOf(call, camera);
  // Whoever finds a browser open must not lead the pictures elsewhere.
  const stale = given && staleFault(owner, 'just', app.clock.nowUtcMs());
  if (stale) throw new Refusal(refusalOf(stale));
  const address = given && (await savedAddress(call, given));
  const change = await withDetector(call, placed, wanted);
  const edits = [update('cameras', edit.gym, camera, change)];
  const revision =
    address === undefined
      ? await app.file.change(edits, edit)
      : await app.file.changeAddress(camera, address, edit, edits);
  const keys = [...(address === undefined ? [] : ['address']), ...Object.keys(change)];
  await noted(call, `camera ${camera}: ${keys.join(', ')}`);
  return { revision, ...shown(call, camera) };
}

/** One edit of all cameras that are named: what two of them share is changed on both, or on neither. */
async function zonesSet(call: Call, camera: string, body: Static<typeof ZONES_CHANGE>) {
  const all = [{ camera, zones: body.zones }, ...(body.also ?? [])];
  const placed: PlacedCamera[] = all.map((one) => cameraOf(call, one.camera));
  const rooms = new Set(placed.map(({ roomId }) => roomId));
  const ids = new Set(all.map((one) => one.camera));
  if (rooms.size > 1 || ids.size < all.length) {
    refuse('usage', 'Send other cameras of the same room in "also", each once.');
  }
  const edits = all.map((one) =>
    update('cameras', call.edit.gym, one.camera, {
      zones: one.zones.length === 0 ? null : one.zones,
    }),
  );
  const revision = await call.app.file.change(edits, call.edit);
  for (const one of all) await noted(call, `camera ${one.camera}: zones`);
  return { revision, ...shown(call, camera) };
}
