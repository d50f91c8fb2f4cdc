/**
 * An experiment for deep rooms: the same detector over the whole picture and over parts of it, enlarged.
 *
 *   input 1.75 × as long: ┌───────┬──┬───────┐   each part is as large as the model's own input, two parts share a
 *                         │ part 1│  │part 2 │   quarter of it; a picture of 16:9 needs two, one of 4:3 four.
 *                         └───────┴──┴───────┘
 *
 * A box that a border between parts cuts is dropped: somebody smaller than what two parts share is whole in one of
 * them, and somebody larger is large enough for the look at the whole picture.
 */

import type { Detection, Detector, Frame, InputSpec, Rect } from '../../detectors/detector.ts';
import { unhurried } from '../../detectors/env/detached-env.ts';
import { isSamePerson } from '../../detectors/onnx/merge.ts';

/** 2 parts less the quarter that they share: chosen here. */
const ENLARGED = 1.75;
/** How near to a border a box is cut by it, in shares of the part's side: chosen here. */
const CUT_RATIO = 0.015;
const RULES = { twinIou: 0.55, partInside: 0.8 };
const MOST = 300;

/** A detector with a larger input that asks `inner` several times a frame. Owns `inner`; planes of floats only. */
export function tiledDetector(inner: Detector): Detector {
  const small = inner.input;
  const input: InputSpec = {
    ...small,
    width: Math.round(small.width * ENLARGED),
    height: Math.round(small.height * ENLARGED),
  };
  const part = new Float32Array(3 * small.width * small.height);
  const ask = async (content: Rect, atMs: number): Promise<readonly Detection[]> =>
    (await inner.detect({ pixels: part, content, atMs, state: null }, unhurried)).detections ?? [];

  const detect = async ({ pixels, content, atMs }: Frame) => {
    if (!(pixels instanceof Float32Array)) throw new TypeError('tiles want float32 pixels');
    shrink(pixels, input, part, small);
    const whole = await ask(scaled(content, 1 / ENLARGED), atMs);
    const found = whole.map((one) => moved(one, ENLARGED, 0, 0));
    for (const y of starts(content.height, small.height)) {
      for (const x of starts(content.width, small.width)) {
        cut({ pixels, input, x, y }, part, small);
        const rect = { x: 0, y: 0, width: small.width, height: small.height };
        const seen = await ask(rect, atMs);
        const kept = seen.filter(({ box }) => !isCut(box, { x, y }, small, content));
        found.push(...kept.map((one) => moved(one, 1, x, y)));
      }
    }
    return { detections: merged(found) };
  };
  return { input, detect, close: () => inner.close() };
}

/** Where parts of length `side` begin, so that they cover `length`: one or two of them. */
export function starts(length: number, side: number): readonly number[] {
  return length <= side ? [0] : [0, Math.floor(length - side)];
}

function merged(found: readonly Detection[]): readonly Detection[] {
  const kept: Detection[] = [];
  for (const one of found.toSorted((a, b) => b.score - a.score)) {
    if (kept.some(({ box }) => isSamePerson(box, one.box, RULES))) continue;
    kept.push(one);
    if (kept.length === MOST) break;
  }
  return kept;
}

function isCut(
  box: Detection['box'],
  at: { readonly x: number; readonly y: number },
  side: { readonly width: number; readonly height: number },
  content: Rect,
): boolean {
  const [nearX, nearY] = [side.width * CUT_RATIO, side.height * CUT_RATIO];
  return (
    (at.x > 0 && box[0] < nearX) ||
    (at.y > 0 && box[1] < nearY) ||
    (at.x + side.width < content.width && box[2] > side.width - nearX) ||
    (at.y + side.height < content.height && box[3] > side.height - nearY)
  );
}

function moved(one: Detection, scale: number, x: number, y: number): Detection {
  const [x1, y1, x2, y2] = one.box;
  return { ...one, box: [x1 * scale + x, y1 * scale + y, x2 * scale + x, y2 * scale + y] };
}

function scaled(rect: Rect, scale: number): Rect {
  const { x, y, width, height } = rect;
  return { x: x * scale, y: y * scale, width: width * scale, height: height * scale };
}

interface Side {
  readonly width: number;
  readonly height: number;
}

function cut(
  from: {
    readonly pixels: Float32Array;
    readonly input: Side;
    readonly x: number;
    readonly y: number;
  },
  into: Float32Array,
  small: Side,
): void {
  for (let plane = 0; plane < 3; plane += 1) {
    for (let row = 0; row < small.height; row += 1) {
      const start = ((plane * from.input.height + from.y + row) * from.input.width + from.x) | 0;
      const pixels = from.pixels.subarray(start, start + small.width);
      into.set(pixels, (plane * small.height + row) * small.width);
    }
  }
}

/** Neighbours in a row lie side by side. */
const ALONG = { x: 0, step: 1 };

/** The mean of the pixels that lie under each smaller one, by the area of each that does. */
function shrink(from: Float32Array, large: Side, into: Float32Array, small: Side): void {
  const [xs, ys] = [taps(large.width, small.width), taps(large.height, small.height)];
  const narrow = new Float32Array(3 * large.height * small.width);
  for (let row = 0; row < 3 * large.height; row += 1) {
    const line = from.subarray(row * large.width, (row + 1) * large.width);
    for (let x = 0; x < small.width; x += 1) {
      narrow[row * small.width + x] = weighed(line, xs, x, ALONG);
    }
  }
  for (let row = 0; row < 3 * small.height; row += 1) {
    const plane = Math.floor(row / small.height) * large.height * small.width;
    const lines = narrow.subarray(plane, plane + large.height * small.width);
    for (let x = 0; x < small.width; x += 1) {
      into[row * small.width + x] = weighed(lines, ys, row % small.height, {
        x,
        step: small.width,
      });
    }
  }
}

/** For each place of a smaller line: the first pixel under it and the shares of three pixels from there; they add up to 1. */
export interface Taps {
  readonly first: Int32Array;
  readonly shares: Float32Array;
}

/** `from` is at most twice `to`. */
export function taps(from: number, to: number): Taps {
  const scale = from / to;
  const first = new Int32Array(to);
  const shares = new Float32Array(to * 3);
  for (let place = 0; place < to; place += 1) {
    const [low, high] = [place * scale, (place + 1) * scale];
    first[place] = Math.min(Math.floor(low), from - 3);
    for (let tap = 0; tap < 3; tap += 1) {
      const at = (first[place] ?? 0) + tap;
      const under = Math.min(high, at + 1) - Math.max(low, at);
      shares[place * 3 + tap] = Math.max(0, under) / scale;
    }
  }
  return { first, shares };
}

function weighed(
  line: Float32Array,
  { first, shares }: Taps,
  place: number,
  { x, step }: { readonly x: number; readonly step: number },
): number {
  const at = (first[place] ?? 0) * step + x;
  const tap = place * 3;
  return (
    (line[at] ?? 0) * (shares[tap] ?? 0) +
    (line[at + step] ?? 0) * (shares[tap + 1] ?? 0) +
    (line[at + 2 * step] ?? 0) * (shares[tap + 2] ?? 0)
  );
}
