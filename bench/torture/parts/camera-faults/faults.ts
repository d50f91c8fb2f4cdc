/** What goes wrong with cameras, as raw sockets answer: each fault is what a connection gets while it lasts. */

import type { Socket } from 'node:net';
import { every } from '../../../../runtime/timers.ts';

/** Answers of RTSP, apart from the first line and CSeq. */
const SDP =
  'v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=x\r\nt=0 0\r\nm=video 0 RTP/AVP 96\r\na=rtpmap:96 H264/90000\r\na=control:t\r\n';
const NO_TRACK = SDP.slice(0, SDP.indexOf('m=video'));

export interface Request {
  readonly method: string;
  readonly sequence: string;
}

/** Answers one request; null for silence. What is no answer it does to the socket itself. */
export type Answer = (request: Request, socket: Socket) => string | Buffer | null;

export interface CameraFault {
  readonly name: string;
  /** At once, when a connection comes; left out: it waits for requests. */
  readonly greet?: (socket: Socket) => void;
  readonly answer?: Answer;
  /** What becomes of the bytes of the real camera, which are passed on then; null for nothing. */
  readonly relay?: (bytes: Buffer, number: number) => Buffer | null;
  /** The server does not listen at all meanwhile. */
  readonly isGone?: boolean;
}

const status = (line: string): Answer => {
  return ({ sequence }) =>
    `RTSP/1.0 ${line}\r\nCSeq: ${sequence}\r\nWWW-Authenticate: Basic realm="x"\r\nContent-Length: 0\r\n\r\n`;
};

function ok(sequence: string, body = '', length = body.length): string {
  const type = body === '' ? '' : 'Content-Type: application/sdp\r\n';
  return (
    `RTSP/1.0 200 OK\r\nCSeq: ${sequence}\r\nSession: 7\r\nPublic: DESCRIBE, SETUP, PLAY\r\n` +
    `Transport: RTP/AVP/TCP;unicast;interleaved=0-1\r\n${type}Content-Length: ${length}\r\n\r\n${body}`
  );
}

/** Goes well up to DESCRIBE, which is answered with `sdp`. */
const describing = (sdp: string): Answer => {
  return ({ method, sequence }) => ok(sequence, method === 'DESCRIBE' ? sdp : '');
};

/** Plays, and sends `packets` once it does. */
const playing = (packets: (socket: Socket) => void): Answer => {
  return ({ method, sequence }, socket) => {
    if (method === 'PLAY') setImmediate(() => packets(socket));
    return ok(sequence, method === 'DESCRIBE' ? SDP : '');
  };
};

/** A packet of RTP between the messages, with `payload` behind a whole head. */
function packet(number: number, payload: Uint8Array, head = 0x80): Buffer {
  const bytes = Buffer.alloc(16 + payload.length);
  bytes.writeUInt8(0x24, 0);
  bytes.writeUInt16BE(12 + payload.length, 2);
  bytes.writeUInt8(head, 4);
  bytes.writeUInt8(0x80 | 96, 5);
  bytes.writeUInt16BE(number & 0xffff, 6);
  bytes.writeUInt32BE(number * 90_000, 8);
  bytes.set(payload, 16);
  return bytes;
}

/** Not by chance: a fault is the same at each attempt. */
function noise(length: number): Buffer {
  return Buffer.from(Uint8Array.from({ length }, (_, at) => (at * 151 + (at >> 3) * 37) & 0xff));
}

/** Bytes; more waits until the other side has read some. */
const MAX_UNSENT = 1_000_000;

/** Writes what `make` gives each 50 ms, until the connection ends. */
function stream(socket: Socket, make: (number: number) => string | Uint8Array): void {
  let number = 0;
  const over = new AbortController();
  const end = () => over.abort();
  socket.once('close', end);
  // What is still sent belongs to the fault: it ends with it.
  socket.once('mended', () => socket.destroy());
  void every({ periodMs: 50, signal: over.signal, onError: end }, () => {
    if (socket.writableLength > MAX_UNSENT) return;
    socket.write(make(number));
    number += 1;
  });
}

function flipped(bytes: Buffer, number: number): Buffer {
  const copy = Buffer.from(bytes);
  const at = (number * 7_919) % Math.max(1, copy.length);
  copy.writeUInt8((copy[at] ?? 0) ^ (1 << (number % 8)), at);
  return copy;
}

const IDR = Buffer.from([0x65, ...noise(400)]);

export const CAMERA_FAULTS: readonly CameraFault[] = [
  { name: 'gone', isGone: true },
  { name: 'resets each connection', greet: (socket) => void socket.resetAndDestroy() },
  { name: 'closes each connection', greet: (socket) => void socket.end() },
  { name: 'never answers' },
  { name: 'noise', greet: (socket) => stream(socket, () => noise(2_000)) },
  { name: 'a web server', answer: () => 'HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n' },
  {
    name: 'answers byte by byte',
    greet: (socket) => stream(socket, (n) => 'RTSP/1.0 200 OK'[n] ?? 'x'),
  },
  {
    name: 'an endless head',
    greet: (socket) => stream(socket, () => `RTSP/1.0 200 OK\r\n${'X: y\r\n'.repeat(50)}`),
  },
  { name: 'half an answer', answer: () => 'RTSP/1.0 200 OK\r\nCSe' },
  {
    name: 'half an answer, then the end',
    answer: (_, socket) => {
      socket.end('RTSP/1.0 200 OK\r\nCSe');
      return null;
    },
  },
  { name: 'other numbers', answer: ({ method }) => ok('999', method === 'DESCRIBE' ? SDP : '') },
  { name: 'status 404', answer: status('404 Not Found') },
  { name: 'status 503', answer: status('503 Service Unavailable') },
  { name: 'status 454', answer: status('454 Session Not Found') },
  {
    name: 'status 461',
    answer: ({ method, sequence }, socket) =>
      method === 'SETUP'
        ? status('461 Unsupported Transport')({ method, sequence }, socket)
        : describing(SDP)({ method, sequence }, socket),
  },
  {
    name: 'redirects to itself',
    answer: ({ sequence }) =>
      `RTSP/1.0 302 Moved\r\nCSeq: ${sequence}\r\nLocation: rtsp://127.0.0.1:1/\r\n\r\n`,
  },
  { name: 'no track', answer: describing(NO_TRACK) },
  {
    name: 'a track of sound',
    answer: describing(`${NO_TRACK}m=audio 0 RTP/AVP 8\r\na=control:t\r\n`),
  },
  { name: 'a codec that nobody knows', answer: describing(SDP.replace('H264', 'X-OTHER')) },
  {
    name: 'a description of noise',
    answer: describing(
      noise(3_000)
        .toString('latin1')
        .replace(/[^ -~]/g, '?'),
    ),
  },
  {
    name: 'a description of 20 MB',
    answer: ({ method, sequence }) =>
      method === 'DESCRIBE'
        ? Buffer.concat([
            Buffer.from(ok(sequence, 'v=0\r\n', 20_000_000)),
            Buffer.alloc(2_000_000, 97),
          ])
        : ok(sequence),
  },
  {
    name: 'a description that never comes',
    answer: ({ method, sequence }) => ok(sequence, '', method === 'DESCRIBE' ? 5_000 : 0),
  },
  {
    name: 'a length below zero',
    answer: ({ method, sequence }) => ok(sequence, method === 'DESCRIBE' ? SDP : '', -5),
  },
  { name: 'ends at PLAY', answer: playing((socket) => void socket.end()) },
  { name: 'plays nothing', answer: playing(() => undefined) },
  { name: 'plays noise', answer: playing((socket) => stream(socket, () => noise(1_500))) },
  {
    name: 'packets of noise',
    answer: playing((socket) => stream(socket, (n) => packet(n, noise(800)))),
  },
  {
    name: 'packets of version 0',
    answer: playing((socket) => stream(socket, (n) => packet(n, IDR, 0))),
  },
  {
    name: 'keyframes of noise',
    answer: playing((socket) => stream(socket, (n) => packet(n, IDR))),
  },
  {
    name: 'a keyframe without end',
    answer: playing((socket) =>
      stream(socket, () => packet(1, Buffer.concat([Buffer.from([0x7c, 0x05]), noise(60_000)]))),
    ),
  },
  {
    name: 'empty packets',
    answer: playing((socket) => stream(socket, (n) => packet(n, new Uint8Array()))),
  },
  {
    name: 'says goodbye',
    answer: playing(
      (socket) => void socket.write(Buffer.from([0x24, 1, 0, 8, 0x81, 203, 0, 1, 0, 0, 0, 1])),
    ),
  },
  { name: 'stops in the middle', relay: () => null },
  { name: 'loses every fifth piece', relay: (bytes, number) => (number % 5 === 0 ? null : bytes) },
  { name: 'flips a bit of each piece', relay: (bytes, number) => flipped(bytes, number) },
  { name: 'sends each piece twice', relay: (bytes) => Buffer.concat([bytes, bytes]) },
];
