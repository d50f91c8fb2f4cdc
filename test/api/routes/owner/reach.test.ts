/** Where addresses that owners type may lead: in each place that takes one. */

import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { listening, stopped } from '../../../support/loopback.ts';
import { FILE, type OperatorWorld, operatorWorld, RATES } from './owner.fixture.ts';

const AWAY = FILE.replace(/^server: .*\n/m, '') + RATES;
const CAMERA = { id: 'door', room: 'studio' };
const FEED = 'schedule: [{ id: classes, url: "https://calendar.example/x" }]';

/** What each place answers to an address. */
async function answers({ owner }: OperatorWorld, host: string, port: number) {
  const camera = { url: `rtsp://${host}:${port}/x` };
  const picture = { url: `http://${host}:${port}/x` };
  const ranges = [host];
  const places = {
    probe: await owner('POST', '/probe', { address: camera }),
    'probe of a picture': await owner('POST', '/probe', { address: picture }),
    'new camera': await owner('POST', '/cameras', { ...CAMERA, address: camera }, '*'),
    'camera address': await owner('PATCH', '/cameras/hall', { address: picture }, '*'),
    'probe of a feed': await owner('POST', '/sources-probe', { address: picture }),
    'new feed': await owner('POST', '/sources', { id: 'other', address: picture }, '*'),
    'feed address': await owner('PATCH', '/sources/classes', { address: picture }, '*'),
    ...(/^[\d.]+$/.test(host) && { find: await owner('POST', '/cameras/find', { ranges }) }),
  };
  return Object.entries(places).map(
    ([place, { status, body }]) => [place, status, body.code, body.detail] as const,
  );
}

it('no address leads to this computer or a link-local one, whether or not something is there', async () => {
  const served = createServer((_, response) => response.end('{}'));
  const port = await listening(served, 0, '::');
  onTestFinished(() => stopped(served));
  const file = AWAY.replace('    name: North', `    ${FEED}\n    name: North`);
  const world = await operatorWorld(file);
  const before = await world.text();
  const seen = new Set<string>();
  for (const host of ['127.0.0.1', 'localhost', '0x7f000001', '[::ffff:127.0.0.1]', '0.0.0.0']) {
    for (const [place, status, code, detail] of await answers(world, host, port)) {
      expect([status, code], `${place} ${host}`).toEqual([422, 'address_refused']);
      seen.add(detail);
    }
  }
  const hint = expect.stringContaining('turnout.yaml: server: { probe_local: true }');
  expect([...seen]).toEqual([hint]);
  const open = await answers(world, '127.0.0.1', port);
  expect(await answers(world, '127.0.0.1', 9)).toEqual(open);
  for (const [place, status, code, detail] of await answers(world, '169.254.169.254', 80)) {
    expect([status, code], place).toEqual([422, 'address_refused']);
    expect(detail).toContain('link-local');
    expect(detail).not.toContain('probe_local');
  }
  expect(await world.text()).toBe(before);
  expect(await world.secrets()).toBe('');
});
