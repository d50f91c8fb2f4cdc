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
import { Codec, CodecContext, FormatContext, Frame, Log, Packet, Rational } from 'node-av/lib';

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
const CLIP_FPS = 10;

/** The encoder of a codec and, where it has parameters, their name and what they begin with. */
type Encoder = readonly [name: string, parameters?: string, first?: string];
const ENCODERS: Readonly<Record<ClipOptions['codec'], Encoder>> = {
  h264: ['libx264', 'x264-params', ''],
  hevc: ['libx265', 'x265-params', 'log-level=none:pools=none:frame-threads=1:'],
  jpeg: ['mjpeg'],
  mpeg4: ['mpeg4'],
};

/** Path of the clip, made now or by an earlier test. */
export function clip(given: ClipOptions): string {
  const options = { frames: 20, gopFrames: 5, width: 320, height: 240, bFrames: 0, ...given };
  const { codec, container, frames, gopFrames, width, height, bFrames } = options;
  const folder = join(tmpdir(), 'turnout-test-clips');
  const name = `1-${codec}-${frames}-${gopFrames}-${width}x${height}-${bFrames}.${container}`;
  const path = join(folder, name);
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true });
    const draft = join(folder, `${process.pid}-${codec}-${frames}.${container}`);
    encode(draft, options);
    // Whole or not at all: another test may look for it at the same time.
    renameSync(draft, path);
  }
  return path;
}

function encode(path: string, options: Required<ClipOptions>): void {
  Log.setLevel(AV_LOG_QUIET);
  const { codec, container, frames, gopFrames, bFrames } = options;
  const picture = newPicture(options);
  const [encoder, parameters, first] = ENCODERS[codec];
  const keyframes = `${first}scenecut=0:bframes=${bFrames}`;
  const settings = parameters === undefined ? {} : { preset: 'ultrafast', [parameters]: keyframes };
  const isBare = container === 'h264';
  const stream = { encoder, fps: CLIP_FPS, gopFrames, bFrames, picture, settings, isBare };
  const file = clipFile(path, stream);
  for (let index = 0; index < frames; index += 1) {
    picture.makeWritable();
    draw(picture, options, index);
    file.add(picture);
  }
  file.close();
  picture.free();
}

interface ClipFileOptions {
  readonly encoder: string;
  readonly fps: number;
  readonly gopFrames: number;
  readonly bFrames: number;
  /** Any, of the size and the format that all of them have. */
  readonly picture: Pick<Frame, 'width' | 'height' | 'format'>;
  /** Of the encoder. */
  readonly settings: Readonly<Record<string, string>>;
  /** Whether the file is a stream without a container. */
  readonly isBare?: boolean;
  readonly bitsPerSecond?: number;
}

/** A video file that is encoded picture by picture. */
export function clipFile(path: string, options: ClipFileOptions) {
  const { encoder: name, fps, gopFrames, bFrames, picture, settings } = options;
  const found = Codec.findEncoderByName(name as Parameters<typeof Codec.findEncoderByName>[0]);
  const timeBase = new Rational(1, fps);
  const encoder = new CodecContext();
  encoder.allocContext3(found);
  encoder.width = picture.width;
  encoder.height = picture.height;
  encoder.pixelFormat = picture.format as CodecContext['pixelFormat'];
  encoder.timeBase = timeBase;
  encoder.framerate = new Rational(fps, 1);
  encoder.gopSize = gopFrames;
  encoder.maxBFrames = bFrames;
  encoder.threadCount = 1;
  if (options.bitsPerSecond !== undefined) encoder.bitRate = BigInt(options.bitsPerSecond);
  if (options.isBare !== true) encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  for (const [key, value] of Object.entries(settings)) encoder.setOption(key, value);
  ok(encoder.open2Sync(found, null));
  const output = new FormatContext();
  output.allocOutputContext2(null, null, path);
  const stream = output.newStream(null);
  stream.timeBase = timeBase;
  stream.codecpar.fromContext(encoder);
  ok(output.openOutputSync());
  ok(output.writeHeaderSync());
  let pictures = 0;
  /** Null: there are no more. */
  const encoded = (next: Frame | null) => {
    ok(encoder.sendFrameSync(next));
    const packet = new Packet();
    packet.alloc();
    while (encoder.receivePacketSync(packet) >= 0) {
      packet.streamIndex = stream.index;
      packet.duration = 1n;
      packet.rescaleTs(timeBase, stream.timeBase);
      ok(output.interleavedWriteFrameSync(packet));
      packet.unref();
    }
    packet.free();
  };
  return {
    add: (next: Frame) => {
      next.pts = BigInt(pictures);
      pictures += 1;
      encoded(next);
    },
    close: () => {
      encoded(null);
      ok(output.writeTrailerSync());
      output.closeOutputSync();
      encoder.freeContext();
    },
  };
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
  for (let y = 40; y < 80; y += 1) luma.fill(220, y * width + left, y * width + left + 40);
  const chroma = Buffer.alloc((width / 2) * (height / 2) * 2, 128);
  ok(picture.fromBuffer(Buffer.concat([luma, chroma])));
}

function ok(code: number): void {
  if (code < 0) throw new Error(`libav error ${code} while making a clip for a test`);
}
