/**
 * One JPEG or PNG to small packed pixels, by sharp: its shrink-on-load decodes only as much as the small size needs, which
 * makes MJPEG and snapshot cameras nearly free.
 */

import sharp, { type Sharp } from 'sharp';
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
      const { width, height, format, depth } = await image.metadata();
      if (format !== 'jpeg' && format !== 'png') {
        throw undecodable(`a picture in the format ${format}`);
      }
      requireSize(width, height);
      const picture = { width, height };
      const size = wanted.size(picture);
      if (depth === 'ushort') return { picture, ...size, ...(await wideOf(image, size, wanted)) };
      if (wanted.isWide === true) throw undecodable('8 bits a pixel, for a detector of 16 bits');
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

/** Words of 16 bits, and the range of them that is seen as bytes: what is warm or near in it shows to every detector. */
async function wideOf(
  image: Sharp,
  { width, height }: { readonly width: number; readonly height: number },
  { isGrey }: PixelsWanted,
): Promise<Pick<Pixels, 'bytes' | 'words'>> {
  const scaled = image.resize(width, height, { fit: 'fill', kernel: 'linear' });
  const raw = await scaled
    .toColourspace('grey16')
    .removeAlpha()
    .raw({ depth: 'ushort' })
    .toBuffer();
  const words = new Uint16Array(Uint8Array.from(raw).buffer);
  let [low, high] = [65_535, 0];
  for (const word of words) {
    if (word < low) low = word;
    if (word > high) high = word;
  }
  const channels = isGrey ? 1 : 3;
  const bytes = new Uint8Array(words.length * channels);
  const factor = high > low ? 255 / (high - low) : 0;
  for (const [at, word] of words.entries()) {
    bytes.fill(Math.round((word - low) * factor), at * channels, (at + 1) * channels);
  }
  return { bytes, words };
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
