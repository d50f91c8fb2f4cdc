/** Files that are no schedules, or too much of one: one clear error each, nothing is taken, and the server goes on. */

import { request } from 'node:http';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { MAX_SCHEDULE_BYTES, MAX_UNPACKED_BYTES } from '../../../../../gym/schedule/entry.ts';
import { type OperatorWorld, operatorWorld, upload } from '../owner.fixture.ts';

async function previewOf(
  world: OperatorWorld,
  bytes: string | Uint8Array<ArrayBuffer>,
  name?: string,
) {
  const { body } = await upload(world, bytes, name);
  return world.owner('POST', '/previews', { upload: body.upload });
}

const HEAD = 'start,name,trainer\n';
const ROW = '2031-03-04 18:00,Yoga,Anna\n';
const MIB = 1024 * 1024;

describe('a file over the API', () => {
  it('of 50 MB is refused by its length, before it is read', async () => {
    const world = await operatorWorld();
    const { status, body } = await headOnly(world, 50 * MIB, await world.key('owner'));
    expect(status).toBe(413);
    expect(body).toMatchObject({ code: 'body_too_large' });
    expect(body.detail).toContain(String(MAX_SCHEDULE_BYTES));
  });

  it('of someone who may not send one is refused, and its bytes are not waited for', async () => {
    const world = await operatorWorld();
    for (const [key, status] of [
      [await world.key('manager'), 403],
      ['tk_unknown', 401],
    ] as const) {
      expect((await headOnly(world, 20 * MIB, key)).status).toBe(status);
    }
  });

  it('as a form is refused with what to send', async () => {
    const world = await operatorWorld();
    const form = new FormData();
    form.set('file', new Blob(['x']), 'a.csv');
    const headers = { 'X-Api-Key': await world.key('owner') };
    const init = { method: 'POST', headers, body: form };
    const refused = await world.ask('/operator/v1/uploads?name=a.csv', init);
    expect(refused).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } });
    expect(refused.body.detail).toMatch(/--data-binary/);
  });

  it('of 100,000 columns is read where it is known, or refused in one sentence', async () => {
    const world = await operatorWorld();
    const wide = Array.from({ length: 100_000 }, (_, at) => `c${at}`).join(',');
    const strange = await previewOf(world, `${wide}\n${wide}\n`);
    expect(strange.body).toMatchObject({ classes: 0, fault_count: 1 });
    expect(strange.body.columns).toHaveLength(200);
    const known = await previewOf(world, `start,name,${wide}\n2031-03-04 18:00,Yoga,${wide}\n`);
    expect(known.body).toMatchObject({ classes: 1 });
  });

  it('that is a zip bomb is refused before it is unpacked', async () => {
    const world = await operatorWorld();
    const zeros = new Uint8Array(MAX_UNPACKED_BYTES + 1);
    const bomb = zipSync({ 'xl/workbook.xml': strToU8('<x/>'), 'xl/worksheets/sheet1.xml': zeros });
    const refused = await previewOf(world, new Uint8Array(bomb), 'classes.xlsx');
    expect(refused).toMatchObject({ status: 413, body: { code: 'schedule_too_large' } });
    expect(refused.body.detail).toMatch(/unpacked/);
  });

  it('of NUL bytes is refused, and those within a name are left out', async () => {
    const world = await operatorWorld();
    const refused = await previewOf(world, new Uint8Array(MIB));
    expect(refused).toMatchObject({ status: 422, body: { code: 'schedule_unreadable' } });
    const { body } = await previewOf(world, `${HEAD}2031-03-04 18:00,Yo\0ga,Anna\0\n`);
    expect(body.sample[0]).toMatchObject({ name: 'Yo ga', trainer: 'Anna' });
  });

  it('may have any name: folders and control characters are left out', async () => {
    const world = await operatorWorld();
    const { body } = await upload(world, HEAD + ROW, '../../etc/\u0000July <b>.csv');
    expect(body).toMatchObject({ name: 'July <b>.csv', source: 'july-b' });
  });
});

interface Refusal {
  readonly status: number;
  readonly body: { readonly code: string; readonly detail: string };
}

/** Sends a head that announces a body, and a little of it: the answer must not wait for the rest. */
function headOnly({ url }: OperatorWorld, length: number, key: string): Promise<Refusal> {
  return new Promise((resolve, reject) => {
    const sending = request(`${url}/operator/v1/uploads?name=a.csv`, {
      method: 'POST',
      headers: { 'X-Api-Key': key, 'Content-Length': length },
    });
    sending.on('response', async (response) => {
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part);
      const body = JSON.parse(Buffer.concat(parts).toString());
      resolve({ status: response.statusCode ?? 0, body });
      sending.destroy();
    });
    sending.on('error', reject);
    sending.write('start,name\n');
  });
}
