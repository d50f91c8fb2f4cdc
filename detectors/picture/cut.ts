/** Cuts a part out of a frame and scales it: what one detector found, as a picture for another. */

import { TurnoutError } from '../../errors.ts';
import type { Detection, Frame, InputSpec, Rect } from '../detector.ts';
import type { Pixels, PixelsWanted } from './pixels.ts';

export interface Cut {
  /** The part that was cut out, in pixels of the frame, inside its content and at least 1 × 1. */
  readonly part: Rect;
  readonly pixels: Pixels;
}

/**
 * The part of `frame` under `box`, in the size and colours wanted. Throws `detector_invalid` where the frame does not have
 * plain bytes in `rgb` or `grey`. Bilinear; each pixel of the part costs the same, whatever the frame's size.
 *
 * @param input of the detector whose frame it is.
 */
export function cutOut(
  frame: Frame,
  input: InputSpec,
  box: Detection['box'],
  wanted: PixelsWanted,
): Cut {
  const { pixels } = frame;
  if (!(pixels instanceof Uint8Array) || input.colour === 'bgr') {
    throw new TurnoutError('detector_invalid', {
      where: 'env.detector',
      expected: 'frames of uint8-hwc in rgb or grey, since parts are cut out of them',
      got: `${input.values} in ${input.colour}`,
    });
  }
  const part = insideOf(frame.content, box);
  const size = wanted.size({ width: part.width, height: part.height });
  const channels = input.colour === 'grey' ? 1 : 3;
  const source = { bytes: pixels, row: input.width * channels, channels, part };
  const bytes = scale(source, size, wanted.isGrey);
  return { part, pixels: { picture: part, ...size, bytes } };
}

/** A box as whole pixels of the content, at least one. */
function insideOf(content: Rect, [x1, y1, x2, y2]: Detection['box']): Rect {
  const right = content.x + content.width;
  const bottom = content.y + content.height;
  const x = Math.min(right - 1, Math.max(content.x, Math.floor(x1)));
  const y = Math.min(bottom - 1, Math.max(content.y, Math.floor(y1)));
  const width = Math.max(1, Math.min(right, Math.ceil(x2)) - x);
  const height = Math.max(1, Math.min(bottom, Math.ceil(y2)) - y);
  return { x, y, width, height };
}

interface Source {
  readonly bytes: Uint8Array;
  /** Bytes of a row. */
  readonly row: number;
  readonly channels: number;
  readonly part: Rect;
}

function scale(
  source: Source,
  { width, height }: { width: number; height: number },
  isGrey: boolean,
) {
  const out = new Uint8Array(width * height * (isGrey ? 1 : 3));
  const pixel = [0, 0, 0] as [number, number, number];
  let at = 0;
  for (let y = 0; y < height; y += 1) {
    const fromY = ((y + 0.5) * source.part.height) / height - 0.5;
    for (let x = 0; x < width; x += 1) {
      const fromX = ((x + 0.5) * source.part.width) / width - 0.5;
      readPixel(source, fromX, fromY, pixel);
      if (isGrey) {
        // BT.601, as everywhere.
        out[at] = Math.round(0.299 * pixel[0] + 0.587 * pixel[1] + 0.114 * pixel[2]);
        at += 1;
      } else {
        out.set(pixel, at);
        at += 3;
      }
    }
  }
  return out;
}

/** Writes the colour at a place of the part, between four pixels, into `pixel`. */
function readPixel(
  { bytes, row, channels, part }: Source,
  x: number,
  y: number,
  pixel: number[],
): void {
  const left = clamp(Math.floor(x), part.width);
  const right = clamp(Math.floor(x) + 1, part.width);
  const top = clamp(Math.floor(y), part.height);
  const bottom = clamp(Math.floor(y) + 1, part.height);
  const [shareX, shareY] = [x - Math.floor(x), y - Math.floor(y)];
  for (let channel = 0; channel < 3; channel += 1) {
    const at = (column: number, line: number) =>
      bytes[
        (part.y + line) * row + (part.x + column) * channels + (channels === 1 ? 0 : channel)
      ] ?? 0;
    const upper = at(left, top) * (1 - shareX) + at(right, top) * shareX;
    const lower = at(left, bottom) * (1 - shareX) + at(right, bottom) * shareX;
    pixel[channel] = Math.round(upper * (1 - shareY) + lower * shareY);
  }
}

function clamp(at: number, length: number): number {
  return Math.min(length - 1, Math.max(0, at));
}
