/** An RTSP camera that is written down: what it answers to each request, and what it was asked. */

import { connect, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { onTestFinished } from 'vitest';
import { RtspClient } from '../../../../engine/cameras/rtsp/client.ts';
import { CERTIFICATE } from '../../../support/https-site.ts';
import { listeningInTest } from '../../../support/test-server.ts';

export const SDP = [
  'v=0',
  'm=video 0 RTP/AVP 96',
  'a=rtpmap:96 H264/90000',
  'a=fmtp:96 packetization-mode=1;sprop-parameter-sets=Z00AKpY1QPAET8s3AQEBAg==,aO4xsg==',
  'a=control:track1',
  '',
].join('\r\n');

/** Answers to a request: the lines after the status line and CSeq, and a body; or all of it, bytes included. */
export type Answers = Readonly<
  Record<string, (request: string, socket: Socket) => string | Buffer | null>
>;

export const ok = (lines = '', body = '') =>
  `RTSP/1.0 200 OK\r\nCSeq: ?\r\n${lines}Content-Length: ${body.length}\r\n\r\n${body}`;

export const PLAYS: Answers = {
  OPTIONS: () => ok('Public: OPTIONS, DESCRIBE, SETUP, PLAY, GET_PARAMETER\r\n'),
  DESCRIBE: () => ok('Content-Base: rtsp://inner/hall/\r\n', SDP),
  SETUP: () => ok('Session: 77;timeout=2\r\nTransport: RTP/AVP/TCP;unicast;interleaved=4-5\r\n'),
  PLAY: () => Buffer.concat([Buffer.from(ok().replace('?', '4')), ...keyframe(0), ...keyframe(1)]),
  GET_PARAMETER: () => ok(),
  TEARDOWN: () => ok(),
};

/** A keyframe of one packet. A picture ends where the next begins. */
export function keyframe(index: number): Buffer[] {
  const packet = Buffer.from([0x80, 0xe0, 0, index, 0, 0, 0, 0, 1, 2, 3, 4, 0x65, 0x88, index]);
  packet.writeUInt32BE(index * 90_000, 4);
  return [Buffer.from([0x24, 4, 0, packet.length]), packet];
}

export interface WrittenCamera {
  readonly url: string;
  /** First lines of all requests. */
  readonly asked: string[];
  readonly requests: string[];
  readonly sockets: Socket[];
}

/** Listens until the test is over. */
export async function camera(answers: Answers, login = ''): Promise<WrittenCamera> {
  const made: Omit<WrittenCamera, 'url'> = { asked: [], requests: [], sockets: [] };
  const server = createServer((socket) => {
    made.sockets.push(socket);
    socket.on('data', (data) => {
      for (const request of data.toString('latin1').split('\r\n\r\n').slice(0, -1)) {
        made.requests.push(request);
        made.asked.push(request.split('\r\n', 1)[0] ?? '');
        const answer = answers[request.split(' ', 1)[0] ?? '']?.(request, socket) ?? null;
        const sequence = /CSeq: \d+/.exec(request)?.[0] ?? '';
        if (typeof answer === 'string') socket.write(answer.replace('CSeq: ?', sequence));
        else if (answer !== null) socket.write(answer);
      }
    });
  });
  const port = await listeningInTest(server);
  return { ...made, url: `rtsp://${login}127.0.0.1:${port}/hall?channel=1` };
}

/** A client of it, until the test is over. */
export function clientOf({ url }: WrittenCamera): RtspClient {
  const client = new RtspClient(new URL(url), () => undefined);
  onTestFinished(() => client.close());
  return client;
}

/** TLS in front of `port`, as a recorder of RTSPS has it, until the test is over. @returns its own port. */
export async function tlsBefore(port: number): Promise<number> {
  const server = createTlsServer(CERTIFICATE, (socket) => {
    const inner = connect(port, '127.0.0.1').on('error', () => undefined);
    socket.on('error', () => undefined).on('close', () => inner.destroy());
    socket.pipe(inner).pipe(socket);
  });
  return listeningInTest(server);
}
