/**
 * What a person can look like in the mask: a handful of outlines in heights of a standing person, from the feet up.
 */

import { HEIGHT, WIDTH } from '../memory.ts';

/** An outline: half widths from the top to the feet, all in heights of a standing person. */
interface Outline {
  readonly tall: number;
  readonly halfWidths: readonly number[];
}

const ellipse = (tall: number, wide: number): Outline => ({
  tall,
  halfWidths: Array.from({ length: 12 }, (_, at) => {
    const along = (at + 0.5) / 6 - 1;
    return (wide / 2) * Math.sqrt(1 - along * along);
  }),
});

/** Standing; bent, squatting or riding; sitting or lying towards the camera; lying across. */
export const OUTLINES: readonly Outline[] = [
  {
    tall: 0.98,
    halfWidths: [0.055, 0.07, 0.125, 0.13, 0.13, 0.125, 0.115, 0.105, 0.1, 0.095, 0.09, 0.085],
  },
  ellipse(0.74, 0.32),
  ellipse(0.38, 0.36),
  ellipse(0.27, 0.8),
];

/** Kinds from here on are people on the floor. */
export const LOW_KIND = 2;

/** Someone as an outline standing somewhere. Pixels of the input. */
export interface Body {
  /** Middle. */
  x: number;
  /** Row of the feet or of the lowest part. */
  foot: number;
  /** Index into {@link OUTLINES}. */
  kind: number;
  /** Height of a standing person here, px. */
  unit: number;
  /** How far an upright body leans in the picture: columns to the right a row upwards. */
  lean: number;
}

/** Calls `visit` with each row of the body inside the picture: index of its first pixel, and how many there are. */
export function rowsOf(body: Body, visit: (start: number, length: number) => void): void {
  const outline = OUTLINES[body.kind] as Outline;
  const tall = outline.tall * body.unit;
  const top = body.foot - tall;
  const first = Math.max(0, Math.round(top));
  const last = Math.min(HEIGHT, Math.round(body.foot));
  for (let y = first; y < last; y += 1) {
    const step = Math.min(11, Math.max(0, Math.floor(((y + 0.5 - top) / tall) * 12)));
    const half = (outline.halfWidths[step] as number) * body.unit;
    const middle = body.x + body.lean * (body.foot - y - 0.5);
    const left = Math.max(0, Math.round(middle - half));
    const right = Math.min(WIDTH, Math.round(middle + half));
    if (right > left) visit(y * WIDTH + left, right - left);
  }
}

/** [x1, y1, x2, y2] of the body. */
export function boxOf(body: Body): readonly [number, number, number, number] {
  const { x, foot, kind, unit, lean } = body;
  const { tall, halfWidths } = OUTLINES[kind] as Outline;
  const half = Math.max(...halfWidths) * unit;
  const top = x + lean * tall * unit;
  return [Math.min(x, top) - half, foot - tall * unit, Math.max(x, top) + half, foot];
}
