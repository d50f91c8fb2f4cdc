/**
 * Cameras: read, added, changed and removed, their zones, and what they see now. What may be set is what `turnout.yaml` takes.
 * An address goes in and never comes out.
 */

import { isDeepStrictEqual } from 'node:util';
import { type Static, Type } from 'typebox';
import { cameraAddress, checkedAddress, kindOfAddress } from '../../../config/address.ts';
import { addCamera, type Change, update } from '../../../config/commands.ts';
import type { PlacedCamera } from '../../../config/config.ts';
import { unsetVariables } from '../../../config/environment.ts';
import { CAMERA } from '../../../config/schema/camera.ts';
import { detectorNames, pluginName } from '../../../detectors/registry.ts';
import { makerOfAddress } from '../../../engine/cameras/makers.ts';
import { isCameraFine } from '../../../engine/cameras/state.ts';
import type { CameraSnapshot } from '../../../engine/cameras/supervision/supervisor.ts';
import { MODELS } from '../../../engine/models/list.ts';
import { TurnoutError } from '../../../errors.ts';
import { fields, optional } from '../../../gym/reports/field.ts';
import { redactText } from '../../../runtime/log/redaction.ts';
import { instant, instantOrNull, wire } from '../../../runtime/wire.ts';
import type { Crowding } from '../../../service/status.ts';
import {
  type Call,
  cameraOf,
  camerasOf,
  changes,
  edited,
  gymOf,
  invalid,
  noRoom,
  noted,
  type OwnerApp,
  plainRow,
  reachOf,
  refuse,
  removed,
  requireFresh,
  row,
} from './row.ts';

const { id, transport, enabled, sampling, zones } = CAMERA.properties;

const SETTINGS = {
  transport,
  enabled,
  detector: Type.String({ minLength: 1, maxLength: 500 }),
  detector_options: Type.Record(Type.String(), Type.Unknown()),
  sampling,
  zones,
};

export const LOGIN = optional({
  user: Type.String({ maxLength: 200 }),
  password: Type.String({ maxLength: 200 }),
});

export const ADDRESS = fields({
  url: Type.Optional(Type.String({ minLength: 1, maxLength: 2_048 })),
  /** Id of a camera that was found, in place of `url`; `path` for one that does not tell its own. */
  found: Type.Optional(Type.String({ maxLength: 64 })),
  path: Type.Optional(Type.String({ maxLength: 1_000 })),
  ...LOGIN,
});

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
  plainRow(
    'GET /cameras',
    'The cameras of the gym as they are configured and as they are, those in need first, with the reasons in words. No address is ever part of an answer.',
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
    'Adds a camera to a room. Try the address first with `POST /operator/v1/probe`.',
    { body: NEW_CAMERA, revision: true, makes: true },
    async (call) => {
      const { id: camera, room, address: given, ...wanted } = call.body;
      if (!gymOf(call).rooms.some((one) => one.id === room)) noRoom();
      const settings = await withDetector(call, null, wanted);
      const { written: url, secrets } = await savedAddress(call, camera, given);
      const edit = addCamera(call.edit.gym, room, { id: camera, url, ...settings });
      const revision = await edited(call, [edit], `camera ${camera}: added`, { set: secrets });
      return { revision, ...shown(call, camera) };
    },
  ),
  plainRow('GET /cameras/{camera_id}', 'One camera.', async (call) => {
    const revision = await call.app.file.revision();
    return { revision, ...shown(call, call.path.camera_id) };
  }),
  row(
    'PATCH /cameras/{camera_id}',
    'Changes a camera. What is left out stays, null is the default again.',
    { body: CAMERA_CHANGE, revision: true },
    (call) => changed(call, call.path.camera_id, call.body as WantedChange),
  ),
  row(
    'DELETE /cameras/{camera_id}',
    'Removes a camera. Its counts stay in the history. A password that it alone had is forgotten.',
    { revision: true },
    (call) => removed(call, 'cameras', cameraOf(call, call.path.camera_id).camera.id),
  ),
  plainRow(
    'POST /cameras/{camera_id}/relearn',
    'Forgets where a camera that was moved sees false people in its empty room. It is learnt again in hours outside classes.',
    async (call) => {
      const { id: camera } = cameraOf(call, call.path.camera_id).camera;
      return { camera, forgotten: await call.app.emptyRooms.forget(camera) };
    },
  ),
  row(
    'PUT /cameras/{camera_id}/zones',
    'Replaces the zones of a camera, and with `also` those of others of the same room, all or none: an overlap zone needs one of the same name on another camera. Corners are in ratios of the picture.',
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
async function savedAddress(call: Call, id: string, given: Static<typeof ADDRESS>) {
  const { file } = call.app;
  const address = checkedAddress(await typedAddress(call, given));
  await reachOf(call).checkUrl(address.url);
  const old = await file.entry(call.edit.gym, ['cameras', id]);
  return cameraAddress(address, id, await file.variables(), String(old?.['url'] ?? ''));
}

type WantedChange = Change & { readonly address?: Static<typeof ADDRESS> };

async function changed(call: Call, camera: string, { address: given, ...wanted }: WantedChange) {
  const placed = cameraOf(call, camera);
  // The pictures would come from elsewhere.
  if (given) requireFresh(call, 'just');
  const made = given && (await savedAddress(call, camera, given));
  const change = await withDetector(call, placed, wanted);
  const edit = update('cameras', call.edit.gym, camera, {
    ...(made && { url: made.written }),
    ...change,
  });
  const keys = [...(given ? ['address'] : []), ...Object.keys(change)].join(', ');
  const secrets = made && ({ set: made.secrets, of: ['cameras', camera] } as const);
  const revision = await edited(call, [edit], `camera ${camera}: ${keys}`, secrets);
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

/** A camera as owners see it: how it is configured and how it is, without its address. */
function cameraView({ camera, roomId, roomCapacity }: PlacedCamera, app: OwnerApp) {
  const { snapshot, lastSampleUtcMs, crowd } = app.camera(camera.id);
  const { url } = camera;
  const waitsFor = unsetVariables(url);
  return {
    id: camera.id,
    room: roomId,
    /** Kind of its address, such as `rtsp`; null where it waits for a variable. */
    source: kindOfAddress(url),
    waits_for: waitsFor,
    maker: makerOfAddress(url)?.name ?? null,
    has_password: waitsFor.length > 0 || (URL.canParse(url) && new URL(url).password !== ''),
    ...wire(camera, 'transport', 'enabled'),
    detector: pluginName(camera.detector),
    detector_options: { ...camera.detectorOptions },
    sampling: wire(camera.sampling, 'classPeriodMs', 'idlePeriodMs'),
    // As they may be sent back: what is left out here would be lost with the next change of the zones.
    zones: camera.zones.map(({ postures, ...zone }) => ({
      ...zone,
      ...(postures !== null && { postures }),
    })),
    /** Null where it is off. */
    connection: snapshot && connectionOf(snapshot, lastSampleUtcMs),
    coverage: coverageOf(crowd, roomCapacity),
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
  const size = 'Set the capacity of the room, so that pictures are read at a larger size';
  const better = isWeakDetector ? 'Install a better model' : capacity === null ? size : null;
  const other = isSmall && better !== null ? `${better}, or have` : 'Have';
  const todo = `${other} a second camera see a part of the room`;
  return { counted, reasons, words: `It counted ${counted} people at once: ${why}. ${todo}.` };
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

type Options = Readonly<Record<string, unknown>>;

interface DetectorSettings {
  readonly detector?: string | null;
  readonly detector_options?: Options | null;
}

const BY_HAND = 'write a path, a package or an address into turnout.yaml by hand';

/**
 * The settings of a camera as they are to be written: its detector by name, checked. A path or a package is code that runs
 * here, and a model is a file that is opened: both are named by hand, and from here only by a name that is known already.
 *
 * @param placed the camera as it is; null for a new one.
 */
async function withDetector<Settings extends DetectorSettings>(
  call: Call,
  placed: PlacedCamera | null,
  settings: Settings,
): Promise<Settings> {
  const { app } = call;
  const { detector: name, detector_options: options } = settings;
  if (name === undefined && options === undefined) return settings;
  // What counts the people is no less than where the pictures come from.
  requireFresh(call, 'just');
  const before = placed?.camera.detectorOptions ?? {};
  const wrong = optionFault(options ?? {}, before);
  if (wrong !== null) invalid(['detector_options', wrong.key], wrong.sentence);
  const written = await namedDetector(call, placed, settings);
  const { detector = placed?.camera.detector ?? null, detector_options: own = before } = written;
  const isFit = await app.detectors.check(detector, own ?? {}).then(
    () => true,
    (error: unknown) => {
      if (options !== undefined) throw error;
      return false;
    },
  );
  // What the detector before took and this one does not goes with it.
  return isFit ? written : { ...written, detector_options: null };
}

async function namedDetector<Settings extends DetectorSettings>(
  { app, owner }: Call,
  placed: PlacedCamera | null,
  settings: Settings,
): Promise<Settings> {
  const { detector: name, detector_options: options } = settings;
  if (name === undefined || name === null) return settings;
  const found = await app.detectors.named(owner.key.gymId, name);
  if (found === null) invalid(['detector'], UNKNOWN_DETECTOR);
  const { reference: detector, plugin, model } = found;
  const chosen = { ...settings, detector };
  if (options !== undefined) {
    return model === null ? chosen : { ...chosen, detector_options: { model, ...options } };
  }
  if (model !== null) return { ...chosen, detector_options: { model } };
  // The model of another detector goes with it.
  const before = placed?.camera;
  const isStray = before?.detectorOptions?.['model'] !== undefined && plugin !== before.detector;
  return isStray ? { ...chosen, detector_options: null } : chosen;
}

const UNKNOWN_DETECTOR = `expected auto, ${detectorNames().join(', ')}, or another name of GET /operator/v1/detectors; ${BY_HAND}`;
const UNKNOWN_MODEL = `expected own, or a model of GET /operator/v1/detectors: ${MODELS.map(({ name }) => name).join(', ')}; ${BY_HAND}`;

/** What is wrong with options; what they are already is fine, as it was written by hand. */
function optionFault(options: Options, before: Options) {
  for (const [key, value] of Object.entries(options)) {
    if (isDeepStrictEqual(value, before[key])) continue;
    const isModel = value === 'own' || MODELS.some(({ name }) => name === value);
    if (key === 'model' && !isModel) return { key, sentence: UNKNOWN_MODEL };
    if (namesFile(value)) return { key, sentence: `expected no path and no address; ${BY_HAND}` };
  }
  return null;
}

/** Whether a text in the value could be a path or an address. */
function namesFile(value: unknown): boolean {
  if (typeof value === 'string') return /[\\/:]|\.onnx$/i.test(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(namesFile);
}

/**
 * What is typed of an address, with that of a camera that was found in place of its id.
 *
 * @throws `usage` where neither or both are given, and what `Finds.address` throws.
 */
export async function typedAddress({ app, owner }: Call, given: Static<typeof ADDRESS>) {
  const { url, found, path, ...typed } = given;
  if ((url === undefined) === (found === undefined)) {
    throw new TurnoutError('usage', {
      where: 'address of the camera',
      expected: 'its url, or the id of a camera that was found',
      got: url === undefined ? 'neither' : 'both',
    });
  }
  if (found === undefined) return { url: url ?? '', ...typed };
  const request = { id: found, path: path ?? null, login: loginOf(typed) };
  return { ...typed, url: await app.finds.address(owner.key.gymId, request) };
}

export function loginOf({ user = '', password = '' }: { user?: string; password?: string }) {
  return user === '' ? null : { user, password };
}
