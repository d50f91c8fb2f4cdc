/**
 * One keyframe of H.264 or H.265 to small packed pixels, by libav inside a worker.
 *
 * Stateless between frames: a keyframe brings its parameter sets along, which its source sees to, and the decoder is drained and flushed after each,
 * so that one decoder a codec serves all cameras. Single-threaded: the pool is the parallelism.
 */

import {
  AV_CODEC_ID_H264,
  AV_CODEC_ID_HEVC,
  AV_LOG_QUIET,
  AV_PIX_FMT_GRAY8,
  AV_PIX_FMT_RGB24,
  type AVCodecID,
  SWS_BILINEAR,
} from 'node-av/constants';
import { Codec, CodecContext, Frame, Log, Packet, SoftwareScaleContext } from 'node-av/lib';
import { MAX_PICTURE_PIXELS, type Pixels, type PixelsWanted } from '../../detectors/picture.ts';
import { TurnoutError } from '../../errors.ts';
import { KeptFew } from './kept-few.ts';

/** Codecs that a worker can decode. `jpeg` is any still picture, JPEG or PNG. */
export type FrameCodec = 'h264' | 'hevc' | 'jpeg';

const CODEC_IDS: Readonly<Record<VideoCodec, AVCodecID>> = {
  h264: AV_CODEC_ID_H264,
  hevc: AV_CODEC_ID_HEVC,
};

type VideoCodec = Exclude<FrameCodec, 'jpeg'>;

/** Scalers kept: one a pair of sizes; cameras of a gym share a few sizes. The oldest goes first. */
const MAX_SCALERS = 16;
/**
 * Pictures to scale into, reused: one a size. Detectors of a gym share an input size or two, and a picture is asked
 * for from time to time. Chosen here.
 */
const MAX_TARGETS = 4;

export class VideoDecoder {
  readonly #contexts = new Map<VideoCodec, CodecContext>();
  readonly #scalers = new KeptFew<SoftwareScaleContext>(MAX_SCALERS, (scaler) =>
    scaler.freeContext(),
  );
  /**
   * Not one for each picture: libav wants its memory aligned, and glibc (2.36) seldom gives a freed aligned piece out again
   * for the next of its size. A program with 37 cameras grew by 31 MB a round of `bench/torture/parts/camera-faults`.
   */
  readonly #targets = new KeptFew<Frame>(MAX_TARGETS, (target) => target.free());
  readonly #packet = new Packet();
  readonly #decoded = new Frame();

  constructor() {
    // libav writes lines of its own to stderr, such as on full-range colours; a process without an input has not quietened it.
    Log.setLevel(AV_LOG_QUIET);
    this.#packet.alloc();
    this.#decoded.alloc();
  }

  /** Throws `frame_undecodable` and `frame_too_large`. */
  pixels(codec: VideoCodec, data: Uint8Array<ArrayBuffer>, wanted: PixelsWanted): Pixels {
    const context = this.#context(codec);
    try {
      this.#decode(context, codec, data);
      return this.#scale(codec, this.#decoded, wanted);
    } finally {
      this.#decoded.unref();
      this.#packet.unref();
      context.flushBuffers();
    }
  }

  #decode(context: CodecContext, codec: VideoCodec, data: Uint8Array<ArrayBuffer>): void {
    this.#packet.data = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    const sent = context.sendPacketSync(this.#packet);
    // The null packet drains: the only frame comes out at once, whatever delay the stream declares.
    context.sendPacketSync(null);
    const received = context.receiveFrameSync(this.#decoded);
    if (received < 0) throw undecodable(codec, `libav error ${sent < 0 ? sent : received}`);
    if (this.#decoded.decodeErrorFlags !== 0) throw undecodable(codec, 'a damaged picture');
  }

  #context(codec: VideoCodec): CodecContext {
    const known = this.#contexts.get(codec);
    if (known !== undefined) return known;
    const decoder = Codec.findDecoder(CODEC_IDS[codec]);
    if (decoder === null) throw undecodable(codec, 'no decoder for it in this build of FFmpeg');
    const context = new CodecContext();
    context.allocContext3(decoder);
    context.threadCount = 1;
    context.setOption('max_pixels', BigInt(MAX_PICTURE_PIXELS));
    const opened = context.open2Sync(decoder, null);
    if (opened < 0) throw undecodable(codec, `libav error ${opened}`);
    this.#contexts.set(codec, context);
    return context;
  }

  #scale(codec: VideoCodec, decoded: Frame, wanted: PixelsWanted): Pixels {
    const picture = { width: decoded.width, height: decoded.height };
    const { width, height } = wanted.size(picture);
    const format = wanted.isGrey ? AV_PIX_FMT_GRAY8 : AV_PIX_FMT_RGB24;
    const target = this.#targets.take([width, height, format].join(), () =>
      emptyPicture(codec, { width, height, format }),
    );
    const scaled = this.#scaler(decoded, target).scaleFrameSync(target, decoded);
    // Unseen, it would be a picture of nothing, in which no one is counted.
    if (scaled < 0) throw undecodable(codec, `libav error ${scaled} while scaling`);
    return { picture, width, height, bytes: target.toBuffer() };
  }

  #scaler(from: Frame, to: Frame): SoftwareScaleContext {
    const key = [from.width, from.height, from.format, to.width, to.height, to.format].join();
    return this.#scalers.take(key, () => {
      const scaler = new SoftwareScaleContext();
      type PixelFormat = Parameters<SoftwareScaleContext['getContext']>[2];
      scaler.getContext(
        from.width,
        from.height,
        from.format as PixelFormat,
        to.width,
        to.height,
        to.format as PixelFormat,
        SWS_BILINEAR,
      );
      return scaler;
    });
  }
}

/** Its memory is written whole by each scaling, and read before the next. */
function emptyPicture(
  codec: VideoCodec,
  { width, height, format }: Pick<Frame, 'width' | 'height' | 'format'>,
): Frame {
  const target = new Frame();
  target.alloc();
  Object.assign(target, { width, height, format });
  const room = target.getBuffer(1);
  if (room < 0) {
    target.free();
    throw undecodable(codec, `libav error ${room} while making room for it`);
  }
  return target;
}

function undecodable(codec: VideoCodec, got: string): TurnoutError {
  return new TurnoutError('frame_undecodable', {
    where: 'frame',
    expected: `one ${codec} keyframe that decodes on its own`,
    got,
  });
}
