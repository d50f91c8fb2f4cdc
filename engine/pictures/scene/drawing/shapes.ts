/**
 * What is drawn, as flat shapes in the picture: the painter and the truth work on the same list, in the same order, so
 * that what counts as visible is what can be seen.
 */

import type { Rgb } from '../rooms.ts';
import type { Vec2 } from './lens.ts';

/** A rod with round ends, each of its own thickness: limbs, heads, tubes. */
export interface Rod {
  readonly kind: 'rod';
  readonly a: Vec2;
  readonly b: Vec2;
  readonly ra: number;
  readonly rb: number;
  readonly colour: Rgb;
  /** 1 is shaded like a cylinder, 0 is flat: parts that form one surface show no seams. */
  readonly roundness: number;
}

export interface Face {
  readonly kind: 'face';
  readonly corners: readonly Vec2[];
  readonly colour: Rgb;
}

export type Shape = Rod | Face;

/** One thing in the room: a person or a piece of equipment. */
export interface Thing {
  /** Index into the people of the instant; null for equipment. */
  readonly person: number | null;
  /** Distance along the floor from the camera, m: farther things are drawn first. */
  readonly distance: number;
  readonly shapes: readonly Shape[];
  /** Seen through this outline only; null where nothing frames it. */
  readonly frame: readonly Vec2[] | null;
}
