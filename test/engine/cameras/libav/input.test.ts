import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  AVERROR_HTTP_FORBIDDEN,
  AVERROR_HTTP_NOT_FOUND,
  AVERROR_HTTP_SERVER_ERROR,
  AVERROR_HTTP_UNAUTHORIZED,
  AVERROR_INVALIDDATA,
  AVERROR_STREAM_NOT_FOUND,
} from 'node-av/constants';
import { expect, it } from 'vitest';
import { LibavInput, libavFault } from '../../../../engine/cameras/libav/input.ts';
import { listeningInTest } from '../../../support/test-server.ts';

/** Opens an input that never answers, and exits while it waits. */
const SCRIPT = `
import { LibavInput } from './engine/cameras/libav/input.ts';
const input = new LibavInput();
void input.open(process.env['ADDRESS'], { rtsp_transport: 'tcp' }).catch(() => undefined);
process.stdin.once('data', () => process.exit(7));
`;

it('a libav input that waits keeps no process from exiting, and says nothing to anybody', async () => {
  const mute = createServer();
  const port = await listeningInTest(mute);
  const connected = once(mute, 'connection');
  const env = { ...process.env, ADDRESS: `rtsp://viewer:hush@127.0.0.1:${port}/` };
  const args = ['--import', 'tsx', '--input-type=module', '-e', SCRIPT];
  const child = spawn(process.execPath, args, { env });
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  await connected;
  child.stdin.end('now');
  const [code] = await once(child, 'exit');
  expect(code).toBe(7);
  expect(await said).toEqual(['', '']);
});

it('a libav input waits for its turn where others hold the threads that libav may have', async () => {
  let connections = 0;
  const mute = createServer(() => {
    connections += 1;
  });
  const address = `rtsp://127.0.0.1:${await listeningInTest(mute)}/`;
  // Libuv has four threads here, so that two may wait for cameras.
  const inputs = Array.from({ length: 4 }, () => new LibavInput());
  const opening = inputs.map((input) => input.open(address, {}).catch(() => 'ended'));
  await expect.poll(() => connections).toBe(2);
  await inputs[3]?.close();
  expect(await opening[3]).toBe('ended');
  expect(connections).toBe(2);
  await inputs[0]?.close();
  await expect.poll(() => connections).toBe(3);
  await Promise.all(inputs.map((input) => input.close()));
  expect(await Promise.all(opening)).toEqual(['ended', 'ended', 'ended', 'ended']);
});

it.each([
  [AVERROR_HTTP_UNAUTHORIZED, 'camera_unauthorized'],
  [AVERROR_HTTP_FORBIDDEN, 'camera_unauthorized'],
  [AVERROR_HTTP_NOT_FOUND, 'camera_not_found'],
  [AVERROR_HTTP_SERVER_ERROR, 'camera_refused'],
  [AVERROR_STREAM_NOT_FOUND, 'camera_no_video_track'],
  [AVERROR_INVALIDDATA, 'camera_not_video'],
  [-111, 'camera_refused'],
  [-113, 'camera_unreachable'],
  [-110, 'camera_timeout'],
  [-12345, 'camera_not_video'],
])('a libav error number %i is %s', (errorNumber, code) => {
  expect(libavFault(errorNumber).code).toBe(code);
});
