/**
 * A picture as the network has it, made smaller into another one: bilinear between the four nearest values, which at half
 * the size is their mean. Colour planes one after the other.
 */

import type { ModelSize } from '../onnx/model-size.ts';

/** The scale at which `from` fits into `to` at the top left; over 1 where it would have to grow. */
export function scaleInto(from: ModelSize, to: ModelSize): number {
  return Math.min(to.width / from.width, to.height / from.height);
}

/** Makes `pixels` of `from` smaller into the top left of `into`, whose other values are left as they are. */
export function shrink(
  pixels: Float32Array,
  from: ModelSize,
  into: { readonly pixels: Float32Array; readonly size: ModelSize },
): void {
  const scale = scaleInto(from, into.size);
  const columns = Math.min(into.size.width, Math.round(from.width * scale));
  const rows = Math.min(into.size.height, Math.round(from.height * scale));
  const xs = Array.from({ length: columns }, (_, x) => between((x + 0.5) / scale, from.width));
  for (let plane = 0; plane < 3; plane += 1) {
    const start = plane * from.width * from.height;
    for (let y = 0; y < rows; y += 1) {
      const line = between((y + 0.5) / scale, from.height);
      const above = start + line.at * from.width;
      const below = start + line.next * from.width;
      const target = plane * into.size.width * into.size.height + y * into.size.width;
      for (const [x, { at, next, share }] of xs.entries()) {
        const top = mix(pixels[above + at] ?? 0, pixels[above + next] ?? 0, share);
        const bottom = mix(pixels[below + at] ?? 0, pixels[below + next] ?? 0, share);
        into.pixels[target + x] = mix(top, bottom, line.share);
      }
    }
  }
}

/** The two values around a place, and how much of the second one counts. */
function between(place: number, length: number) {
  const inside = Math.min(length - 1, Math.max(0, place - 0.5));
  const at = Math.floor(inside);
  return { at, next: Math.min(length - 1, at + 1), share: inside - at };
}

function mix(a: number, b: number, share: number): number {
  return a + (b - a) * share;
}
