/** How shapes are put on a canvas: rods shaded like cylinders under light from above, flat faces. */

import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Rgb } from '../rooms.ts';
import type { Vec2 } from './lens.ts';
import type { Rod, Shape } from './shapes.ts';

export function css([red, green, blue]: Rgb, light = 1, alpha = 1): string {
  return `rgba(${Math.round(Math.min(255, red * light))},${Math.round(Math.min(255, green * light))},${Math.round(Math.min(255, blue * light))},${alpha})`;
}

export function traceOutline(pen: SKRSContext2D, corners: readonly Vec2[]): void {
  pen.beginPath();
  corners.forEach(([x, y], at) => {
    if (at === 0) pen.moveTo(x, y);
    else pen.lineTo(x, y);
  });
  pen.closePath();
}

export function fillOutline(pen: SKRSContext2D, corners: readonly Vec2[], style: string): void {
  if (corners.length < 3) return;
  traceOutline(pen, corners);
  pen.fillStyle = style;
  pen.fill();
}

export function drawShape(pen: SKRSContext2D, shape: Shape): void {
  if (shape.kind === 'face') {
    fillOutline(pen, shape.corners, css(shape.colour));
    return;
  }
  traceRod(pen, shape);
  pen.fillStyle = shading(pen, shape);
  pen.fill();
}

/** The outline of a rod: half a circle at each end. Good to a tenth of a pixel for the radii of limbs. */
export function traceRod(pen: SKRSContext2D, { a, b, ra, rb }: Rod): void {
  const angle = Math.atan2(b[1] - a[1], b[0] - a[0]);
  pen.beginPath();
  pen.arc(a[0], a[1], Math.max(0.3, ra), angle + Math.PI / 2, angle - Math.PI / 2);
  pen.arc(b[0], b[1], Math.max(0.3, rb), angle - Math.PI / 2, angle + Math.PI / 2);
  pen.closePath();
}

/** Light comes from the upper left: bright on that side of a rod, dark on the other. */
function shading(pen: SKRSContext2D, { a, b, ra, rb, colour, roundness }: Rod): CanvasGradient {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const radius = Math.max(ra, rb, 0.5);
  let across: Vec2 = [0.5, 0.87];
  if (length > 0.3 * radius) {
    across = [-(b[1] - a[1]) / length, (b[0] - a[0]) / length];
    if (across[0] * 0.55 + across[1] < 0) across = [-across[0], -across[1]];
  }
  const x = (a[0] + b[0]) / 2;
  const y = (a[1] + b[1]) / 2;
  const gradient = pen.createLinearGradient(
    x - across[0] * radius,
    y - across[1] * radius,
    x + across[0] * radius,
    y + across[1] * radius,
  );
  gradient.addColorStop(0, css(colour, 1 - 0.02 * roundness));
  gradient.addColorStop(0.3, css(colour, 1 + 0.12 * roundness));
  gradient.addColorStop(0.65, css(colour, 1 - 0.12 * roundness));
  gradient.addColorStop(1, css(colour, 1 - 0.4 * roundness));
  return gradient;
}

type CanvasGradient = ReturnType<SKRSContext2D['createLinearGradient']>;
