import { expect, it, onTestFinished } from 'vitest';
import { createFinds } from '../../../../service/operator/devices/finds.ts';
import { PLAYS, camera as rtspCamera } from '../../../engine/cameras/rtsp/written-camera.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { startOnvifCamera } from '../../../support/onvif-camera.ts';

const HERE = ['127.0.0.1'];
const LOGIN = { user: 'viewer', password: 'p#ss' };
const { signal } = new AbortController();

async function world() {
  const hall = await rtspCamera(PLAYS);
  const rtspPort = Number(new URL(hall.url).port);
  const url = `rtsp://10.9.9.9:${rtspPort}/live/sub`;
  const size = { width: 640, height: 360, fps: 15, govFrames: 75 };
  const stream = { token: 'sub', codec: 'H264', ...size, url } as const;
  const onvif = await startOnvifCamera({ name: 'Cam', streams: [stream], login: LOGIN });
  onTestFinished(() => onvif.stop());
  const clock = new FakeClock();
  const finds = createFinds({
    clock: { monotonicMs: () => clock.monotonicMs(), nowUtcMs: Date.now },
    discoveryPort: onvif.discoveryPort,
    waitMs: 300,
  });
  const search = (login: typeof LOGIN | null = null) =>
    finds.search('north', { ranges: HERE, login, rtspPort, signal });
  const address = (id: string, more: object = {}, gym = 'north') =>
    finds.address(gym, { id, path: null, login: null, ...more });
  return { finds, search, address, clock, rtspPort };
}

it('a camera that was found has an id, and its address comes by the login that it wants', async () => {
  const { search, address, rtspPort } = await world();
  const { asked, found } = await search();
  expect([asked, found.length]).toEqual([1, 1]);
  const [{ id = '', address: known, fault } = {}] = found;
  expect([known, fault?.code]).toEqual([null, 'camera_unauthorized']);
  expect(id).not.toContain('127');
  const refused = { login: { ...LOGIN, password: 'no' } };
  await expect(address(id, refused)).rejects.toMatchObject({ code: 'usage' });
  await expect(address(id)).rejects.toThrow(/type its user and password/);
  // At the host that answered, whatever it says of others.
  const at = `rtsp://127.0.0.1:${rtspPort}`;
  expect(await address(id, { login: LOGIN })).toBe(`${at}/live/sub`);
  expect(await address(id, { path: '/other' })).toBe(`${at}/other`);
});

it('a camera that was found is of the gym that looked for it, for a quarter of an hour', async () => {
  const { search, address, clock } = await world();
  const [{ id = '' } = {}] = (await search(LOGIN)).found;
  const unknown = { code: 'found_unknown' };
  await expect(address(id, {}, 'south')).rejects.toMatchObject(unknown);
  await expect(address('found_other')).rejects.toMatchObject(unknown);
  expect(await address(id)).toMatch(/live\/sub$/);
  await clock.advance(15 * 60_000 + 1);
  await expect(address(id)).rejects.toMatchObject(unknown);
});

it('a search is one at a time, and at most six in a minute', async () => {
  const { search, clock } = await world();
  const tooFast = { code: 'rate_limited' };
  const first = search();
  await expect(search()).rejects.toMatchObject(tooFast);
  await first;
  for (let more = 0; more < 5; more += 1) await search();
  await expect(search()).rejects.toMatchObject(tooFast);
  await clock.advance(60_000);
  expect((await search()).asked).toBe(1);
});
