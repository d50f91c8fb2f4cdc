/** Encodes the clip of `clip.ts`: `clip-encoder.ts RECORDING CLIP FORMAT`. By the FFmpeg inside node-av alone. */

import assert from 'node:assert/strict';
import {
  AV_LOG_ERROR,
  AV_PIX_FMT_YUV420P,
  AVERROR_EOF,
  AVMEDIA_TYPE_VIDEO,
  SWS_BICUBIC,
} from 'node-av/constants';
import {
  Codec,
  CodecContext,
  FormatContext,
  Frame,
  Log,
  Packet,
  SoftwareScaleContext,
} from 'node-av/lib';
import { clipFile } from '../../test/support/clips.ts';
import type { ClipFormat } from './clip.ts';

const [recording = '', clip = '', format = ''] = process.argv.slice(2);
const { width, height, fps, gopFrames, bitsPerSecond, frames } = JSON.parse(format) as ClipFormat;

Log.setLevel(AV_LOG_ERROR);
const input = new FormatContext();
ok(input.openInputSync(recording, null, null));
ok(input.findStreamInfoSync(null));
const source = input.streams.find(({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_VIDEO);
assert.ok(source !== undefined, 'the recording holds a video');
const decoder = new CodecContext();
const codec = Codec.findDecoder(source.codecpar.codecId);
decoder.allocContext3(codec);
source.codecpar.toContext(decoder);
ok(decoder.open2Sync(codec, null));

const [packet, decoded, picture] = [new Packet(), new Frame(), new Frame()];
for (const one of [packet, decoded, picture]) one.alloc();
picture.width = width;
picture.height = height;
picture.format = AV_PIX_FMT_YUV420P;
ok(picture.getBuffer(1));
const size = [source.codecpar.width, source.codecpar.height] as const;
const scaler = new SoftwareScaleContext();
scaler.getContext(...size, AV_PIX_FMT_YUV420P, width, height, AV_PIX_FMT_YUV420P, SWS_BICUBIC);

const kilobits = bitsPerSecond / 1000;
const file = clipFile(clip, {
  encoder: 'libx264',
  fps,
  gopFrames,
  bFrames: 0,
  picture,
  bitsPerSecond,
  settings: {
    preset: 'veryfast',
    profile: 'high',
    'x264-params': `scenecut=0:vbv-maxrate=${kilobits}:vbv-bufsize=${kilobits}`,
  },
});
let left = frames;
while (left > 0 && input.readFrameSync(packet) !== AVERROR_EOF) {
  if (packet.streamIndex === source.index) {
    ok(decoder.sendPacketSync(packet));
    for (; left > 0 && decoder.receiveFrameSync(decoded) >= 0; left -= 1) {
      ok(picture.makeWritable());
      ok(scaler.scaleFrameSync(picture, decoded));
      file.add(picture);
    }
  }
  packet.unref();
}
assert.equal(left, 0, 'the recording is long enough');
file.close();

function ok(code: number): void {
  assert.ok(code >= 0, `libav error ${code}`);
}
