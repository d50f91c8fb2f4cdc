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

function valuesFor({ width, height, colour, values }: InputSpec): Values {
  const length = width * height * RGB_ORDER[colour].length;
  return values === 'float32-chw' ? new Float32Array(length) : new Uint8Array(length);
}

export class InputCanvas {
  /** What decoders must deliver for this input. */
  readonly wanted: PixelsWanted;
  readonly #input: InputSpec;
  readonly #order: readonly number[];
  readonly #values: Values;
  /** A byte's value for each channel: 256 entries a channel, mean and std applied. */
  readonly #table: Float32Array;
  /** Whether values are the bytes themselves: then the table, half of the time, is not looked at. */
  readonly #isPlain: boolean;
  /** The part that holds the last picture; the rest holds filling already. */
  #content: Rect | null = null;

  constructor(input: InputSpec) {
    this.#input = input;
    this.#order = RGB_ORDER[input.colour];
    this.#values = valuesFor(input);
    this.#table = valueTable(input, this.#order.length);
    this.#isPlain = this.#table.every((value, at) => value === at % 256);
    this.wanted = {
      isGrey: input.colour === 'grey',
      size: (picture) => fitPicture(picture, input).content,
    };
  }

  /** Puts a picture in. The values are valid until the next call. */
  fill(pixels: Pixels): { values: Values; fit: Fit } {
    const fit = fitPicture(pixels.picture, this.#input);
    if (!isSameRect(fit.content, this.#content)) {
      this.#fillPadding();
      this.#content = fit.content;
    }
    if (this.#values instanceof Float32Array) {
      this.#fillPlanes(this.#values, pixels.bytes, fit.content);
    } else {
      this.#fillRows(this.#values, pixels.bytes, fit.content);
    }
    return { values: this.#values, fit };
  }

  #fillPadding(): void {
    const { pad, width, height } = this.#input;
    if (!(this.#values instanceof Float32Array)) {
      this.#values.fill(pad);
      return;
    }
    const plane = width * height;
    for (let channel = 0; channel < this.#order.length; channel += 1) {
      const value = this.#table[channel * 256 + pad] ?? 0;
      this.#values.fill(value, channel * plane, (channel + 1) * plane);
    }
  }

  #fillRows(values: Uint8Array, pixels: Uint8Array, content: Rect): void {
    const channels = this.#order.length;
    const row = content.width * channels;
    for (let y = 0; y < content.height; y += 1) {
      const from = pixels.subarray(y * row, (y + 1) * row);
      const at = ((content.y + y) * this.#input.width + content.x) * channels;
      values.set(from, at);
      if (this.#input.colour === 'bgr') swapRedAndBlue(values, at, row);
    }
  }

  #fillPlanes(values: Float32Array, bytes: Uint8Array, content: Rect): void {
    const channels = this.#order.length;
    const { width, height } = this.#input;
    for (let channel = 0; channel < channels; channel += 1) {
      const first = channel * width * height + content.y * width + content.x;
      const row = { first, step: width, length: content.width, rows: content.height };
      const source = { bytes, first: this.#order[channel] ?? 0, step: channels };
      if (this.#isPlain) copyPlane(values, row, source);
      else mapPlane(values, row, source, this.#table.subarray(channel * 256, channel * 256 + 256));
    }
  }
}

/** Where a picture's rows lie in a plane, in values. */
interface Rows {
  readonly first: number;
  readonly step: number;
  readonly length: number;
  readonly rows: number;
}

/** One channel of packed pixels. */
interface Channel {
  readonly bytes: Uint8Array;
  readonly first: number;
  readonly step: number;
}

function copyPlane(values: Float32Array, { first, step, length, rows }: Rows, from: Channel): void {
  const { bytes, step: apart } = from;
  let at = from.first;
  for (let row = 0; row < rows; row += 1) {
    let to = first + row * step;
    for (const end = to + length; to < end; to += 1) {
      values[to] = bytes[at] as number;
      at += apart;
    }
  }
}

/** The same through a table of what each byte becomes. */
function mapPlane(values: Float32Array, at: Rows, from: Channel, table: Float32Array): void {
  const { bytes, step: apart } = from;
  let pixel = from.first;
  for (let row = 0; row < at.rows; row += 1) {
    let to = at.first + row * at.step;
    for (const end = to + at.length; to < end; to += 1) {
      values[to] = table[bytes[pixel] as number] as number;
      pixel += apart;
    }
  }
}

function valueTable(input: InputSpec, channels: number): Float32Array {
  const table = new Float32Array(channels * 256);
  for (let channel = 0; channel < channels; channel += 1) {
    const mean = input.mean?.[channel] ?? 0;
    const std = input.std?.[channel] ?? 1;
    for (let byte = 0; byte < 256; byte += 1) table[channel * 256 + byte] = (byte - mean) / std;
  }
  return table;
}

function swapRedAndBlue(values: Uint8Array, at: number, length: number): void {
  for (let pixel = at; pixel < at + length; pixel += 3) {
    const red = values[pixel] ?? 0;
    values[pixel] = values[pixel + 2] ?? 0;
    values[pixel + 2] = red;
  }
}

function isSameRect(a: Rect, b: Rect | null): boolean {
  return b !== null && a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}
