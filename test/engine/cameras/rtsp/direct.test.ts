/** The reader against a camera that is written down here: what is said in which order, and what is left to libav. */

import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createSource, type FrameSource } from '../../../../engine/cameras/index.ts';
import { sourceOptions } from '../../../contract/source.suite.ts';

const SDP = [
  'v=0',
  'm=video 0 RTP/AVP 96',
  'a=rtpmap:96 H264/90000',
  'a=fmtp:96 packetization-mode=1;sprop-parameter-sets=Z00AKpY1QPAET8s3AQEBAg==,aO4xsg==',
  'a=control:track1',
  '',
].join('\r\n');
const JPEG = 'v=0\r\nm=video 0 RTP/AVP 26\r\n';

/** Answers to a request: the lines after the status line and CSeq, and a body; or all of it, bytes included. */
type Answers = Readonly<
  Record<string, (request: string, socket: Socket) => string | Buffer | null>
>;

const ok = (lines = '', body = '') =>
  `RTSP/1.0 200 OK\r\nCSeq: ?\r\n${lines}Content-Length: ${body.length}\r\n\r\n${body}`;

const PLAYS: Answers = {
  OPTIONS: () => ok('Public: OPTIONS, DESCRIBE, SETUP, PLAY, GET_PARAMETER\r\n'),
  DESCRIBE: () => ok('Content-Base: rtsp://inner/hall/\r\n', SDP),
  SETUP: () => ok('Session: 77;timeout=2\r\nTransport: RTP/AVP/TCP;unicast;interleaved=4-5\r\n'),
  PLAY: () => Buffer.concat([Buffer.from(ok().replace('?', '4')), ...keyframe(0), ...keyframe(1)]),
  GET_PARAMETER: () => ok(),
  TEARDOWN: () => ok(),
};

/** A keyframe of one packet. A picture ends where the next begins. */
function keyframe(index: number): Buffer[] {
  const packet = Buffer.from([0x80, 0xe0, 0, index, 0, 0, 0, 0, 1, 2, 3, 4, 0x65, 0x88, index]);
  packet.writeUInt32BE(index * 90_000, 4);
  return [Buffer.from([0x24, 4, 0, packet.length]), packet];
}

interface Camera {
  readonly url: string;
  /** First lines of all requests. */
  readonly asked: string[];
  readonly requests: string[];
  readonly sockets: Socket[];
}

let server: Server | null = null;
let source: FrameSource | null = null;

afterEach(async () => {
  await source?.close();
  const ended = server === null ? null : once(server, 'close');
  server?.close();
  await ended;
  server = null;
  source = null;
});

async function camera(answers: Answers, login = ''): Promise<Camera> {
  const made: Omit<Camera, 'url'> = { asked: [], requests: [], sockets: [] };
  server = createServer((socket) => {
    made.sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      for (const request of data.toString('latin1').split('\r\n\r\n').slice(0, -1)) {
        made.requests.push(request);
        made.asked.push(request.split('\r\n', 1)[0] ?? '');
        const answer = answerTo(request, socket, answers);
        if (answer !== null) socket.write(answer);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { ...made, url: `rtsp://${login}127.0.0.1:${port}/hall?channel=1` };
}

function answerTo(request: string, socket: Socket, answers: Answers): string | Buffer | null {
  const answer = answers[request.split(' ', 1)[0] ?? '']?.(request, socket) ?? null;
  const sequence = /CSeq: (\d+)/.exec(request)?.[1];
  return typeof answer === 'string' ? answer.replace('CSeq: ?', `CSeq: ${sequence}`) : answer;
}

function sourceOf({ url }: Camera): FrameSource {
  source = createSource(sourceOptions({ url, openTimeoutMs: 3_000 }));
  return source;
}

describe('a camera over RTSP', () => {
  it('is asked in the usual order, and its first keyframe is not lost beside the answer', async () => {
    const hall = await camera(PLAYS);
    const reader = sourceOf(hall);
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
      `TEARDOWN ${hall.url} RTSP/1.0`,
    ]);
    expect(hall.requests[3]).toContain('Session: 77\r\n');
    expect(reader.totals()).toMatchObject({ packets: 3, keyframes: 2, gopMs: 1_000 });
  });

  it('hears from us in time, and is answered when it asks itself', async () => {
    const hall = await camera(PLAYS);
    const reader = sourceOf(hall);
    await reader.open();
    const reading = reader.read(() => undefined);
    let answered = '';
    hall.sockets[0]?.on('data', (data) => {
      answered += data.toString('latin1');
    });
    hall.sockets[0]?.write(
      'OPTIONS * RTSP/1.0\r\nCSeq: 9\r\n\r\nANNOUNCE * RTSP/1.0\r\nCSeq: 10\r\n\r\n',
    );
    await expect.poll(() => answered).toContain('RTSP/1.0 501 Not Implemented\r\nCSeq: 10\r\n');
    expect(answered).toContain('RTSP/1.0 200 OK\r\nCSeq: 9\r\n');
    const stay = 'GET_PARAMETER rtsp://inner/hall/ RTSP/1.0';
    await expect.poll(() => hall.asked, { timeout: 5_000 }).toContain(stay);
    await reader.close();
    await reading;
  });

  it('that says goodbye, or hangs up, has ended', async () => {
    for (const end of [
      (socket: Socket) => socket.write(Buffer.from([0x24, 5, 0, 8, 0x81, 203, 0, 1, 1, 2, 3, 4])),
      (socket: Socket) => socket.destroy(),
    ]) {
      const hall = await camera(PLAYS);
      const reader = sourceOf(hall);
      await reader.open();
      const reading = reader.read(() => undefined);
      for (const socket of hall.sockets) end(socket);
      await reading;
      await reader.close();
      server?.close();
    }
  });

  it('that refuses a login is asked once with it, and not again in another way', async () => {
    const refused = () =>
      'RTSP/1.0 401 Unauthorized\r\nCSeq: ?\r\nWWW-Authenticate: Basic realm="a"\r\n\r\n';
    const hall = await camera({ ...PLAYS, DESCRIBE: refused }, 'viewer:hush@');
    await expect(sourceOf(hall).open()).rejects.toMatchObject({ code: 'camera_unauthorized' });
    const described = hall.requests.filter((request) => request.startsWith('DESCRIBE'));
    expect(described.map((request) => /Authorization: (\w+)/.exec(request)?.[1])).toEqual([
      undefined,
      'Basic',
    ]);
    expect(hall.sockets).toHaveLength(1);
    expect(hall.requests.join()).not.toContain('hush');
  });

  it('that has nothing at the path is not asked again in another way', async () => {
    const hall = await camera({
      ...PLAYS,
      DESCRIBE: () => 'RTSP/1.0 404 Not Found\r\nCSeq: ?\r\n\r\n',
    });
    await expect(sourceOf(hall).open()).rejects.toMatchObject({ code: 'camera_not_found' });
    expect(hall.sockets).toHaveLength(1);
  });

  it.each<[string, Answers]>([
    ['sends JPEG', { DESCRIBE: () => ok('', JPEG) }],
    ['moves elsewhere', { DESCRIBE: () => 'RTSP/1.0 302 Moved\r\nCSeq: ?\r\n\r\n' }],
    ['sends by UDP alone', { SETUP: () => ok('Session: 1\r\nTransport: RTP/AVP;unicast\r\n') }],
    ['has no answer to PLAY', { PLAY: () => 'RTSP/1.0 455 No\r\nCSeq: ?\r\n\r\n' }],
    [
      'hangs up at once',
      {
        OPTIONS: (_, socket) => {
          socket.end();
          return null;
        },
      },
    ],
  ])('that %s is left to libav, over a connection of its own', async (_, answers) => {
    const hall = await camera({ ...PLAYS, ...answers });
    const outcome = sourceOf(hall)
      .open()
      .catch((error: unknown) => error);
    await expect.poll(() => hall.sockets.length, { timeout: 5_000 }).toBeGreaterThan(1);
    await source?.close();
    await outcome;
  });
});
