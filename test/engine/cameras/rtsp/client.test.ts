import { expect, it } from 'vitest';
import { RtspWire } from '../../../../engine/cameras/rtsp/client.ts';
import { camera, clientOf, ok } from './written-camera.ts';

const asking = (nonce: number, more = '') =>
  `RTSP/1.0 401 Unauthorized\r\nCSeq: ?\r\nWWW-Authenticate: Digest realm="Login to 7", nonce="${nonce}"${more}\r\n\r\n`;
const nonceIn = (request: string) => Number(/nonce="(\d+)"/.exec(request)?.[1] ?? -1);
const LOGIN = 'us%40er:p%3Aa%2Fs%25s@';

it('a login over RTSP is given again where the camera has another nonce for each request, stale or not', async () => {
  let nonce = 1;
  const once = (request: string) => {
    if (nonceIn(request) !== nonce) return asking(nonce);
    nonce += 1;
    return ok();
  };
  const hall = await camera({ OPTIONS: once, DESCRIBE: once, SETUP: once }, LOGIN);
  const client = clientOf(hall);
  for (const method of ['OPTIONS', 'DESCRIBE', 'SETUP', 'OPTIONS']) {
    expect((await client.ask(method, client.uri))?.status).toBe(200);
  }
  expect(hall.asked).toHaveLength(8);
});

it.each([
  ['once to a camera that refuses it with another nonce each time', '', 2],
  ['four times at most where every nonce is called stale', ', stale=TRUE', 4],
])('a login over RTSP is given %s', async (_, more, times) => {
  let nonce = 0;
  const next = () => {
    nonce += 1;
    return asking(nonce, more);
  };
  const hall = await camera({ OPTIONS: next }, LOGIN);
  const client = clientOf(hall);
  expect((await client.ask('OPTIONS', client.uri))?.status).toBe(401);
  expect(hall.asked).toHaveLength(times);
});

const OK = 'RTSP/1.0 200 OK\r\nCSeq: 1\r\nContent-Length: 4\r\nPublic: A\r\npublic: B\r\n\r\nv=0\n';

function packet(channel: number, payload: readonly number[]): Buffer {
  return Buffer.from([0x24, channel, payload.length >> 8, payload.length & 0xff, ...payload]);
}

/** What a wire tells about `bytes` that come in pieces of `size`. */
function told(bytes: Buffer, size = bytes.length): string[] {
  const heard: string[] = [];
  const wire = new RtspWire({
    message: ({ startLine, headers, body }) =>
      heard.push(`${startLine} | ${headers.get('public')?.join('+')} | ${JSON.stringify(body)}`),
    packet: (channel, payload) => heard.push(`${channel}: ${[...payload].join(' ')}`),
  });
  for (let at = 0; at < bytes.length; at += size) {
    const piece = bytes.subarray(at, at + size);
    piece.copy(wire.free);
    if (!wire.take(piece.length)) {
      heard.push('no camera');
      break;
    }
  }
  return heard;
}

const mixed = Buffer.concat([
  Buffer.from(OK),
  packet(0, [1, 2, 3]),
  packet(1, []),
  Buffer.from('OPTIONS * RTSP/1.0\r\nCSeq: 7\r\n\r\n'),
  packet(0, [0x24, 0x52, 0x54, 0x53, 0x50, 0x2f]),
]);
const parts = [
  'RTSP/1.0 200 OK | A+B | "v=0\\n"',
  '0: 1 2 3',
  '1: ',
  'OPTIONS * RTSP/1.0 | undefined | ""',
  '0: 36 82 84 83 80 47',
];

it.each([1, 2, 3, 5, 7, 64, mixed.length])('RTSP is told apart in pieces of %i bytes', (size) => {
  expect(told(mixed, size)).toEqual(parts);
});

it('the bytes of an RTSP connection are read on after noise, as some cameras send it', () => {
  const noise = Buffer.from('\u0000garbage RT\r\n\r\n');
  const heard = told(Buffer.concat([noise, packet(2, [9]), noise, Buffer.from(OK)]), 4);
  expect(heard).toEqual(['2: 9', parts[0]]);
});

it('the bytes of an RTSP connection may hold the largest packet there is, and never fill the buffer', () => {
  const largest = packet(0, Array(0xffff).fill(5));
  expect(told(Buffer.concat([largest, largest, packet(0, [1])]), 60_000)).toHaveLength(3);
});

it.each([
  ['a head without end', `RTSP/1.0 200 OK\r\n${'X: y\r\n'.repeat(30_000)}`],
  ['a line without end', `RTSP/${'RTSP/'.repeat(30_000)}`],
  ['a body of any length', 'RTSP/1.0 200 OK\r\nContent-Length: 99999999\r\n\r\n'],
  ['noise', 'R'.repeat(70_000)],
])('the bytes of an RTSP connection are no camera’s where there is %s', (_, text) => {
  expect(told(Buffer.concat([Buffer.from(text), packet(0, [1])]), 1_000)).toEqual(['no camera']);
});

const LENGTHS = ['-1', '-40', '-70', '-99999', '1.5', 'x', '', '0'];

it.each(LENGTHS)('bytes behind a message whose length is "%s" are read on', (length) => {
  const message = Buffer.from(`RTSP/1.0 200 OK\r\nContent-Length: ${length}\r\n\r\n`);
  const heard = told(Buffer.concat([message, packet(0, [1, 2, 3]), packet(0, [4])]));
  expect(heard[0]).toContain('RTSP/1.0 200 OK');
  expect(heard.at(-1)).toBe('0: 4');
});
