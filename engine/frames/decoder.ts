/** Any encoded frame to small packed pixels: H.264 and H.265 by libav, JPEG by sharp. One a worker. */

import type { EncodedFrame } from './encoded-frame.ts';
import { JpegDecoder } from './jpeg-decoder.ts';
import type { Pixels, PixelsWanted } from './pixels.ts';
import { isVideoCodec, VideoDecoder } from './video-decoder.ts';

export class FrameDecoder {
  // Made when first needed: a worker that only sees JPEG never opens libav.
  #video: VideoDecoder | null = null;
  readonly #jpeg = new JpegDecoder();

  /** Decodes and scales. Throws `frame_undecodable` and `frame_too_large`. */
  async decode(frame: EncodedFrame, wanted: PixelsWanted): Promise<Pixels> {
    if (!isVideoCodec(frame.codec)) return this.#jpeg.pixels(frame.codec, frame.data, wanted);
    this.#video ??= new VideoDecoder();
    return this.#video.pixels(frame.codec, frame.data, wanted);
  }

  close(): void {
    this.#video?.close();
    this.#video = null;
  }
}
