import { expect, it, onTestFinished } from 'vitest';
import { readStreams, smallestUseful } from '../../../../engine/cameras/onvif/streams.ts';
import {
  type FakeStream,
  type OnvifCameraOptions,
  startOnvifCamera,
} from '../../../support/onvif-camera.ts';

const LARGE = { codec: 'H265', width: 2560, height: 1440, fps: 20, govFrames: 40 } as const;
const HALF = { codec: 'H264', width: 640, height: 360, fps: 10, govFrames: 80 } as const;
const ADDRESS = 'rtsp://10.9.9.9:554';
const MAIN: FakeStream = { token: 'main', ...LARGE, url: `${ADDRESS}/Streaming/Channels/101` };
const SUB: FakeStream = { token: 'sub', ...HALF, url: `${ADDRESS}/live?channel=1&subtype=1` };
const THUMB: FakeStream = { ...SUB, token: 'thumb', width: 320, height: 180 };
const LOGIN = { user: 'viewer', password: 'p&<ss word' };

async function read(options: Partial<OnvifCameraOptions>, login: typeof LOGIN | null = LOGIN) {
  const camera = await startOnvifCamera({ name: 'Hall', streams: [MAIN, SUB, THUMB], ...options });
  onTestFinished(() => camera.stop());
  const { service } = camera;
  const reading = readStreams({ service, login, timeoutMs: 2_000, nowUtcMs: Date.now });
  const found = await reading.catch((error: unknown) => error);
  return { camera, found };
}

it.each<[string, Partial<OnvifCameraOptions>]>([
  ['the first media service', {}],
  ['Media2, which knows H.265', { hasMedia2: true }],
  ['a camera that knows GetCapabilities alone', { isOld: true }],
  ['the digest of HTTP', { wantsHttpDigest: true, login: LOGIN }],
])('the streams of a camera by %s', async (_, options) => {
  const { found, camera } = await read(options);
  // The host is the one that was asked, whatever the camera calls itself.
  const [main, sub] = [MAIN, SUB].map(({ url }) => url.replace('10.9.9.9', '127.0.0.1'));
  expect(found).toMatchObject({
    streams: [
      { name: 'main', codec: 'h265', width: 2560, height: 1440, keyframeMs: 2_000, url: main },
      { name: 'sub', codec: 'h264', width: 640, height: 360, keyframeMs: 8_000, url: sub },
      { name: 'thumb' },
    ],
  });
  expect(camera.asked[0]).toBe('GetSystemDateAndTime');
});

it.each([-5 * 3_600_000, 40 * 86_400_000])('with a clock %i ms ahead', async (clockAheadMs) => {
  const { found, camera } = await read({ login: LOGIN, clockAheadMs });
  expect(found).toMatchObject({ streams: { length: 3 } });
  const { clockAheadMs: told } = found as { clockAheadMs: number };
  expect(Math.abs(told - clockAheadMs)).toBeLessThan(5_000);
  expect(camera.received.join()).not.toContain(LOGIN.password);
});

it.each([
  ['a wrong password', { ...LOGIN, password: 'wrong-one' }],
  ['no login', null],
])('the streams of a camera not with %s', async (_, login) => {
  const { found } = await read({ login: LOGIN }, login);
  expect(found).toMatchObject({ code: 'camera_unauthorized' });
  expect(String(found)).not.toMatch(/wrong-one|127\.0\.0\.1/);
});

it('the streams of a camera not from what is no ONVIF', async () => {
  const service = new URL('http://127.0.0.1:1/onvif/device_service');
  const reading = readStreams({ service, login: null, timeoutMs: 500, nowUtcMs: Date.now });
  await expect(reading).rejects.toMatchObject({ code: 'camera_refused' });
});

it('the smallest stream that is wide enough is the one to count by', async () => {
  const { found } = await read({});
  const { streams } = found as Awaited<ReturnType<typeof readStreams>>;
  expect(smallestUseful(streams)?.name).toBe('sub');
  expect(smallestUseful(streams.filter(({ name }) => name === 'thumb'))?.name).toBe('thumb');
  expect(smallestUseful([])).toBeNull();
});
