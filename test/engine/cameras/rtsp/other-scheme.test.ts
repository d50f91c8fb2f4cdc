/** Addresses with `rtsp:` in place of `rtsps:` and the other way round: what is said, and what the port gets to read. */

import { createServer, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { createSource } from '../../../../engine/cameras/sources.ts';
import { Reach } from '../../../../runtime/reach.ts';
import { OpenedSource, openingFault, sourceOptions } from '../../../support/opened-source.ts';
import { listeningInTest } from '../../../support/test-server.ts';
import { camera, ok, PLAYS, tlsBefore } from './written-camera.ts';

const LOGIN = 'viewer:hush@';

const faultOf = async (options: Parameters<typeof sourceOptions>[0]) =>
  openingFault(await createSource(sourceOptions(options)));

/** What `answer` says to whatever it reads first, which is no RTSP. @returns its port. */
const other = (answer: (socket: Socket) => void) =>
  listeningInTest(createServer((socket) => socket.once('data', () => answer(socket))));

const BOTH = ['tcp', 'udp'] as const;

it.each(BOTH)('an address with rtsp: to a port of RTSPS, over %s', async (transport) => {
  const hall = await camera(PLAYS, LOGIN);
  const port = await tlsBefore(Number(new URL(hall.url).port));
  const fault = await faultOf({ url: `rtsp://${LOGIN}127.0.0.1:${port}/hall`, transport });
  expect(fault.code).toBe('camera_refused');
  expect(fault.message).toBe(
    `source: expected a port that speaks plain RTSP, got one that speaks RTSPS; write rtsps:// in place of rtsp:// with port ${port}`,
  );
  expect(hall.asked).toEqual(['OPTIONS * RTSP/1.0']);
});

it.each(BOTH)('rtsps: to a port of RTSP, which sees no login, over %s', async (transport) => {
  // It waits for the end of a request, as most do, and there is none in what TLS begins with.
  const hall = await camera(PLAYS, LOGIN);
  const url = hall.url.replace('rtsp:', 'rtsps:');
  const fault = await faultOf({ url, transport, openTimeoutMs: 200 });
  expect(fault.code).toBe('camera_refused');
  expect(fault.message).toBe(
    `source: expected a port that speaks RTSPS, got one that speaks plain RTSP; write rtsp:// in place of rtsps:// with port ${new URL(url).port}`,
  );
  expect(hall.asked).toEqual(['OPTIONS * RTSP/1.0']);
  expect(hall.requests.join()).not.toMatch(/hush|channel/);
});

it('an address with the right scheme keeps its own fault, and so does one of another service', async () => {
  const broken = await camera({ ...PLAYS, DESCRIBE: () => 'RTSP/1.0 500 No\r\nCSeq: ?\r\n\r\n' });
  const web = await other((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  const secured = await tlsBefore(Number(new URL(broken.url).port));
  const securedWeb = await tlsBefore(web);
  const others = [web, securedWeb].flatMap((port) => [`rtsp:${port}`, `rtsps:${port}`]);
  const urls = [`rtsps:${secured}`, ...others].map((one) => one.replace(':', '://127.0.0.1:'));
  for (const url of [broken.url, ...urls])
    expect((await faultOf({ url })).message).not.toContain('speaks');
});

it('a port of the other scheme is asked nothing where its address must not be reached', async () => {
  const hall = await camera(PLAYS);
  const url = hall.url.replace('rtsp:', 'rtsps:');
  const away = await faultOf({ url, reach: new Reach(false) });
  expect(away.code).toBe('address_refused');
  expect(hall.sockets).toHaveLength(0);
  const here = await faultOf({ url, reach: new Reach(true), openTimeoutMs: 200 });
  expect(here.parts.got).toBe('one that speaks plain RTSP');
});

it('a camera that has opened once is asked for nothing else while it stays away', async () => {
  let isAway = false;
  const hall = await camera({ ...PLAYS, OPTIONS: () => (isAway ? null : ok()) });
  const source = new OpenedSource(await createSource(sourceOptions({ url: hall.url })));
  await source.open();
  await source.close();
  isAway = true;
  expect((await faultOf({ url: hall.url, openTimeoutMs: 200 })).code).toBe('camera_timeout');
  expect(hall.sockets).toHaveLength(2);
});
