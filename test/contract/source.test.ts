/** The frame sources against their contract, and what each of them says when the other side is no camera. */

import { createServer, type Socket } from 'node:net';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { type FrameSource, gated, type SourceOptions } from '../../engine/cameras/source.ts';
import { createSource } from '../../engine/cameras/sources.ts';
import { ReaderThread } from '../../engine/cameras/thread/reader-thread.ts';
import type { EncodedFrame, PostedFrame } from '../../engine/frames/decoder.ts';
import type { TurnoutError } from '../../errors.ts';
import { Reach } from '../../runtime/reach.ts';
import { faultOf as faultIn } from '../support/an-error.ts';
import { clip } from '../support/clips.ts';
import {
  mjpeg,
  page,
  silence,
  snapshots,
  startHttpCamera,
  withBasic,
  withDigest,
} from '../support/http-camera.ts';
import { greyFrame } from '../support/jpegs.ts';
import { freePort } from '../support/loopback.ts';
import { OpenedSource, sourceOptions } from '../support/opened-source.ts';
import {
  type DrawnStream,
  drawn,
  isRtspServerAvailable,
  looped,
  RTSP_SERVER_NEEDED,
  startRtspServer,
} from '../support/rtsp-server.ts';
import { started } from '../support/started.ts';
import { listeningInTest } from '../support/test-server.ts';
import { SIZE, type SourceSubject, sizeIn, takeFrames, testSource } from './source.suite.ts';

type ClipOptions = Parameters<typeof clip>[0];

const skipped = isRtspServerAvailable() ? undefined : RTSP_SERVER_NEEDED;

/** A drawn stream, or a looped clip of it. */
function overRtsp(name: string, stream: DrawnStream, clipped?: ClipOptions): SourceSubject {
  return {
    name: `RTSP ${name}`,
    skipped,
    codec: stream.codec as SourceSubject['codec'],
    isRecording: false,
    async start() {
      const mount =
        clipped === undefined ? drawn({ gopFrames: 3, ...stream }) : looped(clip(clipped));
      const server = await startRtspServer({ mounts: { '/hall': mount } });
      const { transport } = mount;
      return { options: { url: server.url('/hall'), transport }, stop: () => server.stop() };
    },
  };
}

const WITH_B_FRAMES = { codec: 'h264', container: 'mp4', bFrames: 2, gopFrames: 4 } as const;

function overHttp(name: string, answer: typeof mjpeg | typeof snapshots): SourceSubject {
  return {
    name: `HTTP ${name}`,
    codec: 'jpeg',
    isRecording: false,
    async start() {
      const pictures = await Promise.all([60, 120].map((grey) => greyFrame(grey, SIZE)));
      const camera = await startHttpCamera({ '/live': answer(pictures.map(({ data }) => data)) });
      return { options: { url: camera.url('/live') }, stop: () => camera.stop() };
    },
  };
}

function fromFile(options: ClipOptions): SourceSubject {
  return {
    name: `${options.codec} in a ${options.container} file`,
    codec: options.codec as SourceSubject['codec'],
    isRecording: true,
    start: async () => ({ options: { url: clip(options) }, stop: async () => undefined }),
  };
}

/** As they are read here, and on the thread of the readers. */
const ON_BOTH = [
  overRtsp('H.264 over TCP', { codec: 'h264' }),
  overRtsp('H.264 over UDP', { codec: 'h264', transport: 'udp' }),
  overHttp('MJPEG', mjpeg),
  overHttp('snapshots', snapshots),
  fromFile({ codec: 'h264', container: 'mp4' }),
];

for (const subject of [
  ...ON_BOTH,
  overRtsp('H.264, parameter sets in the SDP only', { codec: 'h264', hasInBandSets: false }),
  overRtsp('H.264 from a looped file with B-frames', { codec: 'h264' }, WITH_B_FRAMES),
  overRtsp('H.265, parameter sets in the SDP only', { codec: 'hevc', hasInBandSets: false }),
  overRtsp('MJPEG beside sound', { codec: 'jpeg', hasSound: true }),
  fromFile({ codec: 'hevc', container: 'mkv' }),
  fromFile({ codec: 'jpeg', container: 'avi' }),
]) {
  testSource(subject);
}

/** Sources on the readers' thread keep the same contract for what is due. */
describe('on a thread of their own', () => {
  const thread = new ReaderThread();
  afterAll(() => thread.stop());

  function createRemote(options: SourceOptions): FrameSource {
    // Every keyframe is due.
    const source = thread.createSource({ ...options, wantedPeriodMs: () => 1 });
    return {
      totals: () => source.totals(),
      async run(signal, deliver, opened) {
        const give = gated(deliver);
        const post = ({ isForSample: _, passedOver: __, ...frame }: PostedFrame) => give(frame);
        await source.run(signal, post, opened);
      },
    };
  }

  for (const subject of ON_BOTH) testSource(subject, createRemote);
});

type Given = Parameters<typeof sourceOptions>[0];

async function opened(given: Given): Promise<OpenedSource> {
  const source = new OpenedSource(await createSource(sourceOptions(given)));
  onTestFinished(() => source.close());
  await source.open();
  return source;
}

/** What a source fails with; fails the test where it does not. */
const faultOf = (given: Given) =>
  faultIn(opened(given).then((source) => source.read(() => undefined)));

/** All that a fault says, to whoever looks: text, parts, cause. */
function everythingIn(error: TurnoutError): string {
  return [error.message, error.stack, JSON.stringify(error.parts), String(error.cause)].join('\n');
}

const SECRET = 'hush%20hush';
const LOGIN = `viewer:${SECRET}`;
/** No part of an address or login may be found in an error. */
const TELLTALES = ['127.0.0.1', 'hush', 'viewer', 'no-such', 'closed'];

const listen = (onSocket: (socket: Socket) => void) => listeningInTest(createServer(onSocket));

describe.each(['rtsp', 'http'])('an %s address behind which there is no camera', (scheme) => {
  const at = (port: number, place = `127.0.0.1:${port}`) => `${scheme}://${LOGIN}@${place}/no-such`;

  const mute = () => listen(() => undefined);
  const noise = () =>
    listen((socket) => socket.end('\u0000\u0001<html>not a camera</html>\r\n\r\n'));
  const nowhere = async () => 1;

  it.each<[string, string, () => Promise<number>, string?]>([
    ['nothing listens', 'camera_refused', freePort],
    ['nobody knows the name', 'camera_unreachable', nowhere, 'no-such.invalid'],
    ['somebody listens and says nothing', 'camera_timeout', mute],
    ['the answer is garbage', 'camera_not_video', noise],
    ['it is no URL', 'camera_unreachable', nowhere, 'no-such:port'],
  ])('where %s is %s, without its address', async (_, code, start, place) => {
    const port = await start();
    const startedMs = performance.now();
    const fault = await faultOf({ url: at(port, place), openTimeoutMs: 300 });
    expect(fault.code).toBe(code);
    expect(performance.now() - startedMs).toBeLessThan(1_300);
    expect(TELLTALES.filter((word) => everythingIn(fault).includes(word))).toEqual([]);
  });
});

describe('an HTTP camera', () => {
  const camera = started(async () => {
    const { data } = await greyFrame(100, SIZE);
    const still = snapshots([data]);
    return startHttpCamera({
      '/page': page,
      '/silent': silence,
      '/basic': withBasic('viewer:p@ss', still),
      '/digest': withDigest(still),
      '/digest-short': withDigest(still, 1),
      '/digest-stream': withDigest(mjpeg([data])),
      '/bare': mjpeg([data], () => '--frame\r\n\r\n'),
      '/short': mjpeg([data], () => '--frame\r\nContent-Length: 3\r\n\r\n'),
      '/long': mjpeg([data], () => '--frame\nContent-Length: 999999\n\n'),
      '/other': mjpeg([data], () => '--another\r\n\r\n'),
      '/noisy': mjpeg([data], (length) => 'noise '.repeat(length)),
      '/forbidden': (_, response) => response.writeHead(403).end(),
      '/broken': (_, response) => response.writeHead(500).end(),
      '/empty': (_, response) => response.writeHead(200, { 'content-type': 'image/jpeg' }).end(),
      '/png': (_, response) => {
        response.writeHead(200, { 'content-type': 'image/png' }).end('\u0089PNG');
      },
      '/stuck': (_, response) => {
        response.writeHead(200, { 'content-type': 'multipart/x-mixed-replace; boundary=b' });
        response.write(`--b\r\nContent-Length: ${data.length}\r\n\r\n`);
        response.write(data);
      },
      '/endless': (_, response) => {
        response.writeHead(200, { 'content-type': 'multipart/x-mixed-replace; boundary=b' });
        response.write(`--b\r\n\r\n`);
        response.write(data.subarray(0, -2));
        const more = () => {
          if (!response.closed) response.write(Buffer.alloc(1_000_000, 1), more);
        };
        more();
      },
      '/moved': (_, response) => response.writeHead(302, { location: '/basic' }).end(),
      '/round': (_, response) => response.writeHead(302, { location: '/round' }).end(),
    });
  });

  it.each([
    ['/page', 'camera_not_video', 'it is a web page'],
    ['/png', 'camera_not_video', 'the picture is no JPEG'],
    ['/empty', 'camera_not_video', 'there is no picture'],
    ['/gone', 'camera_not_found', 'it answers 404'],
    ['/forbidden', 'camera_unauthorized', 'it answers 403'],
    ['/broken', 'camera_refused', 'it answers 500'],
    ['/round', 'camera_refused', 'it redirects for ever'],
    ['/silent', 'camera_timeout', 'it never answers'],
    ['/stuck', 'camera_stalled', 'it sends one picture and falls silent'],
    ['/endless', 'frame_too_large', 'it sends a picture without an end'],
  ])('%s: %s, as %s', async (path, code) => {
    const limits = { openTimeoutMs: 500, readTimeoutMs: path === '/endless' ? 9_000 : 400 };
    const fault = await faultOf({ url: camera.url(path, LOGIN), ...limits });
    expect(fault.code).toBe(code);
    expect(TELLTALES.filter((word) => everythingIn(fault).includes(word))).toEqual([]);
  });

  it.each(['/basic', '/digest', '/digest-short', '/digest-stream', '/moved'])(
    'lets in who knows the password at %s, and refuses who does not',
    async (path) => {
      const source = await opened({ url: camera.url(path, 'viewer:p%40ss') });
      expect(await takeFrames(source, 3)).toHaveLength(3);
      const fault = await faultOf({ url: camera.url(path, LOGIN) });
      expect(fault.code).toBe('camera_unauthorized');
      expect((await faultOf({ url: camera.url(path) })).code).toBe('camera_unauthorized');
    },
  );

  it.each(['/bare', '/short', '/long', '/other', '/noisy'])(
    'is understood whose stream has wrong heads, lengths or boundaries: %s',
    async (path) => {
      const source = await opened({ url: camera.url(path) });
      const [frame] = await takeFrames(source, 1);
      expect(await sizeIn(frame as EncodedFrame)).toEqual(SIZE);
    },
  );

  it('never gets the password of another host by a redirect', async () => {
    const { data } = await greyFrame(100, SIZE);
    const other = await startHttpCamera({ '/basic': withBasic(LOGIN, snapshots([data])) });
    const first = await startHttpCamera({
      '/away': (_, response) => response.writeHead(302, { location: other.url('/basic') }).end(),
    });
    const fault = await faultOf({ url: first.url('/away', LOGIN) });
    expect(fault.code).toBe('camera_unauthorized');
    expect(other.requests.map(({ headers }) => headers.authorization)).toEqual([undefined]);
    await Promise.all([first.stop(), other.stop()]);
  });

  it('leads by a redirect or a name to no address that must not be reached', async () => {
    const { data } = await greyFrame(100, SIZE);
    const moved = await startHttpCamera({
      '/picture': snapshots([data]),
      '/away': (request, response) => {
        const [, port] = request.headers.host?.split(':') ?? [];
        response.writeHead(302, { location: `http://127.0.0.2:${port}/picture` }).end();
      },
    });
    /** Another address of this computer stands for what is outside. */
    class NotTheSecond extends Reach {
      override check(host: string): void {
        if (host === '127.0.0.2') super.check(host);
      }
    }
    const away = moved.url('/away');
    expect((await faultOf({ url: away, reach: new NotTheSecond(false) })).code).toBe(
      'address_refused',
    );
    const named = moved.url('/picture').replace('127.0.0.1', 'localhost');
    expect((await faultOf({ url: named, reach: new Reach(false) })).code).toBe('address_refused');
    expect(moved.requests).toHaveLength(1);
    const source = await opened({ url: named, reach: new Reach(true) });
    expect(await takeFrames(source, 1)).toHaveLength(1);
    await moved.stop();
  });
});
