/** How lately a browser must have signed in: what would let somebody in for good asks for the key again. */

import { expect, it } from 'vitest';
import { systemClock } from '../../../../runtime/clock.ts';
import { silentLog } from '../../../../runtime/log/log.ts';
import { openAccess } from '../../../../store/access/access.ts';
import { openHistory } from '../../../../store/history/history.ts';
import { FILE, operatorWorld } from './owner.fixture.ts';

const HOUR_MS = 3_600_000;

/** A browser that an owner of `north` signed in an hour ago. */
async function anHourAgo(dir: string, cookies: string[]): Promise<void> {
  const clock = { ...systemClock, nowUtcMs: () => Date.now() - HOUR_MS };
  const history = await openHistory({ dir, clock, log: silentLog });
  const config = () => ({ gyms: [{ id: 'north' }], access: { freeLookups: 0 } }) as never;
  const access = await openAccess({ history, config, clock, log: silentLog });
  const { key } = await access.createKey({ gymId: 'north', role: 'owner', by: 'test' });
  const about = { way: 'key', device: 'A', isPlain: true } as const;
  const made = await access.signIns.begin({ keyId: key.id, ...about });
  cookies.push(`turnout=${made?.secret}`);
  await access.close();
  await history.close();
}

it('a new key, a camera’s address or detector and the end of all sign-ins ask again; the rest and keys do not', async () => {
  const cookies: string[] = [];
  const world = await operatorWorld(FILE, (dir) => anHourAgo(dir, cookies));
  const { as, owner, text, signIn, url } = world;
  const signedIn = (Cookie: string) => (method: string, path: string, body: object) =>
    as({ Cookie, Origin: url })(method, path, body, '*');
  const old = signedIn(cookies[0] ?? '');
  const address = { url: 'rtsp://127.0.0.1:9/x', user: 'viewer', password: 's3cret' };
  for (const [method, path, body] of [
    ['PATCH', '/cameras/hall', { address }],
    ['PATCH', '/cameras/hall', { address, enabled: false }],
    ['PATCH', '/cameras/hall', { detector: 'motion' }],
    ['PATCH', '/cameras/hall', { detector: null }],
    ['PATCH', '/cameras/hall', { detector_options: { score_threshold: 0.9 } }],
    ['POST', '/cameras', { id: 'door', room: 'empty', address, detector: 'motion' }],
    ['POST', '/keys', { role: 'owner' }],
    ['DELETE', '/sign-ins', {}],
  ] as const) {
    const refused = await old(method, path, body);
    expect(refused).toMatchObject({
      status: 403,
      body: { code: 'sign_in_again', sign_in: '/sign-in' },
    });
    expect(refused.body.detail).toContain('Sign in with the key again');
  }
  expect(await text()).toBe(FILE);
  expect((await old('PATCH', '/cameras/hall', { enabled: false })).status).toBe(200);
  expect((await old('PATCH', '/rooms/studio', { capacity: 21 })).status).toBe(200);
  const fresh = signedIn(await signIn('owner'));
  expect((await fresh('PATCH', '/cameras/hall', { address })).status).toBe(200);
  expect((await fresh('PATCH', '/cameras/hall', { detector: 'motion' })).status).toBe(200);
  expect((await owner('PATCH', '/cameras/hall', { address }, '*')).status).toBe(200);
});
