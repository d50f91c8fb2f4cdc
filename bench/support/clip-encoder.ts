/** Encodes the clip of `clip.ts`: `clip-encoder.ts RECORDING CLIP`. By the FFmpeg inside node-av alone. */

import assert from 'node:assert/strict';
import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
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
  Rational,
  SoftwareScaleContext,
} from 'node-av/lib';
import type { ClipFormat } from './clip.ts';

const [recording = '', clip = '', format = ''] = process.argv.slice(2);
const CLIP = JSON.parse(format) as ClipFormat;

Log.setLevel(AV_LOG_ERROR);
const input = new FormatContext();
ok(input.openInputSync(recording, null, null));
ok(input.findStreamInfoSync(null));
const source = input.streams.find(({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_VIDEO);
assert.ok(source !== undefined, 'the recording holds a video');
const decoder = new CodecContext();
const decoderCodec = Codec.findDecoder(source.codecpar.codecId);
decoder.allocContext3(decoderCodec);
source.codecpar.toContext(decoder);
ok(decoder.open2Sync(decoderCodec, null));

const output = new FormatContext();
output.allocOutputContext2(null, null, clip);
const encoder = openEncoder();
const stream = output.newStream(null);
stream.timeBase = new Rational(1, CLIP.fps);
stream.codecpar.fromContext(encoder);
ok(output.openOutputSync());
ok(output.writeHeaderSync());

const packet = allocated(new Packet());
const decoded = allocated(new Frame());
const picture = allocated(new Frame());
picture.width = CLIP.width;
picture.height = CLIP.height;
picture.format = AV_PIX_FMT_YUV420P;
ok(picture.getBuffer(1));
const scaler = new SoftwareScaleContext();
scaler.getContext(
  source.codecpar.width,
  source.codecpar.height,
  AV_PIX_FMT_YUV420P,
  CLIP.width,
  CLIP.height,
  AV_PIX_FMT_YUV420P,
  SWS_BICUBIC,
);

let frames = 0;
while (frames < CLIP.frames && input.readFrameSync(packet) !== AVERROR_EOF) {
  if (packet.streamIndex === source.index) {
    ok(decoder.sendPacketSync(packet));
    while (frames < CLIP.frames && decoder.receiveFrameSync(decoded) >= 0) encodeNext();
  }
  packet.unref();
}
assert.equal(frames, CLIP.frames, 'the recording is long enough');
encoder.sendFrameSync(null);
writeWhatIsReady();
ok(output.writeTrailerSync());
output.closeOutputSync();

function openEncoder(): CodecContext {
  const codec = Codec.findEncoderByName('libx264' as Parameters<typeof Codec.findEncoderByName>[0]);
  const context = new CodecContext();
  context.allocContext3(codec);
  context.width = CLIP.width;
  context.height = CLIP.height;
  context.pixelFormat = AV_PIX_FMT_YUV420P;
  context.timeBase = new Rational(1, CLIP.fps);
  context.framerate = new Rational(CLIP.fps, 1);
  context.gopSize = CLIP.gopFrames;
  context.maxBFrames = 0;
  context.bitRate = BigInt(CLIP.bitsPerSecond);
  context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  context.setOption('preset', 'veryfast');
  context.setOption('profile', 'high');
  const kilobits = CLIP.bitsPerSecond / 1000;
  context.setOption('x264-params', `scenecut=0:vbv-maxrate=${kilobits}:vbv-bufsize=${kilobits}`);
  ok(context.open2Sync(codec, null));
  return context;
}

function encodeNext(): void {
  ok(picture.makeWritable());
  ok(scaler.scaleFrameSync(picture, decoded));
  picture.pts = BigInt(frames);
  frames += 1;
  ok(encoder.sendFrameSync(picture));
  writeWhatIsReady();
}

function writeWhatIsReady(): void {
  const ready = allocated(new Packet());
  while (encoder.receivePacketSync(ready) >= 0) {
    ready.streamIndex = stream.index;
    ready.duration = 1n;
    ready.rescaleTs(new Rational(1, CLIP.fps), stream.timeBase);
    ok(output.interleavedWriteFrameSync(ready));
    ready.unref();
  }
  ready.free();
}

function allocated<T extends Packet | Frame>(thing: T): T {
  thing.alloc();
  return thing;
}

function ok(code: number): void {
  assert.ok(code >= 0, `libav error ${code}`);
}
