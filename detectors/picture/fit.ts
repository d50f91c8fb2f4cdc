/** How a picture lies in a detector's input, and the way back from input pixels to the picture. Pure geometry. */

import type { InputSpec, Rect } from '../detector.ts';

/** Width and height in px, both at least 1. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Where the picture lies in the input; the rest of the input is filling. */
export interface Fit {
  readonly picture: Size;
  /** Whole pixels, inside the input, at least 1 × 1. */
  readonly content: Rect;
}

/**
 * Fits a picture into an input. `letterbox` scales both sides by the same factor, `min(input / picture)`, and rounds
 * to whole pixels; `stretch` fills the input.
 */
export function fitPicture(picture: Size, input: InputSpec): Fit {
  if (input.fit === 'stretch') {
    return { picture, content: { x: 0, y: 0, width: input.width, height: input.height } };
  }
  const scale = Math.min(input.width / picture.width, input.height / picture.height);
  const width = clampSide(picture.width * scale, input.width);
  const height = clampSide(picture.height * scale, input.height);
  const isCentred = input.align === 'centre';
  return {
    picture,
    content: {
      x: isCentred ? Math.floor((input.width - width) / 2) : 0,
      y: isCentred ? Math.floor((input.height - height) / 2) : 0,
      width,
      height,
    },
  };
}

function clampSide(side: number, most: number): number {
  return Math.min(most, Math.max(1, Math.round(side)));
}

/** A box as the detector gave it, in picture ratios: 0..1 inside the picture, outside it where the box reaches out. */
export type BoxRatio = readonly [number, number, number, number];

/**
 * The inverse of {@link fitPicture} for a box [x1, y1, x2, y2] in input pixels. Nothing is clipped. A `Frame` is a fit too:
 * it has the `content`.
 */
export function toPictureRatio(
  box: readonly [number, number, number, number],
  fit: Pick<Fit, 'content'>,
): BoxRatio {
  const { x, y, width, height } = fit.content;
  return [(box[0] - x) / width, (box[1] - y) / height, (box[2] - x) / width, (box[3] - y) / height];
}
