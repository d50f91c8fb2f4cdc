/**
 * One JPEG or PNG to small packed pixels, by sharp: its shrink-on-load decodes only as much as the small size needs, which
 * makes MJPEG and snapshot cameras nearly free.
 */

import sharp from 'sharp';
import {
  MAX_PICTURE_PIXELS,
  type Pixels,
  type PixelsWanted,
} from '../../detectors/picture/pixels.ts';
import { messageOf, TurnoutError } from '../../errors.ts';
import { VipsThreads } from './vips-threads.ts';

// The pool is the parallelism; libvips' own threads would only fight over the same cores.
sharp.concurrency(1);
// Every picture is new: caching decoded ones would only hold memory.
sharp.cache(false);

export class JpegDecoder {
  readonly #threads = new VipsThreads();

  /** Throws `frame_undecodable` and `frame_too_large`. */
  async pixels(data: Uint8Array<ArrayBuffer>, wanted: PixelsWanted): Promise<Pixels> {
    try {
      const image = sharp(data, { limitInputPixels: false, failOn: 'error' });
      const { width, height, format } = await image.metadata();
      if (format !== 'jpeg' && format !== 'png') {
        throw undecodable(`a picture in the format ${format}`);
      }
      requireSize(width, height);
      const picture = { width, height };
      const size = wanted.size(picture);
      const scaled = image
        .resize(size.width, size.height, { fit: 'fill', kernel: 'linear' })
        .toColourspace(wanted.isGrey ? 'b-w' : 'srgb')
        .removeAlpha();
      const bytes = await scaled.raw().toBuffer();
      this.#threads.lower();
      return { picture, width: size.width, height: size.height, bytes };
    } catch (error) {
      if (error instanceof TurnoutError) throw error;
      throw undecodable(messageOf(error), error);
    }
  }
}

function requireSize(width: number, height: number): void {
  if (width * height <= MAX_PICTURE_PIXELS) return;
  throw new TurnoutError('frame_too_large', {
    where: 'frame',
    expected: `at most ${MAX_PICTURE_PIXELS / 1e6} million pixels`,
    got: `${width} × ${height}`,
    hint: 'choose a smaller stream in the settings of the camera',
  });
}

function undecodable(got: string, cause?: unknown): TurnoutError {
  return new TurnoutError(
    'frame_undecodable',
    { where: 'frame', expected: 'one JPEG or PNG picture', got },
    { cause },
  );
}
