/**
 * People in a mask of foreground: the few bodies that explain it best. Each body costs a little, each pixel of foreground
 * that no body covers costs one, each pixel of room that a body covers costs less. Bodies are added and moved one at a time
 * while that lowers the cost (after Zhao and Nevatia, Tracking multiple humans in complex situations, 2004).
 */

import { HEIGHT, PIXELS, type Region, regionsOf, WIDTH } from './room.ts';

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
const OUTLINES: readonly Outline[] = [
  {
    tall: 0.98,
    halfWidths: [0.055, 0.07, 0.125, 0.13, 0.13, 0.125, 0.115, 0.105, 0.1, 0.095, 0.09, 0.085],
  },
  ellipse(0.74, 0.32),
  ellipse(0.5, 0.42),
  ellipse(0.27, 0.8),
];

/** Someone as an outline standing somewhere. Pixels of the input. */
export interface Body {
  readonly x: number;
  /** Row of the feet or of the lowest part. */
  readonly foot: number;
  /** Index into {@link OUTLINES}. */
  readonly kind: number;
  /** Height against that of a standing person here. */
  readonly scale: number;
}

/** Figures of the method; areas in squares of a standing height. Chosen on the drawn rooms. */
const TUNING = {
  /** What a pixel of the room costs that a body covers, against one of foreground that no body covers. */
  bare: 0.55,
  /** Area that someone must explain alone. */
  price: 0.04,
  /** Least height of a standing person, px: 1.72 m at 12 m from a camera of 80 degrees. No one is farther indoors. */
  smallest: 24,
  /** Least and most scale: cameras hang at other heights and angles than is assumed. */
  least: 0.75,
  most: 1.25,
} as const;
const MOST_PEOPLE = 96;

/**
 * Height of a standing person whose feet are in row `foot`, px. Seen from a camera above the floor it grows with the distance
 * from the horizon: body height over camera height, 1.72 m under 2.95 m (Hoiem, Efros and Hebert, Putting Objects in
 * Perspective, 2006, equation 3). The horizon is that of a camera tilted by some 20 degrees.
 */
export function heightAt(foot: number): number {
  return Math.max(8, 0.58 * (foot - 0.08 * HEIGHT));
}

/** Whether a body covers each pixel. Scratch of this thread. */
const cover = new Uint8Array(PIXELS);
const rest = new Uint8Array(PIXELS);

/** The bodies that explain the foreground. */
export function peopleIn(mask: Uint8Array): Body[] {
  cover.fill(0);
  const people: Body[] = [];
  for (let next = newcomer(mask); next !== null; next = newcomer(mask)) {
    const body = improved(mask, next);
    put(body);
    if (people.push(body) === MOST_PEOPLE) break;
  }
  return people;
}

/** [x1, y1, x2, y2] of a body. */
export function boxOf({ x, foot, kind, scale }: Body): readonly [number, number, number, number] {
  const { tall, halfWidths } = OUTLINES[kind] as Outline;
  const unit = heightAt(foot) * scale;
  const half = Math.max(...halfWidths) * unit;
  return [x - half, foot - tall * unit, x + half, foot];
}

function priceOf({ foot, scale }: Body): number {
  return TUNING.price * (heightAt(foot) * scale) ** 2;
}

/** Calls `visit` with each row of the body inside the picture: index of its first pixel, and how many there are. */
function rowsOf(body: Body, visit: (start: number, length: number) => void): void {
  const outline = OUTLINES[body.kind] as Outline;
  const unit = heightAt(body.foot) * body.scale;
  const tall = outline.tall * unit;
  const top = body.foot - tall;
  for (let y = Math.max(0, Math.round(top)); y < Math.min(HEIGHT, Math.round(body.foot)); y += 1) {
    const step = Math.min(11, Math.max(0, Math.floor(((y + 0.5 - top) / tall) * 12)));
    const half = (outline.halfWidths[step] as number) * unit;
    const left = Math.max(0, Math.round(body.x - half));
    const right = Math.min(WIDTH, Math.round(body.x + half));
    if (right > left) visit(y * WIDTH + left, right - left);
  }
}

/** Covers what a body covers. */
function put(body: Body): void {
  rowsOf(body, (start, length) => cover.fill(1, start, start + length));
}

/** What the cost falls by when `body` is put where it is not yet, without its own price. */
function worth(mask: Uint8Array, body: Body): number {
  let seen = 0;
  let bare = 0;
  rowsOf(body, (start, length) => {
    for (let at = start; at < start + length; at += 1) {
      if (cover[at] !== 0) continue;
      if (mask[at] === 1) seen += 1;
      else bare += 1;
    }
  });
  return seen - TUNING.bare * bare;
}

/** The body that explains most of what is left, or null where none is worth its price. */
function newcomer(mask: Uint8Array): Body | null {
  for (let at = 0; at < PIXELS; at += 1) rest[at] = mask[at] === 1 && cover[at] === 0 ? 1 : 0;
  let best: Body | null = null;
  let most = 0;
  for (const body of regionsOf(rest, 10).flatMap(seedsOf)) {
    const gain = isPossible(body) ? worth(mask, body) - priceOf(body) : 0;
    if (gain <= most) continue;
    most = gain;
    best = body;
  }
  return best;
}

/** Bodies of every kind laid to the bottom, the top and the middle of what is left, and along it. */
function seedsOf({ pixels, left, right, top, bottom }: Region): Body[] {
  const unit = heightAt(bottom + 1);
  // Feet may be hidden below the region, and then the body is taller than it seems here; never smaller.
  if (pixels.length < TUNING.price * (TUNING.least * unit) ** 2) return [];
  const across = Math.max(1, Math.min(6, Math.round((right - left) / (0.25 * unit))));
  return Array.from(
    { length: across },
    (_, part) => left + ((part + 0.5) * (right - left + 1)) / across,
  ).flatMap((x) =>
    OUTLINES.flatMap(({ tall }, kind) =>
      [0.85, 1, 1.15].flatMap((scale) => {
        let high = bottom + 1;
        for (let round = 0; round < 4; round += 1) high = top + tall * scale * heightAt(high);
        const feet = [bottom + 1, high, (high + bottom + 1) / 2];
        return feet.map((foot) => ({ x, kind, scale, foot }));
      }),
    ),
  );
}

function isPossible({ foot, scale }: Body): boolean {
  const isNear = scale > TUNING.least && scale < TUNING.most;
  return isNear && foot <= HEIGHT * 1.25 && heightAt(foot) * scale >= TUNING.smallest;
}

/** A body moved, or standing up or lying down, where that explains more. */
function improved(mask: Uint8Array, body: Body): Body {
  let best = body;
  let most = worth(mask, body) - priceOf(body);
  for (let step = 0; step < 8; step += 1) {
    const before = best;
    for (const trial of trialsOf(before)) {
      const gain = isPossible(trial) ? worth(mask, trial) - priceOf(trial) : most;
      if (gain <= most + 0.5) continue;
      most = gain;
      best = trial;
    }
    if (best === before) break;
  }
  return best;
}

/** What a body might be instead: moved, taller or smaller, in another posture. */
function trialsOf(body: Body): Body[] {
  const far = Math.max(1, Math.round(heightAt(body.foot) / 40));
  const moves = [far, -far, 3 * far, -3 * far];
  const scales = [body.scale * 0.95, body.scale * 1.05];
  return [
    ...moves.flatMap((by) => [
      { ...body, x: body.x + by },
      { ...body, foot: body.foot + by },
    ]),
    ...scales.map((scale) => ({ ...body, scale })),
    ...OUTLINES.map((_, kind) => ({ ...body, kind })),
  ];
}
