/** Files of classes over the owner API: what a preview shows is what is taken, and everything can be taken back. */

import { expect, it } from 'vitest';
import { MAX_SCHEDULE_BYTES } from '../../../../../gym/schedule/entry.ts';
import { talk } from '../../../../support/raw-http.ts';
import { type OperatorWorld, sharedWorld, WITHOUT_CAMERAS } from '../owner.fixture.ts';

/** A week from now, so that nothing here depends on what has begun. */
const DAY = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
const row = (time: string, rest: string) => `${DAY},${time},${rest}`;
/** The file again with two more bookings of its first class. */
const rebooked = (csv: string) => csv.replace('Studio,20,12', 'Studio,20,14');
const CSV = [
  'Date,Time,Class,Coach,Where,Max,Booked',
  row('18:00', 'Yoga,Anna,Studio,20,12'),
  row('19:00', 'Spin,Ben,Cellar,15,9'),
  'Total,,,,,,21',
].join('\n');

const world = sharedWorld(WITHOUT_CAMERAS);

/** Sends a file of classes, as the owner of `north`. */
async function upload(body: string | Uint8Array<ArrayBuffer>, name = 'classes.csv') {
  const type = { 'Content-Type': 'application/octet-stream' };
  const headers = { 'X-Api-Key': await world.key('owner'), ...type };
  const target = `/operator/v1/uploads?name=${encodeURIComponent(name)}`;
  return world.ask(target, { method: 'POST', headers, body });
}

async function previewed(bytes: string | Uint8Array<ArrayBuffer> = CSV, name?: string) {
  const { body } = await upload(bytes, name);
  return world.owner('POST', '/previews', { upload: body.upload });
}

/** Of what an import brought nothing is left for the next test. */
async function undone(id: number) {
  expect((await world.owner('POST', `/imports/${id}/undo`)).status).toBe(200);
}

it('an import is refused where the classes changed after the preview', async () => {
  const first = (await previewed()).body;
  const second = (await previewed(rebooked(CSV))).body;
  const made = await world.owner('POST', '/imports', { preview: second.preview });
  const late = await world.owner('POST', '/imports', { preview: first.preview });
  expect(late).toMatchObject({ status: 409, body: { code: 'preview_outdated' } });
  expect((await world.owner('GET', '/imports')).body.imports[0].id).toBe(made.body.import);
  // A new preview of the same upload shows what it would do now.
  const now = await world.owner('POST', '/previews', { upload: first.upload });
  expect(now.body.counts).toMatchObject({ add: 0, change: 1 });
  await undone(made.body.import);
});

it('an import that is sent twice is made once, and answered twice', async () => {
  const { preview } = (await previewed()).body;
  const send = () => world.owner('POST', '/imports', { preview });
  const [first, ...others] = [...(await Promise.all([send(), send()])), await send()];
  expect(first?.status).toBe(201);
  for (const { status, body } of others)
    expect({ status, body }).toEqual({ status: 201, body: first.body });
  await undone(first.body.import);
});

it('bookings of a class are read as each source says them', async () => {
  const plan = (await previewed()).body;
  const { body } = await world.owner('POST', '/imports', { preview: plan.preview });
  const roster = `Date,Time,Class,Reservations,Attended,Late cancels,Waitlist\n${row('18:00', 'Yoga,13,11,2,1')}\n`;
  const shown = await previewed(roster, 'roster.csv');
  expect(shown.body.counts).toMatchObject({ add: 0, change: 1 });
  const [{ class: id }] = shown.body.changes;
  await world.owner('POST', '/imports', { preview: shown.body.preview });
  const bookings = await world.owner('GET', `/sessions/${id}/bookings`);
  expect(bookings.body).toMatchObject({
    name: 'Yoga',
    booked: 13,
    checked_in: 11,
    sources: [
      { source: body.source, booked: 12, checked_in: null },
      { source: 'roster', booked: 13, checked_in: 11, late_cancels: 2, waitlisted: 1 },
    ],
  });
  const other = world.as({ 'X-Api-Key': await world.key('owner', 'south') });
  const foreign = await other('GET', `/sessions/${id}/bookings`);
  expect(foreign).toMatchObject({ status: 404, body: { code: 'unknown_session' } });
});

/** Files that are no schedules, or too much of one: one clear error each, nothing is taken, and the server goes on. */

const HEAD = 'start,name,trainer\n';
const ROW = '2031-03-04 18:00,Yoga,Anna\n';
const MIB = 1024 * 1024;

it('a file over the API of 50 MB, or of someone who may not send one, is refused before it is read', async () => {
  const { status, body } = await headOnly(world, 50 * MIB, await world.key('owner'));
  expect(status).toBe(413);
  expect(body).toMatchObject({ code: 'body_too_large' });
  expect(body.detail).toContain(String(MAX_SCHEDULE_BYTES));
  for (const [key, status] of [
    [await world.key('manager'), 403],
    ['tk_unknown', 401],
  ] as const) {
    expect((await headOnly(world, 20 * MIB, key)).status).toBe(status);
  }
});

it('a file over the API as a form is refused with what to send', async () => {
  const form = new FormData();
  form.set('file', new Blob(['x']), 'a.csv');
  const headers = { 'X-Api-Key': await world.key('owner') };
  const init = { method: 'POST', headers, body: form };
  const refused = await world.ask('/operator/v1/uploads?name=a.csv', init);
  expect(refused).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } });
  expect(refused.body.detail).toMatch(/--data-binary/);
});

it('a file over the API of NUL bytes is refused, and those within a name are left out', async () => {
  const refused = await previewed(new Uint8Array(MIB));
  expect(refused).toMatchObject({ status: 422, body: { code: 'schedule_unreadable' } });
  const picture = await previewed('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x02\0\0');
  expect(JSON.stringify(picture.body)).toContain('got a file that is no text');
  const { body } = await previewed(`${HEAD}2031-03-04 18:00,Yo\0ga,Anna\0\n`);
  expect(body.sample[0]).toMatchObject({ name: 'Yo ga', trainer: 'Anna' });
});

it('a file over the API may have any name: folders and control characters are left out', async () => {
  const { body } = await upload(HEAD + ROW, '../../etc/\u0000July <b>.csv');
  expect(body).toMatchObject({ name: 'July <b>.csv', source: 'july-b' });
});

/** Sends a head that announces a body, and a little of it: the answer must not wait for the rest. */
async function headOnly({ url }: OperatorWorld, length: number, key: string) {
  const head = `POST /operator/v1/uploads?name=a.csv HTTP/1.1\r\nHost: localhost\r\nX-Api-Key: ${key}\r\n`;
  const sent = `${head}Content-Length: ${length}\r\n\r\nstart,name\n`;
  const heard = await talk(Number(new URL(url).port), sent, /\r\n\r\n.*\}/s);
  const [, status] = /^HTTP\/1\.1 (\d+)/.exec(heard) ?? [];
  return { status: Number(status), body: JSON.parse(heard.slice(heard.indexOf('\r\n\r\n'))) };
}
