import { expect, it } from 'vitest';
import { findVideo } from '../../../../engine/cameras/rtsp/rtsp.ts';

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
  ['nothing', []],
])('the video of a session description is left to another reader: %s', (_, lines) => {
  expect(findVideo(sdp(...lines))).toBeNull();
});
