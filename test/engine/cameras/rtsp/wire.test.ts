import { expect, it } from 'vitest';
import { RtspWire } from '../../../../engine/cameras/rtsp/client.ts';

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

it.each([1, 2, 3, 5, 7, 64, mixed.length])(
  'the bytes of an RTSP connection are told apart in pieces of %i',
  (size) => {
    expect(told(mixed, size)).toEqual(parts);
  },
);

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

it.each(['-1', '-40', '-70', '-99999', '1.5', 'x', '', '0'])(
  'the bytes of an RTSP connection are read on behind a message whose length is "%s"',
  (length) => {
    const message = Buffer.from(`RTSP/1.0 200 OK\r\nContent-Length: ${length}\r\n\r\n`);
    const heard = told(Buffer.concat([message, packet(0, [1, 2, 3]), packet(0, [4])]));
    expect(heard[0]).toContain('RTSP/1.0 200 OK');
    expect(heard.at(-1)).toBe('0: 4');
  },
);
