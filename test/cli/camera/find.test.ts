/** `turnout camera find`: a camera that speaks ONVIF and streams for real, as a person and a program see it. */

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CAMERA } from '../../../cli/camera/camera.ts';
import { type OnvifCamera, startOnvifCamera } from '../../support/onvif-camera.ts';
import type { Answer } from '../scripted-prompts.ts';
import { commandWorld } from '../world.ts';

const LOGIN = { user: 'viewer', password: 'sec#ret@1' };

let camera: OnvifCamera;
const sub = {
  token: 'sub',
  codec: 'H264',
  width: 640,
  height: 360,
  fps: 10,
  govFrames: 80,
  url: 'rtsp://10.9.9.9:554/Streaming/Channels/102',
} as const;

beforeEach(async () => {
  camera = await startOnvifCamera({
    name: 'HIKVISION DS-2CD2043',
    streams: [{ ...sub, token: 'main', width: 2560, height: 1440 }, sub],
    login: LOGIN,
    clockAheadMs: -3 * 3_600_000,
  });
});
afterEach(() => camera.stop());

function find(words: readonly string[], answers: readonly Answer[] | null = null) {
  const { run } = commandWorld(join(tmpdir(), 'turnout-no-data'), CAMERA, answers);
  const port = String(camera.discoveryPort);
  const quick = ['--wait', '300ms', '--discovery-port', port, '--rtsp-port', '9'];
  return run('camera', 'find', '127.0.0.1', ...quick, ...words);
}

it('turnout camera find shows the stream to take, what is wrong with it, and the menu that mends it', async () => {
  const { text, value } = await find(['--login'], [LOGIN.user, LOGIN.password]);
  expect(text).toContain('1. 127.0.0.1, Hikvision (HIKVISION DS-2CD2043)');
  expect(text).toContain(
    'rtsp://127.0.0.1:554/Streaming/Channels/102  H264, 640 × 360, a keyframe every 8 s',
  );
  expect(text).toContain('Its keyframes are far apart: on a camera of Hikvision: Configuration >');
  expect(text).toContain('Its clock is 180 minutes behind: set it');
  expect(value).toMatchObject({
    asked: 1,
    cameras: [
      { maker: 'Hikvision', streams: [{ is_best: false }, { is_best: true }], fault: null },
    ],
  });
  expect(JSON.stringify([text, value, camera.received])).not.toContain(LOGIN.password);
});

it('turnout camera find without a login shows where the maker has it, and why the camera told nothing', async () => {
  const { text } = await find([]);
  expect(text).toContain('rtsp://127.0.0.1/Streaming/Channels/102  where cameras of Hikvision');
  expect(text).toContain('It gives no streams by ONVIF: expected the ONVIF user and password');
  expect(text).toContain('With --login the cameras are asked for their streams.');
});

it('turnout camera find says what to do where none answers', async () => {
  await camera.stop();
  const { text, value } = await find([]);
  expect(text).toMatch(/^No camera answered in 1 address\.\nSome makers have ONVIF switched off/);
  expect(value).toEqual({ asked: 1, cameras: [] });
  camera = await startOnvifCamera({ name: 'x', streams: [] });
});
