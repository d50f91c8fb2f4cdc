/**
 * Holes: foreground that is the room itself, where the remembered room still shows somebody who was there when it was
 * learned. A person has edges in the frame; a hole has them in the remembered room.
 */

import type { Track } from './crowd.ts';
import { labels } from './crowd.ts';
import { type LightPlane, rowGains } from './light.ts';
import { HEIGHT, type Memory, PIXELS, WIDTH } from './memory.ts';

/** How many samples in a row must agree before the room is changed. */
const PATIENCE = 2;
/** How much stronger the edges must be in the remembered room. Chosen here on the tuning seeds. */
const STRONGER = 1.7;

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
    const looksSo =
      (inFrame[index] as number) < 75 * (edges[index] as number) &&
      (inRoom[index] as number) > STRONGER * (inFrame[index] as number) + 40 &&
      (edges[index] as number) > 1.6 * Math.sqrt(areas[index] as number);
    track.holes = looksSo ? track.holes + 1 : 0;
    return track.holes >= PATIENCE;
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
