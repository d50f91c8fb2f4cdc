/** How lately a browser must have signed in: what would let somebody in for good asks for the key again. */

import { expect, it, vi } from 'vitest';
import { systemClock } from '../../../../runtime/clock.ts';
import { FILE, operatorWorld } from './owner.fixture.ts';

it('a new key, a camera’s address or detector and the end of all sign-ins ask again; the rest and keys do not', async () => {
  const { as, owner, text, signIn, url } = await operatorWorld();
  const signedIn = (Cookie: string) => (method: string, path: string, body: object) =>
    as({ Cookie, Origin: url })(method, path, body, '*');
  const clock = vi.spyOn(systemClock, 'nowUtcMs').mockReturnValue(Date.now() - 3_600_000);
  const old = signedIn(await signIn('owner'));
  clock.mockRestore();
  const address = { url: 'rtsp://127.0.0.1:9/x', user: 'viewer', password: 's3cret' };
  const detail = expect.stringContaining('Sign in with the key again');
  const again = { code: 'sign_in_again', sign_in: '/sign-in', detail };
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
    expect(refused).toMatchObject({ status: 403, body: again });
  }
  expect(await text()).toBe(FILE);
  expect((await old('PATCH', '/cameras/hall', { enabled: false })).status).toBe(200);
  expect((await old('PATCH', '/rooms/studio', { capacity: 21 })).status).toBe(200);
  const fresh = signedIn(await signIn('owner'));
  expect((await fresh('PATCH', '/cameras/hall', { address })).status).toBe(200);
  expect((await fresh('PATCH', '/cameras/hall', { detector: 'motion' })).status).toBe(200);
  expect((await owner('PATCH', '/cameras/hall', { address }, '*')).status).toBe(200);
});
