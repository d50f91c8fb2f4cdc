/** How a picture lies in a detector's input, and the way back from input pixels to the picture. Pure geometry. */

import type { InputSpec, Rect } from './detector.ts';

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

/** What the two decoders have in common: encoded bytes in, small packed pixels out. */

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

/**
 * A detector's input, filled again for each frame: the picture goes in, the pixels come out in the detector's own
 * colour order, type and value range. One a detector and worker; nothing is allocated per frame.
 */

const RGB_ORDER = { rgb: [0, 1, 2], bgr: [2, 1, 0], grey: [0] } as const;

/** Values of an input: what a detector gets as `frame.pixels`. */
type Values = Uint8Array | Float32Array;

export class InputCanvas {
  /** What decoders must deliver for this input. */
  readonly wanted: PixelsWanted;
  readonly #input: InputSpec;
  /** Channels of the packed pixels in the order of the input. */
  readonly #order: readonly number[];
  readonly #values: Values;
  /** For each channel what its bytes become, mean and std applied; null where that is the bytes themselves. */
  readonly #tables: readonly (Float32Array | null)[];
  /** The part that holds the last picture; the rest holds filling already. */
  #content: Rect | null = null;

  constructor(input: InputSpec) {
    const { width, height, colour, values, mean, std } = input;
    this.#input = input;
    this.#order = RGB_ORDER[colour];
    const length = width * height * this.#order.length;
    this.#values = values === 'float32-chw' ? new Float32Array(length) : new Uint8Array(length);
    this.#tables = this.#order.map((_, at) => valueTable(mean?.[at] ?? 0, std?.[at] ?? 1));
    this.wanted = {
      isGrey: colour === 'grey',
      size: (picture) => fitPicture(picture, input).content,
    };
  }

  /** Puts a picture in. The values are valid until the next call. */
  fill(pixels: Pixels): { values: Values; fit: Fit } {
    const fit = fitPicture(pixels.picture, this.#input);
    return { values: this.place(pixels.bytes, fit.content), fit };
  }

  /** Puts packed pixels into this part. */
  place(bytes: Uint8Array, content: Rect): Values {
    const { x, y, width, height } = content;
    const last = this.#content;
    if (last?.x !== x || last.y !== y || last.width !== width || last.height !== height) {
      this.#fillPadding();
      this.#content = content;
    }
    if (this.#values instanceof Float32Array) this.#placePlanes(this.#values, bytes, content);
    else this.#placeRows(this.#values, bytes, content);
    return this.#values;
  }

  #fillPadding(): void {
    const { pad, width, height } = this.#input;
    if (this.#values instanceof Uint8Array) {
      this.#values.fill(pad);
      return;
    }
    const plane = width * height;
    for (const [at, table] of this.#tables.entries()) {
      this.#values.fill(table?.[pad] ?? pad, at * plane, (at + 1) * plane);
    }
  }

  #placeRows(values: Uint8Array, bytes: Uint8Array, { x, y, width, height }: Rect): void {
    const channels = this.#order.length;
    const row = width * channels;
    for (let line = 0; line < height; line += 1) {
      const at = ((y + line) * this.#input.width + x) * channels;
      values.set(bytes.subarray(line * row, (line + 1) * row), at);
      if (this.#input.colour === 'bgr') swapRedAndBlue(values, at, row);
    }
  }

  #placePlanes(values: Float32Array, bytes: Uint8Array, { x, y, width, height }: Rect): void {
    for (const [plane, channel] of this.#order.entries()) {
      const first = (plane * this.#input.height + y) * this.#input.width + x;
      const rows = { first, step: this.#input.width, width, height };
      copyPlane(
        values,
        rows,
        bytes,
        { channel, channels: this.#order.length },
        this.#tables[plane],
      );
    }
  }
}

/** Copies one channel of packed pixels into rows of a plane, through `table` where there is one. */
function copyPlane(
  values: Float32Array,
  { first, step, width, height }: Readonly<Record<'first' | 'step' | 'width' | 'height', number>>,
  bytes: Uint8Array,
  { channel, channels }: Readonly<Record<'channel' | 'channels', number>>,
  table: Float32Array | null = null,
): void {
  let at = channel;
  for (let row = first; row < first + height * step; row += step) {
    const end = row + width;
    if (table === null) {
      for (let to = row; to < end; to += 1, at += channels) values[to] = bytes[at] as number;
    } else {
      for (let to = row; to < end; to += 1, at += channels) {
        values[to] = table[bytes[at] as number] as number;
      }
    }
  }
}

function valueTable(mean: number, std: number): Float32Array | null {
  if (mean === 0 && std === 1) return null;
  return Float32Array.from({ length: 256 }, (_, byte) => (byte - mean) / std);
}

function swapRedAndBlue(values: Uint8Array, at: number, length: number): void {
  for (let pixel = at; pixel < at + length; pixel += 3) {
    const red = values[pixel] ?? 0;
    values[pixel] = values[pixel + 2] ?? 0;
    values[pixel + 2] = red;
  }
}
