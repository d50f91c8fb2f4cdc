/** The forms of an owner, by the act that each names: calls of the owner API, and where the person goes on. */

import { BOOKING_SYSTEMS, type BookingSystem, bookingAddress } from '../../../../config/booking.ts';
import { placedCameras } from '../../../../config/config.ts';
import { firstFree } from '../../../../config/environment.ts';
import { SENT } from '../../../../config/schema/notify.ts';
import { isTurnoutError } from '../../../../errors.ts';
import { slugOf } from '../../../../gym/sessions/names.ts';
import type { Came, Probe } from '../../../../web/owner-data.ts';
import { edited, gymOf } from '../../owner/row.ts';
import type { OwnerRow } from '../../owner/table.ts';
import { Mistyped, type OwnerParts, refusedBy, type Typed } from './owner-parts.ts';
import { EDITS } from './settings.ts';

interface Done extends Came {
  /** What is wrong, where something is drawn as well. */
  readonly fault?: string;
}

/** @returns the address to go on to, or what the page draws in place of that. */
type Act = (parts: OwnerParts, sent: Typed) => Promise<string | Done>;

/** A call about what a field of the form names, or the page. @param next Where the person goes on. */
function about(name: OwnerRow, field: string | null, next: (id: string) => string): Act {
  const [, parameter = ''] = /\{(\w+)\}/.exec(name) ?? [];
  return async ({ call, id: ofPage }, { text }) => {
    const id = field === null ? ofPage : text(field);
    await call(name, { path: { [parameter]: id } });
    return next(id);
  };
}

/** How many imports of a gym are told. */
export const LISTED = 20;

export const ACTS: Readonly<Record<string, Act>> = {
  gym: settings('gym'),
  rooms: settings('rooms'),
  prices: settings('prices'),

  find: async ({ call }, { text }) => {
    const ranges = text('ranges').split(/[\s,;]+/);
    const rtsp_port = Number(text('rtsp_port'));
    const body = { ranges, rtsp_port, ...login(text) };
    return { search: await call('POST /cameras/find', { body }) };
  },
  'add-camera': async ({ call, operator }, { text }) => {
    const [found, url] = [text('found'), text('url')];
    if (found === '' && url === '') throw new Mistyped('Type the address of the camera.');
    const place = found === '' ? { url } : given({ found, path: text('path') });
    const address = { ...place, ...login(text) };
    const id = slugOf(text('name'), 'camera');
    const taken = placedCameras(operator.config()).some(({ camera }) => camera.id === id);
    if (taken) throw new Mistyped(`Another camera is called ${id}. Type another name.`);
    const probe = await call('POST /probe', { body: { address } });
    if (isFailed(probe)) return { probe, fault: 'It is not added yet: one step failed.' };
    await call('POST /cameras', { body: { id, room: text('room'), address } });
    return `/cameras/${id}`;
  },
  'change-camera': async ({ call, id }, { text }) => {
    const address = { url: text('url'), ...login(text) };
    const probe = await call('POST /probe', { body: { address } });
    if (isFailed(probe)) return { probe, fault: 'It is not saved: one step failed.' };
    await call('PATCH /cameras/{camera_id}', { path: { camera_id: id }, body: { address } });
    return `/cameras/${id}`;
  },
  'remove-camera': about('DELETE /cameras/{camera_id}', 'camera', (id) => `/cameras?removed=${id}`),
  probe: async ({ call, id }) => ({ probe: await call('POST /probe', { body: { camera: id } }) }),
  compare: async ({ call, id }, { fields }) => {
    const named = [...fields.keys()].filter((key) => key.startsWith('detector:'));
    if (named.length === 0) throw new Mistyped('Choose the detectors to compare.');
    const detectors = named.map((key) => key.slice('detector:'.length));
    const name = 'POST /cameras/{camera_id}/detector-test';
    return { test: await call(name, { path: { camera_id: id }, body: { detectors } }) };
  },
  install: about('POST /models/{model}/install', 'model', () => '/models'),
  cancel: about('DELETE /models/{model}/install', 'model', () => '/models'),
  calibration: async ({ call }, { text }) => {
    const body = { calibration: text('on') === 'yes' ? null : false };
    await call('PATCH /rooms/{room_id}', { path: { room_id: text('room') }, body });
    return '/calibrate';
  },

  upload: async (parts, { file }) => {
    if (file === null || file.name === '') throw new Mistyped('Choose a file first.');
    if (file.bytes.length === 0) throw new Mistyped('The file is empty. Export it again.');
    const query = { name: file.name.slice(-200) || 'import' };
    const { upload } = await parts.call('POST /uploads', { query, file: file.bytes });
    return { preview: await parts.call('POST /previews', { body: { upload } }) };
  },
  read: async (parts, typed) => ({ preview: await previewed(parts, typed) }),
  import: async (parts, typed) => {
    const { call, owner, operator } = parts;
    const force = typed.text('force') === 'yes';
    // Rooms that are chosen in the form, and not read again yet, are meant too.
    const isMeant = [...typed.fields].some(([key, value]) => /^meant:/.test(key) && value !== '');
    // As the form names it, also where it is read again: sent once more, it gets the same answer.
    const key = `${owner.key.gymId} ${typed.text('preview')}`;
    const again = isMeant && !operator.taken.has(key) ? await previewed(parts, typed) : null;
    const preview = again?.preview ?? typed.text('preview');
    try {
      const taken = await call('POST /imports', { body: { preview, force } });
      if (again) operator.taken.set(key, Promise.resolve(taken));
      return `/setup/schedule?imported=${taken.import ?? 0}`;
    } catch (error) {
      const { fault, code } = refusedBy(error);
      if (code === 'upload_unknown') throw error;
      const isOld = code === 'preview_outdated';
      const changed = 'The classes have changed since. This is what the import would change now.';
      return { preview: again ?? (await previewed(parts, typed)), fault: isOld ? changed : fault };
    }
  },
  undo: async ({ call }, { text }) => {
    const import_id = text('import');
    const body = { rest: text('rest') === 'yes' };
    try {
      await call('POST /imports/{import_id}/undo', { path: { import_id }, body });
    } catch (error) {
      const { code } = refusedBy(error);
      if (code !== 'import_covered') throw error;
      const sentence =
        'Later imports have some of these classes too. Undo those first, or only the other classes.';
      throw new Mistyped(sentence, code);
    }
    return `/setup/schedule?undone=${import_id}`;
  },
  'add-calendar': async ({ call, operator, owner }, { text }) => {
    const id = slugOf(text('name'), 'calendar');
    const { schedule } = gymOf({ app: operator, owner });
    const taken = schedule.some((other) => other.id === id);
    if (taken) throw new Mistyped(`Another calendar is called ${id}. Type another name.`);
    return await addSource(call, id, { url: text('url'), ...login(text) });
  },
  'add-booking': async ({ call, operator, owner }, { text }) => {
    const system = text('system') as BookingSystem;
    const names = Object.keys(BOOKING_SYSTEMS[system]?.account ?? {});
    const account = Object.fromEntries(names.map((name) => [name, text(name)]));
    const missing = [text('site'), ...Object.values(account)].includes('');
    if (missing || names.length === 0) throw new Mistyped('Fill in every field.');
    const gym = gymOf({ app: operator, owner });
    const id = firstFree(system, '-', (one) => gym.schedule.some((other) => other.id === one));
    return await addSource(call, id, { url: bookingAddress(system, text('site'), account) });
  },
  'remove-calendar': about(
    'DELETE /sources/{source_id}',
    'calendar',
    (id) => `/setup/schedule?removed=${id}`,
  ),

  'add-channel': async ({ call }, { text, fields }) => {
    const [kind, to] = [text('kind'), text('to')];
    const id = slugOf(text('name'), kind);
    const send = SENT.filter((what) => fields.has(`send:${what}`));
    if (to === '' || send.length === 0)
      throw new Mistyped('Say where to, and choose what to send.');
    const place = kind === 'email' ? { email: to.split(/[\s,;]+/) } : { [kind]: to };
    await call('POST /notifications', {
      body: { id, ...place, send, ...given({ secret: text('secret') }) },
    });
    return `/setup/notify?added=${id}`;
  },
  'test-channel': async ({ call }, { text }) => {
    const channel_id = text('channel');
    const { fault } = await call('POST /notifications/{channel_id}/test', { path: { channel_id } });
    if (fault !== null) throw new Mistyped(fault);
    return `/setup/notify?tested=${channel_id}`;
  },
  'remove-channel': about(
    'DELETE /notifications/{channel_id}',
    'channel',
    (id) => `/setup/notify?removed=${id}`,
  ),
  mail: async ({ call }, { text }) => {
    const [, tls, server] = /^(?:smtp(s?):\/\/)?([^\s/?#@]+)\/?$/i.exec(text('server')) ?? [];
    if (server === undefined) {
      throw new Mistyped(
        'Type the mail server as a name and a port, such as mail.example:587, and its login below.',
      );
    }
    const user = encodeURIComponent(text('user'));
    const login = user === '' ? '' : `${user}:${encodeURIComponent(text('password'))}@`;
    // Port 465 is TLS from the first byte (RFC 8314); elsewhere STARTTLS.
    const smtp = `${tls || server.endsWith(':465') ? 'smtps' : 'smtp'}://${login}${server}`;
    await call('PUT /mail', { body: { smtp, from: text('from') } });
    return '/setup/notify?saved';
  },

  correct: (parts, typed) =>
    found(parts, typed, 'correction', { note: typed.text('note').slice(0, 500) }),
  count: (parts, typed) => found(parts, typed, 'true-count', { room: typed.text('room') }),
  uncorrect: about('DELETE /sessions/{session_id}/correction', null, foundAt),
  uncount: about('DELETE /sessions/{session_id}/true-count', null, foundAt),

  'make-key': ({ call }, { text }) => {
    const [role = '', trainer] = text('role').split(/:(.*)/s);
    return keyOf(call, { role, trainer, label: text('label') });
  },
  'replace-key': async ({ call, operator, owner }, { text }) => {
    const key_id = text('key');
    const lost = operator.access.keys(owner.key.gymId).find(({ id }) => id === key_id);
    if (lost === undefined) throw new Mistyped('This key is no longer here.');
    const { role, trainerId, label } = lost;
    const made = await keyOf(call, { role, trainer: trainerId, label });
    await call('DELETE /keys/{key_id}', { path: { key_id } });
    return made;
  },
  'revoke-key': about('DELETE /keys/{key_id}', 'key', (id) => `/setup/keys?revoked=${id}`),
};

/** Says how many people were in a class. Far more than spots are taken when they are sent once more. */
async function found(
  { call, id: session_id }: OwnerParts,
  { text }: Typed,
  what: 'correction' | 'true-count',
  more: Readonly<Record<string, string>>,
): Promise<string | Done> {
  const people = Number(text('people'));
  if (!/^\d{1,5}$/.test(text('people')) || people > 10_000) {
    throw new Mistyped('Type a whole number of people, such as 14.');
  }
  const body = { [what === 'correction' ? 'attended' : 'people']: people, ...given(more) };
  const send = (how: object) =>
    call(`PUT /sessions/{session_id}/${what}`, { path: { session_id }, body: { ...body, ...how } });
  if (text('force') !== 'yes' && (await send({ preview: true })).unlikely) {
    return { isUnlikely: true, fault: 'That is far more people than spots. Is it right?' };
  }
  await send({ force: true });
  return foundAt(session_id);
}

function foundAt(id: string): string {
  return `/sessions/${encodeURIComponent(id)}#findings`;
}

/** Reads it once before it is added. */
async function addSource(call: OwnerParts['call'], id: string, address: object): Promise<string> {
  const { classes } = await call('POST /sources-probe', { body: { id, address } });
  if (classes === 0) throw new Mistyped('It answered, but it has no classes.');
  await call('POST /sources', { body: { id, address } });
  return `/setup/schedule?added=${id}`;
}

function settings(step: keyof typeof EDITS): Act {
  return async ({ operator: app, owner }, typed) => {
    const gym = gymOf({ app, owner });
    const edit = { gym: gym.id, revision: typed.fields.get('revision') ?? '*' };
    try {
      await edited({ app, owner, edit }, [EDITS[step](gym, typed)].flat(), step);
    } catch (error) {
      if (!isTurnoutError(error, 'config_changed')) throw error;
      const sentence =
        'Nothing was saved yet: the settings were changed elsewhere since this page was opened. Save again to store what you see here.';
      throw new Mistyped(sentence, error.code);
    }
    return `/setup/${step}?saved`;
  };
}

/** The file as it is to be read; rooms that are new are made first. */
async function previewed({ call, operator, owner }: OwnerParts, { fields, text }: Typed) {
  const chosen = (kind: string) =>
    [...fields].flatMap(([key, value]): [string, string][] =>
      key.startsWith(kind) ? [[key.slice(kind.length), value]] : [],
    );
  const rooms = new Map([...chosen('room:'), ...chosen('meant:')].filter(([, id]) => id !== ''));
  for (const [name, id] of rooms) {
    if (id !== NEW_ROOM) continue;
    const made = slugOf(name, 'room');
    // A form that is sent once more makes no second one.
    const isMade = gymOf({ app: operator, owner }).rooms.some((room) => room.id === made);
    if (!isMade) await call('POST /rooms', { body: { id: made, name } });
    rooms.set(name, made);
  }
  const columns = Object.fromEntries(chosen('column:'));
  const body = { upload: text('upload'), columns, rooms: Object.fromEntries(rooms) };
  return call('POST /previews', { body });
}

/** No id of a room has a sign in front. */
const NEW_ROOM = '+';

async function keyOf(call: OwnerParts['call'], wanted: Parameters<typeof given>[0]): Promise<Came> {
  const body = given(wanted);
  const { secret, key } = await call('POST /keys', { body });
  return { key: { secret, label: key.label, trainer: key.trainer } };
}

const isFailed = ({ stages }: Probe) => stages.some(({ state }) => state === 'failed');

function login(text: Typed['text']) {
  return given({ user: text('user'), password: text('password') });
}

/** What was filled in. */
function given(fields: Readonly<Record<string, string | null | undefined>>) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value));
}
