/**
 * Holes: foreground that is the room itself, where the remembered room still shows someone who was there when it was
 * learned. A person has edges in the frame; a hole has them in the remembered room.
 */

import { type LightPlane, rowGains } from './light.ts';
import { HEIGHT, type Memory, PIXELS, WIDTH } from './memory.ts';
import { labels } from './people/crowd.ts';
import type { Track } from './people/track.ts';

/**
 * How much stronger the edges of a hole are in the remembered room than in the frame: a cumulative sum of
 * log(ratio / STRONGER) that reaches ENOUGH changes the room (Page 1954). On the tuning seeds the ratio is below 1.2 for
 * 95 % of the people and above 1.4 for half of the holes.
 */
const STRONGER = 1.35;
const ENOUGH = 0.5;
/** Difference, summed over three channels, above which the mean edge is someone's, whatever the room shows. */
const STRONG_EDGE = 95;
/** Least outline that must be free of other people, in square roots of the area: a circle has 3.5. */
const MIN_OUTLINE = 1.6;

/** Takes holes out of `people`, `labels` and the mask, and puts what is seen there into the remembered room. */
export function dropHoles(
  memory: Memory,
  pixels: Uint8Array,
  { mask, light }: { readonly mask: Uint8Array; readonly light: LightPlane },
  people: readonly Track[],
): Track[] {
  const inFrame = new Float64Array(people.length);
  const inRoom = new Float64Array(people.length);
  const edges = new Float64Array(people.length);
  const areas = new Float64Array(people.length);
  for (const label of labels) if (label >= 0) areas[label] = (areas[label] as number) + 1;
  addEdges(memory, pixels, mask, (index, frame, room) => {
    edges[index] = (edges[index] as number) + 1;
    inFrame[index] = (inFrame[index] as number) + frame;
    inRoom[index] = (inRoom[index] as number) + room;
  });
  const isHole = people.map((track, index) => {
    const seen = (inFrame[index] as number) + 1;
    const isOutlined = (edges[index] as number) > MIN_OUTLINE * Math.sqrt(areas[index] as number);
    const isFaint = seen < STRONG_EDGE * (edges[index] as number);
    if (isOutlined && isFaint) {
      const evidence = Math.log((inRoom[index] as number) / seen / STRONGER);
      track.holes = Math.max(0, track.holes + Math.min(ENOUGH * 0.7, evidence));
    }
    return track.holes >= ENOUGH;
  });
  if (!isHole.includes(true)) return [...people];
  fill(memory, pixels, light, isHole);
  const renumbered = new Map<number, number>();
  const kept = people.filter((_, index) => {
    if (isHole[index] === true) return false;
    renumbered.set(index, renumbered.size);
    return true;
  });
  for (let at = 0; at < PIXELS; at += 1) {
    const label = labels[at] as number;
    if (label < 0) continue;
    const next = renumbered.get(label) ?? -1;
    labels[at] = next;
    if (next < 0) mask[at] = 0;
  }
  return kept;
}

type AddEdge = (index: number, frame: number, room: number) => void;

/** Tells for each border pixel of the mask how much inside and outside differ, in the frame and in the room. */
function addEdges(memory: Memory, pixels: Uint8Array, mask: Uint8Array, add: AddEdge): void {
  for (let y = 3; y < HEIGHT - 3; y += 1) {
    for (let x = 3; x < WIDTH - 3; x += 1) {
      const at = y * WIDTH + x;
      const label = labels[at] as number;
      if (label < 0) continue;
      for (const step of [1, -1, WIDTH, -WIDTH]) {
        if (mask[at + step] === 1 || mask[at + 2 * step] === 1) continue;
        const [inside, outside] = [at - step, at + 3 * step];
        add(label, differenceIn(pixels, inside, outside), roomDifference(memory, inside, outside));
      }
    }
  }
}

function differenceIn(pixels: Uint8Array, one: number, other: number): number {
  let sum = 0;
  for (let channel = 0; channel < 3; channel += 1) {
    sum += Math.abs(
      (pixels[one * 3 + channel] as number) - (pixels[other * 3 + channel] as number),
    );
  }
  return sum;
}

function roomDifference({ mean }: Memory, one: number, other: number): number {
  let sum = 0;
  for (let plane = 0; plane < 3 * PIXELS; plane += PIXELS) {
    sum += Math.abs((mean[plane + one] as number) - (mean[plane + other] as number));
  }
  return sum;
}

const gains = new Float32Array(WIDTH);

function fill(
  { mean }: Memory,
  pixels: Uint8Array,
  light: LightPlane,
  isHole: readonly boolean[],
): void {
  for (let y = 0, at = 0; y < HEIGHT; y += 1) {
    rowGains(light, y, gains);
    for (let x = 0; x < WIDTH; x += 1, at += 1) {
      const label = labels[at] as number;
      if (label < 0 || isHole[label] !== true) continue;
      for (let channel = 0; channel < 3; channel += 1) {
        mean[channel * PIXELS + at] = (pixels[at * 3 + channel] as number) / (gains[x] as number);
      }
    }
  }
}
