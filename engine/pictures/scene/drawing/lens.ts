/**
 * The scene's camera: points of the room to points of the picture.
 *
 * Room: metres, x along the near wall, y into the depth, z up from the floor. Picture: pixels, origin top left.
 */

import type { SceneSize } from '../spec.ts';

/** [x, y, z] in metres. */
export type Vec3 = readonly [number, number, number];
/** [x, y] in pixels. */
export type Vec2 = readonly [number, number];

export interface View {
  readonly position: Vec3;
  readonly target: Vec3;
  /** Horizontal angle of view, degrees. */
  readonly fovDegrees: number;
}

export interface Projected {
  readonly x: number;
  readonly y: number;
  /** Pixels a metre at this depth. */
  readonly scale: number;
  /** Distance along the optical axis, m. */
  readonly depth: number;
}

/** Nothing nearer than this is drawn, m: the projection runs to infinity at 0. */
const NEAR_M = 0.15;

/** A pinhole camera without distortion. */
export class Lens {
  readonly #from: Vec3;
  readonly #right: Vec3;
  readonly #down: Vec3;
  readonly #ahead: Vec3;
  readonly #focalPx: number;
  readonly #size: SceneSize;

  constructor(view: View, size: SceneSize) {
    this.#from = view.position;
    this.#ahead = unit(minus(view.target, view.position));
    this.#right = unit(cross(this.#ahead, [0, 0, 1]));
    this.#down = cross(this.#ahead, this.#right);
    this.#focalPx = size.width / 2 / Math.tan((view.fovDegrees * Math.PI) / 360);
    this.#size = size;
  }

  project(point: Vec3): Projected {
    const seen = minus(point, this.#from);
    const depth = Math.max(NEAR_M, dot(seen, this.#ahead));
    const scale = this.#focalPx / depth;
    return {
      x: this.#size.width / 2 + dot(seen, this.#right) * scale,
      y: this.#size.height / 2 + dot(seen, this.#down) * scale,
      scale,
      depth,
    };
  }

  /** Distance along the optical axis, m; negative behind the camera. */
  depthOf(point: Vec3): number {
    return dot(minus(point, this.#from), this.#ahead);
  }

  /** A flat outline, cut off where it passes behind the camera; empty when all of it is there. */
  outline(corners: readonly Vec3[]): Vec2[] {
    const cut: Vec3[] = [];
    corners.forEach((corner, at) => {
      const next = corners[(at + 1) % corners.length] ?? corner;
      const here = this.depthOf(corner) - NEAR_M;
      const there = this.depthOf(next) - NEAR_M;
      if (here >= 0) cut.push(corner);
      if (here >= 0 !== there >= 0) cut.push(blend(corner, next, here / (here - there)));
    });
    return cut.map((corner) => {
      const { x, y } = this.project(corner);
      return [x, y];
    });
  }
}

/** The point at `ratio` of the way from `a` to `b`. */
export function blend(a: Vec3, b: Vec3, ratio: number): Vec3 {
  return [a[0] + (b[0] - a[0]) * ratio, a[1] + (b[1] - a[1]) * ratio, a[2] + (b[2] - a[2]) * ratio];
}

function minus(a: Vec3, b: Vec3): Vec3 {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function dot(a: Vec3, b: Vec3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: Vec3, b: Vec3): Vec3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function unit(a: Vec3): Vec3 {
  const length = Math.hypot(...a);
  return [a[0] / length, a[1] / length, a[2] / length];
}
