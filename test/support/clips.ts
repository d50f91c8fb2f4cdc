/**
 * Tiny video files for tests, encoded when first needed by the FFmpeg inside node-av and kept in the system's folder for
 * temporary files under a name that says all their settings. Pictures: a bright square walking over grey.
 */

import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_LOG_QUIET,
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUVJ420P,
} from 'node-av/constants';
import {
  Codec,
  CodecContext,
  FormatContext,
  Frame,
  Log,
  Packet,
  Rational,
  type Stream,
} from 'node-av/lib';

export interface ClipOptions {
  readonly codec: 'h264' | 'hevc' | 'jpeg' | 'mpeg4';
  /** Container, by its file extension; `h264` is none, a bare stream. */
  readonly container: 'mp4' | 'mkv' | 'ts' | 'avi' | 'h264';
  readonly frames?: number;
  /** Frames from one keyframe to the next. */
  readonly gopFrames?: number;
  readonly width?: number;
  readonly height?: number;
  /** Frames that are sent later than they are shown; 0 by default. */
  readonly bFrames?: number;
}

/** Frames a second of every clip. */
export const CLIP_FPS = 10;

const ENCODERS = { h264: 'libx264', hevc: 'libx265', jpeg: 'mjpeg', mpeg4: 'mpeg4' } as const;

/** Path of the clip, made now or by an earlier test. */
export function clip(options: ClipOptions): string {
  const {
    codec,
    container,
    frames = 20,
    gopFrames = 5,
    width = 320,
    height = 240,
    bFrames = 0,
  } = options;
  const folder = join(tmpdir(), 'turnout-test-clips');
  const path = join(
    folder,
    `1-${codec}-${frames}-${gopFrames}-${width}x${height}-${bFrames}.${container}`,
  );
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true });
    const draft = join(folder, `${process.pid}-${codec}-${frames}.${container}`);
    encode(draft, { codec, container, frames, gopFrames, width, height, bFrames });
    // Whole or not at all: another test may look for it at the same time.
    renameSync(draft, path);
  }
  return path;
}

function encode(path: string, options: Required<ClipOptions>): void {
  Log.setLevel(AV_LOG_QUIET);
  const output = new FormatContext();
  output.allocOutputContext2(null, null, path);
  const encoder = openEncoder(options);
  const stream = output.newStream(null);
  stream.timeBase = new Rational(1, CLIP_FPS);
  stream.codecpar.fromContext(encoder);
  ok(output.openOutputSync());
  ok(output.writeHeaderSync());
  const picture = newPicture(options);
  for (let index = 0; index < options.frames; index += 1) {
    picture.makeWritable();
    draw(picture, options, index);
    picture.pts = BigInt(index);
    ok(encoder.sendFrameSync(picture));
    drain(encoder, output, stream);
  }
  encoder.sendFrameSync(null);
  drain(encoder, output, stream);
  ok(output.writeTrailerSync());
  output.closeOutputSync();
  encoder.freeContext();
  picture.free();
}

function openEncoder({
  codec,
  container,
  gopFrames,
  width,
  height,
  bFrames,
}: Required<ClipOptions>): CodecContext {
  const found = Codec.findEncoderByName(
    ENCODERS[codec] as Parameters<typeof Codec.findEncoderByName>[0],
  );
  const encoder = new CodecContext();
  encoder.allocContext3(found);
  encoder.width = width;
  encoder.height = height;
  encoder.pixelFormat = codec === 'jpeg' ? AV_PIX_FMT_YUVJ420P : AV_PIX_FMT_YUV420P;
  encoder.timeBase = new Rational(1, CLIP_FPS);
  encoder.framerate = new Rational(CLIP_FPS, 1);
  encoder.gopSize = gopFrames;
  encoder.maxBFrames = bFrames;
  encoder.threadCount = 1;
  if (container !== 'h264') {
    encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  }
  if (codec === 'h264') {
    encoder.setOption('preset', 'ultrafast');
    encoder.setOption('x264-params', `scenecut=0:bframes=${bFrames}`);
  }
  if (codec === 'hevc') {
    encoder.setOption('preset', 'ultrafast');
    encoder.setOption(
      'x265-params',
      `log-level=none:pools=none:frame-threads=1:scenecut=0:bframes=${bFrames}`,
    );
  }
  ok(encoder.open2Sync(found, null));
  return encoder;
}

function newPicture({ codec, width, height }: Required<ClipOptions>): Frame {
  const picture = new Frame();
  picture.alloc();
  picture.width = width;
  picture.height = height;
  picture.format = codec === 'jpeg' ? AV_PIX_FMT_YUVJ420P : AV_PIX_FMT_YUV420P;
  ok(picture.getBuffer(1));
  return picture;
}

function draw(picture: Frame, { width, height }: Required<ClipOptions>, index: number): void {
  const luma = Buffer.alloc(width * height, 90);
  const left = (index * 8) % (width - 40);
  for (let y = 40; y < 80; y += 1) {
    luma.fill(220, y * width + left, y * width + left + 40);
  }
  const chroma = Buffer.alloc((width / 2) * (height / 2) * 2, 128);
  ok(picture.fromBuffer(Buffer.concat([luma, chroma])));
}

function drain(encoder: CodecContext, output: FormatContext, stream: Stream): void {
  const packet = new Packet();
  packet.alloc();
  while (encoder.receivePacketSync(packet) >= 0) {
    packet.streamIndex = stream.index;
    packet.duration = 1n;
    packet.rescaleTs(new Rational(1, CLIP_FPS), stream.timeBase);
    ok(output.interleavedWriteFrameSync(packet));
    packet.unref();
  }
  packet.free();
}

function ok(code: number): void {
  if (code < 0) {
    throw new Error(`libav error ${code} while making a clip for a test`);
  }
}
