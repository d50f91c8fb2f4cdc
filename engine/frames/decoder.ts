/** Any encoded frame to small packed pixels: H.264 and H.265 by libav, JPEG by sharp. One a worker. */

import type { Pixels, PixelsWanted } from '../../detectors/picture/pixels.ts';
import type { EncodedFrame } from './encoded-frame.ts';
import type { JpegDecoder } from './jpeg-decoder.ts';
import type { VideoDecoder } from './video-decoder.ts';

export class FrameDecoder {
  // Loaded when first needed: a worker that only sees JPEG never opens libav, and the other way round.
  #video: VideoDecoder | null = null;
  #jpeg: JpegDecoder | null = null;

  /** Decodes and scales. Throws `frame_undecodable` and `frame_too_large`. */
  async decode(frame: EncodedFrame, wanted: PixelsWanted): Promise<Pixels> {
    if (frame.codec === 'jpeg') {
      this.#jpeg ??= new (await import('./jpeg-decoder.ts')).JpegDecoder();
      return this.#jpeg.pixels(frame.data, wanted);
    }
    this.#video ??= new (await import('./video-decoder.ts')).VideoDecoder();
    return this.#video.pixels(frame.codec, frame.data, wanted);
  }

  close(): void {
    this.#video?.close();
    this.#video = null;
  }
}
