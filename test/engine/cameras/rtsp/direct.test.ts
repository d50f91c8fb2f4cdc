/** The reader against a camera that is written down: what is said in which order, and what is left to libav. */

import type { Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createSource } from '../../../../engine/cameras/sources.ts';
import { OpenedSource, sourceOptions } from '../../../support/opened-source.ts';
import {
  type Answers,
  type WrittenCamera as Camera,
  camera,
  keyframe,
  ok,
  PLAYS,
} from './written-camera.ts';

function hangUp(_: string, socket: Socket): null {
  socket.end();
  return null;
}

async function sourceOf({ url }: Camera): Promise<OpenedSource> {
  const options = sourceOptions({ url, openTimeoutMs: 3_000 });
  const source = new OpenedSource(await createSource(options));
  onTestFinished(() => source.close());
  return source;
}

/** One that is read and read. */
async function playing() {
  const hall = await camera(PLAYS);
  const reader = await sourceOf(hall);
  await reader.open();
  return { hall, reader, reading: reader.read(() => undefined) };
}

it('a camera over RTSP is asked in the usual order, and its first keyframe is not lost beside the answer', async () => {
  const hall = await camera(PLAYS);
  const reader = await sourceOf(hall);
  expect(await reader.open()).toMatchObject({ codec: 'h264', width: null, durationMs: null });
  const frames: { readonly mediaMs: number | null; readonly data: Uint8Array }[] = [];
  const reading = reader.read((frame) => void frames.push(frame));
  hall.sockets[0]?.write(Buffer.concat(keyframe(2)));
  await expect.poll(() => frames.length).toBe(2);
  await reader.close();
  await reading;
  expect(frames.map(({ mediaMs }) => mediaMs)).toEqual([0, 1_000]);
  expect([...(frames[1]?.data ?? [])].slice(-7)).toEqual([0, 0, 0, 1, 0x65, 0x88, 1]);
  expect(hall.asked).toEqual([
    `OPTIONS ${hall.url} RTSP/1.0`,
    `DESCRIBE ${hall.url} RTSP/1.0`,
    'SETUP rtsp://inner/hall/track1 RTSP/1.0',
    'PLAY rtsp://inner/hall/ RTSP/1.0',
    'TEARDOWN rtsp://inner/hall/ RTSP/1.0',
  ]);
  expect(hall.requests[3]).toContain('Session: 77\r\n');
  expect(reader.totals()).toMatchObject({ packets: 3, keyframes: 2, gopMs: 1_000 });
});

it('a camera over RTSP hears from us in time, and is answered when it asks itself', async () => {
  const { hall, reader, reading } = await playing();
  let answered = '';
  hall.sockets[0]?.on('data', (data) => {
    answered += data.toString('latin1');
  });
  hall.sockets[0]?.write('OPTIONS * RTSP/1.0\r\nCSeq: 9\r\n\r\n');
  hall.sockets[0]?.write('ANNOUNCE * RTSP/1.0\r\nCSeq: 10\r\n\r\n');
  await expect.poll(() => answered).toContain('RTSP/1.0 501 Not Implemented\r\nCSeq: 10\r\n');
  expect(answered).toContain('RTSP/1.0 200 OK\r\nCSeq: 9\r\n');
  const stay = 'GET_PARAMETER rtsp://inner/hall/ RTSP/1.0';
  await expect.poll(() => hall.asked, { timeout: 5_000 }).toContain(stay);
  await reader.close();
  await reading;
});

it('a camera over RTSP that says goodbye, or hangs up, has ended', async () => {
  for (const end of [
    (socket: Socket) => socket.write(Buffer.from([0x24, 5, 0, 8, 0x81, 203, 0, 1, 1, 2, 3, 4])),
    (socket: Socket) => socket.destroy(),
  ]) {
    const { hall, reader, reading } = await playing();
    for (const socket of hall.sockets) end(socket);
    await reading;
    await reader.close();
  }
});

it('a camera over RTSP that refuses a login is asked once with it, and not again in another way', async () => {
  const refused = () =>
    'RTSP/1.0 401 Unauthorized\r\nCSeq: ?\r\nWWW-Authenticate: Basic realm="a"\r\n\r\n';
  const hall = await camera({ ...PLAYS, DESCRIBE: refused }, 'viewer:hush@');
  const reader = await sourceOf(hall);
  await expect(reader.open()).rejects.toMatchObject({ code: 'camera_unauthorized' });
  const described = hall.requests.filter((request) => request.startsWith('DESCRIBE'));
  const logins = described.map((request) => /Authorization: (\w+)/.exec(request)?.[1]);
  expect(logins).toEqual([undefined, 'Basic']);
  expect(hall.sockets).toHaveLength(1);
  expect(hall.requests.join()).not.toContain('hush');
});

it.each(['OPTIONS', 'DESCRIBE', 'SETUP', 'PLAY'])('is closed while it owes %s', async (method) => {
  const hall = await camera({ ...PLAYS, [method]: () => null });
  const reader = await sourceOf(hall);
  const outcome = reader.open().catch((error: unknown) => error);
  await expect.poll(() => hall.asked.at(-1)).toContain(method);
  await reader.close();
  expect(await outcome).toMatchObject({ code: 'camera_ended' });
  expect(hall.sockets).toHaveLength(1);
});

it('a camera over RTSP that sends nothing but questions, and does not listen, is hung up on', async () => {
  const { hall, reader, reading } = await playing();
  const [socket] = hall.sockets;
  socket?.pause();
  socket?.write('OPTIONS \n\n'.repeat(400_000));
  await reading;
  await reader.close();
});

it.each<[string, Answers]>([
  ['moves elsewhere', { DESCRIBE: () => 'RTSP/1.0 302 Moved\r\nCSeq: ?\r\n\r\n' }],
  ['sends by UDP alone', { SETUP: () => ok('Session: 1\r\nTransport: RTP/AVP;unicast\r\n') }],
  ['has no answer to PLAY', { PLAY: () => 'RTSP/1.0 455 No\r\nCSeq: ?\r\n\r\n' }],
  ['hangs up at once', { OPTIONS: hangUp }],
])('a camera over RTSP that %s is left to libav, by another connection', async (_, answers) => {
  const hall = await camera({ ...PLAYS, ...answers });
  const reader = await sourceOf(hall);
  const outcome = reader.open().catch((error: unknown) => error);
  await expect.poll(() => hall.sockets.length, { timeout: 5_000 }).toBeGreaterThan(1);
  await reader.close();
  await outcome;
});
