/** Any encoded frame to small packed pixels: H.264 and H.265 by libav, JPEG by sharp. One a worker. */

import type { Pixels, PixelsWanted } from '../../detectors/picture.ts';
import type { FrameCodec, VideoDecoder } from './video-decoder.ts';

export class FrameDecoder {
  #video: VideoDecoder | null = null;

  /** Decodes and scales. Throws `frame_undecodable` and `frame_too_large`. */
  async decode(frame: EncodedFrame, wanted: PixelsWanted): Promise<Pixels> {
    // Loaded when first needed: a worker that only sees JPEG never opens libav, and the other way round.
    if (frame.codec === 'jpeg') return (await import('./jpeg.ts')).jpegPixels(frame.data, wanted);
    this.#video ??= new (await import('./video-decoder.ts')).VideoDecoder();
    return this.#video.pixels(frame.codec, frame.data, wanted);
  }
}

/**
 * The unit of work: one picture as the camera encoded it, which decodes on its own. It is what crosses from readers to
 * workers, so it is plain data: any worker can take any camera's frame.
 */
export interface EncodedFrame {
  readonly codec: FrameCodec;
  /**
   * H.264/H.265: one keyframe access unit in Annex B form with its parameter sets in front. JPEG and PNG: one file.
   * Fills its own ArrayBuffer and belongs to the holder of the frame: it is transferred to a worker, not copied.
   */
  readonly data: Uint8Array<ArrayBuffer>;
  /** When the picture was taken or, where the camera does not say, arrived; ms since 1970, UTC. */
  readonly atUtcMs: number;
  /** Position in the stream or file, ms from its start; null where the source has no such time. */
  readonly mediaMs: number | null;
}

/** A keyframe as the thread that reads the cameras posts it: the one of its camera that is due. */
export interface PostedFrame extends EncodedFrame {
  /** False for one between two samples, which is for someone who looks at the camera. */
  readonly isForSample: boolean;
  /** Keyframes since the one before it that no one wanted. */
  readonly passedOver: number;
}
