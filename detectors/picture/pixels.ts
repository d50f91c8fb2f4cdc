/** What the two decoders have in common: encoded bytes in, small packed pixels out. */

import type { Size } from './fit.ts';

/** Largest picture that is decoded, px: 8K UHD is 7680 × 4320 = 33.2 million; above, a header is a lie or an attack. */
export const MAX_PICTURE_PIXELS = 36_000_000;

/** Packed pixels, row by row: RGB, or one grey channel where that was wanted. */
export interface Pixels {
  /** Size of the picture as the camera sent it. */
  readonly picture: Size;
  readonly width: number;
  readonly height: number;
  /** `width × height × 3` bytes of RGB, or `width × height` of grey. */
  readonly bytes: Uint8Array;
}

export interface PixelsWanted {
  /** The size to scale to, told once the picture's own size is known. */
  readonly size: (picture: Size) => Size;
  readonly isGrey: boolean;
}
