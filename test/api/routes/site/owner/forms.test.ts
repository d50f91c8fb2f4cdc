/** The forms of an owner on the whole program: without a script, and what was typed is there again where it is refused. */

import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { ACTS } from '../../../../../api/routes/site/owner/acts.ts';
import { BOOKING_SYSTEMS } from '../../../../../config/booking.ts';
import { loadConfig } from '../../../../../config/load.ts';
import { SECRET } from '../../../../notify/gym.fixture.ts';
import { mailServer, mailTo } from '../../../../notify/mail-server.fixture.ts';
import { hiddenFields } from '../../../../support/read-html.ts';
import { operatorWorld, sharedWorld, WITHOUT_CAMERAS } from '../../owner/owner.fixture.ts';

const world = sharedWorld();

const HERE = '/setup/schedule';
const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const CSV = `starts;ends;What;room;colour\n${at(1)};${at(1.04)};Yoga;Studio;blue\n${at(2)};${at(2.04)};Spin;Cellar;red\n`;

function fileOf(text: string): FormData {
  const body = new FormData();
  body.set('act', 'upload');
  body.set('file', new Blob([text]), 'classes.csv');
  return body;
}

it('a file is looked at first: what was not understood is named, read otherwise, taken and undone', async () => {
  const { send, form } = await world.pages();
  expect((await form(HERE, { act: 'upload' })).text).toContain('Choose a file first.');
  const first = await send(HERE, fileOf(CSV));
  expect(first.status).toBe(200);
  expect(first.text).toContain('No class could be read');
  expect(first.text).toMatch(/Not understood, and left out: <bdi>“What” and “colour”/);
  const columns = { 'column:name': 'What', 'column:start': 'starts', 'column:end': 'ends' };
  const chosen = { ...columns, 'column:room': 'room', 'meant:Cellar': '+' };
  const again = await form(HERE, { ...hiddenFields(first.text), ...chosen, act: 'read' });
  expect(again.text).toContain('2 classes understood: 2 new.');
  expect(again.text).toContain('name="room:Cellar" value="cellar"');
  const taken = await form(HERE, { ...hiddenFields(again.text), ...columns, act: 'import' });
  expect([taken.status, taken.to]).toEqual([303, `${HERE}?imported=1`]);
  expect((await send(`${HERE}?imported=1`)).text).toContain('classes.csv is imported: 2 new.');
  const undone = await form(HERE, { act: 'undo', import: '1' });
  expect((await send(undone.to ?? '')).text).toContain('is undone');
  const gone = await form(HERE, { ...hiddenFields(again.text), act: 'import' });
  expect([gone.status, gone.text.includes('upload the file again')]).toEqual([422, true]);
});

it('a new room that is chosen is meant by an import at once, and made once', async () => {
  const { send, form } = await world.pages();
  const row = 'Yoga,2026-11-23 18:00,2026-11-23 19:00,Attic,10,900';
  const first = await send(HERE, fileOf(`Class,Start,End,Room,Spots,Signed up\n${row}\n`));
  expect(first.text).not.toContain('left out:');
  const fields = Object.entries({ name: 'Class', start: 'Start', end: 'End', room: 'Room' });
  const columns = Object.fromEntries(fields.map(([field, head]) => [`column:${field}`, head]));
  const numbers = { 'column:capacity': 'Spots', 'column:booked': 'Signed up' };
  const chosen = { ...columns, ...numbers, 'meant:Attic': '+', act: 'import' };
  const sent = { ...hiddenFields(first.text), ...chosen };
  const refused = await form(HERE, sent);
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('Over 1.5 times as many people as spots');
  expect(refused.text).toContain('name="room:Attic" value="attic"');
  expect(refused.text).toContain('name="force"');
  // Back to the first form: before it is imported, and after.
  const imported = await form(HERE, { ...sent, force: 'yes' });
  expect(imported.to).toMatch(/\?imported=[1-9]/);
  expect((await form(HERE, { ...sent, force: 'yes' })).to).toBe(imported.to);
});

it('a key for somebody, shown once, and a new one for a lost one', async () => {
  const { send, form } = await world.pages();
  const shownAfter = async (fields: Record<string, string>) => {
    const { to } = await form('/setup/keys', fields);
    return [await send(to ?? ''), await send(to ?? '')] as const;
  };
  const [made, again] = await shownAfter({ act: 'make-key', label: 'Maya', role: 'manager' });
  expect(again.text).not.toMatch(/tk_\w+(?=<\/textarea>)/);
  const [key = ''] = /tk_\w+(?=<\/textarea>)/.exec(made.text) ?? [];
  expect([made.status, made.kept]).toEqual([200, 'no-store']);
  const [, id = ''] = /name="key" value="([^"]*)"[^§]*?the key of Maya/.exec(made.text) ?? [];
  const [replaced] = await shownAfter({ act: 'replace-key', key: id });
  const [other = ''] = /tk_\w+(?=<\/textarea>)/.exec(replaced.text) ?? [];
  const statusOf = async (one: string) =>
    (await world.ask('/v1/summary', { headers: { 'X-Api-Key': one } })).status;
  expect(await Promise.all([key, other].map(statusOf))).toEqual([401, 200]);
});

it('a camera gets another address once it was tried, and goes', async () => {
  const calls: unknown[] = [];
  let state = 'failed';
  const call = async (name: string, { body }: { readonly body?: unknown }) => {
    calls.push([name, body]);
    return { stages: [{ state }] };
  };
  const perform = async (act: string, fields: Record<string, string>) =>
    ACTS[act]?.({ call, id: 'hall' } as never, {
      fields: new Map(Object.entries(fields)),
      text: (name: string) => fields[name] ?? '',
      file: null,
    });
  const address = { url: 'rtsp://h/2', user: 'a', password: 'b' };
  expect(await perform('change-camera', address)).toMatchObject({
    fault: 'It is not saved: one step failed.',
  });
  expect(calls).toEqual([['POST /probe', { address }]]);
  state = 'passed';
  expect(await perform('change-camera', address)).toBe('/cameras/hall');
  expect(calls.at(-1)).toEqual(['PATCH /cameras/{camera_id}', { address }]);
  expect(await perform('remove-camera', { camera: 'hall' })).toBe('/cameras?removed=hall');
  expect(calls.at(-1)).toEqual(['DELETE /cameras/{camera_id}', undefined]);
});

it('what cannot be taken back is asked once more; an empty file and a room without a name are named', async () => {
  const { send, form } = await world.pages();
  await form('/setup/keys', { act: 'make-key', label: 'Temp', role: 'manager' });
  const keys = (await send('/setup/keys')).text;
  expect(keys).toMatch(/<details><summary>Revoke(?:(?!<\/details>).)*value="revoke-key"/);
  const [, key = ''] = /name="key" value="([^"]*)"[^§]*?the key of Temp/.exec(keys) ?? [];
  const { to } = await form('/setup/keys', { act: 'revoke-key', key });
  expect((await send(to ?? '')).text).toContain('The key is revoked.');
  expect((await send(HERE, fileOf(''))).text).toContain('The file is empty.');
  const rooms = await form('/setup/rooms', { act: 'rooms', spots: '20' });
  expect(rooms.text).toContain('Type the name of the new room.');
});

it('a booking system is tried and added under its name, and its account is never shown again', async () => {
  const { send, form } = await world.pages();
  const page = (await send(HERE)).text;
  for (const { title } of Object.values(BOOKING_SYSTEMS)) expect(page).toContain(title);
  const typed = { act: 'add-booking', system: 'mindbody', site: '-99', key: 's3cret', user: 'eve' };
  const refused = await form(HERE, typed);
  expect([refused.status, refused.text.includes('Fill in every field.')]).toEqual([422, true]);
  expect(refused.text).toContain('value="-99"');
  expect(refused.text).not.toContain('s3cret');

  const calls: unknown[] = [];
  const asked = {
    call: async (name: string, { body }: { readonly body: unknown }) => {
      calls.push([name, body]);
      return { classes: 14 };
    },
    operator: { config: () => ({ gyms: [{ id: 'north', schedule: [{ id: 'teamup' }] }] }) },
    owner: { key: { gymId: 'north' } },
  };
  const fields = new Map([...Object.entries({ system: 'teamup', site: 'a b', token: 's3&t' })]);
  const text = (name: string) => fields.get(name) ?? '';
  const to = await ACTS['add-booking']?.(asked as never, { fields, text, file: null });
  expect(to).toBe(`${HERE}?added=teamup-2`);
  const body = { id: 'teamup-2', address: { url: 'teamup://a%20b?token=s3%26t' } };
  expect(calls).toEqual(['/sources-probe', '/sources'].map((path) => [`POST ${path}`, body]));
});

it('a channel is added, tried and removed; its address is never shown, nor one of the own network taken', async () => {
  const { port, mails } = await mailServer({ disabledCommands: ['STARTTLS'] });
  const gym = '{ id: north, timezone: Europe/London, rooms: [{ id: hall }] }';
  const file = `gyms: [${gym}]\n${mailTo(port)}\n`;
  const { pages, text, secrets } = await operatorWorld(file);
  const { send, form } = await pages();
  const page = '/setup/notify';
  const add = (fields: Record<string, string>) => form(page, { act: 'add-channel', ...fields });
  const owners = { name: 'Owners', kind: 'email', to: 'a@gym.example, b@gym.example' };
  const none = await add(owners);
  expect([none.status, none.text.includes('value="Owners"')]).toEqual([422, true]);
  expect((await add({ ...owners, 'send:weekly': 'on' })).to).toBe(`${page}?added=owners`);
  const tested = await form(page, { act: 'test-channel', channel: 'owners' });
  expect(tested.to).toBe(`${page}?tested=owners`);
  expect(mails[0]).toContain('b@gym.example');

  const hook = { name: 'Till', kind: 'webhook', secret: SECRET, 'send:classes': 'on' };
  const near = await add({ ...hook, to: 'https://10.0.0.5/hook' });
  expect(near.text).toContain('one of your own network');
  const login = { user: 'a', password: 's3cret' };
  const nearMail = { act: 'mail', server: '127.0.0.1:25', ...login, from: 'a@gym.example' };
  expect((await form(page, nearMail)).text).toContain('one of your own network');
  const to = 'https://93.184.215.14/s3cret';
  expect((await add({ ...hook, to })).to).toBe(`${page}?added=till`);
  expect(await text()).toMatch(/id: till, webhook: "\$\{TILL_ADDRESS\}"/);
  expect(await text()).toContain('internet_only: true');
  expect(await secrets()).toContain(to);
  const shown = await send(page);
  expect(shown.text).not.toMatch(/s3cret|whsec_A|@gym\.example/);
  expect(shown.text).toContain('Send a test');
  await form(page, { act: 'remove-channel', channel: 'till' });
  expect((await text()) + (await secrets())).not.toMatch(/till|s3cret|whsec_/);
  const whole = { ...nearMail, server: 'smtp://a:s3cret@93.184.215.14:587' };
  expect((await form(page, whole)).text).toContain('such as mail.example:587');
  const mail = { ...nearMail, server: 'smtps://93.184.215.14/' };
  expect((await form(page, mail)).to).toBe(`${page}?saved`);
  expect(await secrets()).toContain('smtps://a:s3cret@93.184.215.14');
  expect(await text()).toMatch(/smtp: \$\{MAIL_ADDRESS\}$/m);
});

it('the gym, its rooms and its prices are set by form; what is mistyped stays on the page', async () => {
  const { pages, audit, folder } = await operatorWorld(WITHOUT_CAMERAS);
  const { send, form } = await pages();
  const gym = async () =>
    (await loadConfig(join(folder, 'turnout.yaml'), { variables: {} } as never)).gyms[0];
  const csv = `name,start,end,trainer\nSpin,${at(1)},${at(1.04)},Anna Kovács\n`;
  const first = await send(HERE, fileOf(csv));
  await form(HERE, { ...hiddenFields(first.text), act: 'import' });
  // The gym is read anew once the import has been answered.
  const before = await vi.waitFor(async () => {
    const page = await send('/setup/prices');
    expect(page.text).toContain('name="flat:Anna Kovács"');
    return page;
  });
  const prices = { revenue_per_visit: '£9.50', flat_pay: '28', 'flat:Anna Kovacs': '34,50' };
  const saved = await form('/setup/prices', { act: 'prices', ...prices });
  expect([saved.status, saved.to]).toEqual([303, '/setup/prices?saved']);
  expect((await gym())?.economics).toMatchObject({
    revenuePerVisitMilli: 9_500,
    flatPayMilli: 28_000,
    roomCostMilli: null,
    trainers: [{ name: 'Anna Kovacs', flatPayMilli: 34_500, perHeadPayMilli: null }],
  });
  // Once each, however the file spells the name.
  expect((await send('/setup/prices')).text.match(/name="flat:[^"]+/g)).toHaveLength(1);
  // A page that was drawn before that knows nothing of it.
  const { revision = '' } = hiddenFields(before.text);
  const late = await form('/setup/prices', { act: 'prices', room_cost: '12', revision });
  expect([late.status, late.text]).toEqual([422, expect.stringContaining('Nothing was saved')]);
  expect((await gym())?.economics).toMatchObject({ flatPayMilli: 28_000, roomCostMilli: null });
  // What is typed is still there, and stored when it is sent once more.
  const now = hiddenFields(late.text)['revision'] ?? '';
  const once = await form('/setup/prices', {
    act: 'prices',
    ...prices,
    room_cost: '12',
    revision: now,
  });
  expect([now === revision, once.to]).toEqual([false, '/setup/prices?saved']);
  const mistyped = { act: 'prices', revenue_per_visit: 'nine', room_cost: '12' };
  const wrong = await form('/setup/prices', mistyped);
  const unclear = await form('/setup/prices', { act: 'prices', room_cost: '1,400' });
  expect(unclear.text).toContain('“1,400” is not an amount');
  expect(wrong.status).toBe(422);
  expect(wrong.text).toContain('“nine” is not an amount');
  expect(wrong.text).toMatch(/name="room_cost"[^>]*value="12"|value="12"[^>]*name="room_cost"/);

  const place = { name: 'Northside', timezone: 'Europe/Berlin' };
  const goals = { fill_goal: '72.5%', people_goal: '' };
  const families = 'Spin: Power Ride, Rhythm Ride';
  await form('/setup/gym', { act: 'gym', ...place, currency: 'eur', families, ...goals });
  expect(await gym()).toMatchObject({
    ...place,
    currency: 'EUR',
    families: { spin: ['Power Ride', 'Rhythm Ride'] },
    goals: [{ class: null, trainer: null, fill: 0.725, attendance: null }],
  });
  const studio = { 'name:studio': 'Main Hall', 'spots:studio': '24' };
  const rooms = { act: 'rooms', ...studio, name: 'Loft', spots: '12' };
  await form('/setup/rooms', rooms);
  expect((await gym())?.rooms).toMatchObject([
    { id: 'studio', name: 'Main Hall', capacity: 24 },
    { id: 'empty', capacity: null },
    { id: 'loft', name: 'Loft', capacity: 12 },
  ]);
  expect(await audit(3)).toMatchObject(Array(3).fill({ kind: 'config_changed' }));
  const again = await form('/setup/rooms', rooms);
  expect(again.text).toContain('Another room is called “Loft”');
  await form('/setup/rooms', { act: 'rooms', 'name:loft': '', 'spots:loft': '12' });
  expect((await gym())?.rooms.map(({ id }) => id)).toEqual(['studio', 'empty']);
});

it('no one else sends a form or a file', async () => {
  const { send, form } = await world.pages('manager');
  expect((await send(HERE, fileOf(CSV))).status).toBe(403);
  expect((await form('/cameras', { act: 'add-camera' })).status).toBe(403);
});
