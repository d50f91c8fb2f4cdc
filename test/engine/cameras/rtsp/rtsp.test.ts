import { expect, it } from 'vitest';
import { findVideo, setUp } from '../../../../engine/cameras/rtsp/rtsp.ts';
import {
  type Answers,
  camera,
  clientOf,
  ok,
  PLAYS,
  SDP,
  type WrittenCamera,
} from './written-camera.ts';

function sdp(...video: readonly string[]): string {
  return ['v=0', 'o=- 1 1 IN IP4 192.0.2.1', 's=x', 'a=control:*', ...video, ''].join('\r\n');
}

const H264 = ['m=video 0 RTP/AVP 96', 'a=rtpmap:96 H264/90000', 'a=control:trackID=1'];
const H265 = ['m=video 0 RTP/AVP 96', 'a=rtpmap:96 H265/90000'];
const SOUND = ['m=audio 0 RTP/AVP 8', 'a=control:trackID=2'];
const SETS = 'Z00AKpY1QPAET8s3AQEBAg==,aO4xsg==';

it('the video of a session description is told with all that is known of it', () => {
  const fmtp = `a=fmtp:96 packetization-mode=1; profile-level-id=4D002A; sprop-parameter-sets=${SETS}`;
  const size = 'a=framesize:96 1920-1080';
  const video = findVideo(sdp(...SOUND, ...H264, fmtp, size, 'a=framerate:12.5'));
  const tracks = { codec: 'h264', payloadType: 96, control: 'trackID=1', sessionControl: '*' };
  expect(video).toMatchObject({ ...tracks, width: 1920, height: 1080, fps: 12.5 });
  expect([...(video?.parameterSets ?? [])].slice(0, 5)).toEqual([0, 0, 0, 1, 0x67]);
});

it('the video of a session description may leave everything out that is not needed', () => {
  const lines = ['m=video 0 RTP/AVP 97 96', 'a=rtpmap:97 h265/90000', 'a=x-dimensions:640,360'];
  const bare = { codec: 'hevc', control: '', fps: null, parameterSets: new Uint8Array() };
  const found = findVideo(sdp(...lines).replaceAll('\r', ''));
  expect(found).toMatchObject({ ...bare, width: 640, height: 360 });
});

it('the video of a session description is not told what the next line says', () => {
  expect(findVideo(sdp(...H264.slice(0, 2), 'a=control:', 'a=recvonly'))?.control).toBe('');
});

it('the video of a session description has no parameter sets where one is missing', () => {
  const fmtp = `a=fmtp:96 sprop-parameter-sets=${SETS.split(',')[0]}`;
  expect(findVideo(sdp(...H264, fmtp))?.parameterSets).toHaveLength(0);
});

it.each([
  ['sound alone', SOUND],
  ['JPEG', ['m=video 0 RTP/AVP 26']],
  ['another codec', ['m=video 0 RTP/AVP 96', 'a=rtpmap:96 VP8/90000']],
  ['units out of order, H.264', [...H264, 'a=fmtp:96 packetization-mode=2']],
  ['units out of order, H.265', [...H265, 'a=fmtp:96 sprop-max-don-diff=2']],
  ['no payload type', ['m=video 0 RTP/AVP', 'a=rtpmap:96 H264/90000']],
  ['an encrypted stream', ['m=video 0 RTP/SAVP 96', ...H264.slice(1)]],
  ['a clock of no video', ['m=video 0 RTP/AVP 96', 'a=rtpmap:96 H264/0.001']],
  ['no clock', ['m=video 0 RTP/AVP 96', 'a=rtpmap:96 H264']],
])('the video of a session description is left to another reader: %s', (_, lines) => {
  expect(findVideo(sdp(...lines))).toBeNull();
});

async function playing(hall: WrittenCamera) {
  const session = await setUp(clientOf(hall));
  await session.play();
  return session;
}

const transport = 'Transport: RTP/AVP/TCP;unicast;interleaved=0-1\r\n';
const GO_ON = 'RTSP/1.0 100 Continue\r\nCSeq: 2\r\n\r\n';
const PICTURE = Buffer.from([0x24, 4, 0, 1, 9]);
const PLAYING = Buffer.from(ok().replace('?', '4'));
const refused = (status: number) => () => `RTSP/1.0 ${status} No\r\nCSeq: ?\r\n\r\n`;
const targets = ({ asked }: WrittenCamera) => asked.slice(2).map((line) => line.split(' ')[1]);

it.each<[string, number]>([
  ['Session: 1;timeout=10', 5_000],
  ['Session: 1; Timeout = 90', 30_000],
  ['Session: 1;timeout=0', 30_000],
  ['Session: 1;timeout=1', 1_000],
  ['Session: 1', 30_000],
])('after the answer "%s" a camera hears from us every %i ms', async (line, everyMs) => {
  const hall = await camera({ ...PLAYS, SETUP: () => ok(`${line}\r\n${transport}`) });
  expect((await playing(hall)).stayEveryMs).toBe(everyMs);
  expect(hall.requests[3]).toContain('Session: 1\r\n');
});

it.each<[what: string, base: string, control: string, expected: string[], session?: string]>([
  ['no base', '', 'track1', ['<url>/track1', '<url>']],
  ['a base', 'Content-Base: rtsp://a/b', 'track1', ['rtsp://a/b/track1', 'rtsp://a/b']],
  ['a slash', 'Content-Base: rtsp://a/b/', 't?x=1', ['rtsp://a/b/t?x=1', 'rtsp://a/b/']],
  ['a base that is none', 'Content-Base: /b/', 'track1', ['<url>/track1', '<url>']],
  ['an address of its own', '', 'rtsp://a/b/t', ['rtsp://a/b/t', '<url>']],
  ['none of its own', 'Content-Base: rtsp://a/b/', '*', ['rtsp://a/b/', 'rtsp://a/b/']],
  // As FFmpeg does.
  ['one of all', 'Content-Base: rtsp://x/', 't', ['rtsp://a/t', 'rtsp://a/'], 'rtsp://a/'],
])('a camera is asked for a track with %s', async (_, base, control, expected, session) => {
  const all = session === undefined ? 'v=0' : `v=0\r\na=control:${session}`;
  const sdp = SDP.replace('track1', control).replace('v=0', all);
  const lines = base === '' ? '' : `${base}\r\n`;
  const hall = await camera({ ...PLAYS, DESCRIBE: () => ok(lines, sdp) });
  await playing(hall);
  expect(targets(hall)).toEqual(expected.map((text) => text.replace('<url>', hall.url)));
});

it.each<[string, Answers]>([
  ['does not know OPTIONS', { OPTIONS: refused(501) }],
  ['says "go on" first', { DESCRIBE: () => GO_ON + ok('', SDP).replace('?', '2') }],
  ['counts in its own way', { DESCRIBE: () => ok('', SDP).replace('?', '900') }],
  ['does not count', { DESCRIBE: () => ok('', SDP).replace('CSeq: ?\r\n', '') }],
  ['ends lines without CR', { DESCRIBE: () => ok('', SDP).replace(/\r\n(?!a=|m=|$)/g, '\n') }],
  ['sends pictures before its answer', { PLAY: () => Buffer.concat([PICTURE, PLAYING]) }],
  ['asks in between', { PLAY: () => `OPTIONS * RTSP/1.0\r\nCSeq: 1\r\n\r\n${PLAYING}` }],
])('a camera is played that %s', async (_, answers) => {
  const hall = await camera({ ...PLAYS, ...answers });
  expect((await playing(hall)).video.codec).toBe('h264');
});

it('a camera is told OPTIONS to stay connected where GET_PARAMETER is refused after all', async () => {
  const hall = await camera({ ...PLAYS, GET_PARAMETER: refused(405) });
  const session = await playing(hall);
  await session.stayConnected();
  await session.stayConnected();
  const methods = hall.asked.slice(4).map((line) => line.split(' ')[0]);
  expect(methods).toEqual(['GET_PARAMETER', 'OPTIONS', 'OPTIONS']);
});
