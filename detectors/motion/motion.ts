/** The detector `motion`: a remembered room, what is not the room, and people in it. Needs no model file. */

import { Type } from 'typebox';
import {
  CONTRACT_VERSION,
  type Detection,
  type DetectOutput,
  type Detector,
  defineDetector,
  type Frame,
  type InputSpec,
} from '../detector.ts';
import { findForeground, follow, learnEarly } from './background.ts';
import { dropHoles } from './holes.ts';
import { fitLight } from './light.ts';
import {
  FACT,
  HEIGHT,
  MAX_TRACKS,
  type Memory,
  openMemory,
  PIXELS,
  STATE_BYTES,
  WIDTH,
} from './memory.ts';
import { boxOf } from './people/bodies.ts';
import { explain, isCounted, labels } from './people/crowd.ts';
import { readTracks, writeTracks } from './people/roster.ts';
import type { Track } from './people/track.ts';
import { grow, majority, regionsOf } from './regions.ts';
import { heightAt, learnSize } from './size.ts';

/** Foreground below this area, heights², that no one explains fades into the room: a bag, a shadow. */
const SPECK = 0.02;
/**
 * Foreground above this share of the picture is no crowd but another room: the lamps came on after it was learned in
 * the dark, or the camera was turned. After so many samples on end it is learned again. Chosen here; the motion test.
 */
const STRANGE = 0.7;
const STRANGE_SAMPLES = 6;
/** How far around people the room does not follow, px: their blurred rim. */
const MARGIN = 2;

const input: InputSpec = {
  width: WIDTH,
  height: HEIGHT,
  colour: 'rgb',
  values: 'uint8-hwc',
  fit: 'letterbox',
  align: 'centre',
  pad: 0,
};

// Scratch of this thread: written again for each frame, nothing of a camera lasts here.
const mask = new Uint8Array(PIXELS);
const owned = new Uint8Array(PIXELS);
const busy = new Uint8Array(PIXELS);

function detect({ pixels, atMs, state }: Frame): DetectOutput {
  if (!(pixels instanceof Uint8Array) || state === null) {
    throw new TypeError('motion needs bytes and its memory');
  }
  const memory = openMemory(state);
  const { facts } = memory;
  const elapsedMs = Math.max(0, atMs - (facts[FACT.atMs] as number));
  facts[FACT.atMs] = atMs;
  const isReady = learnEarly(memory, pixels);
  facts[FACT.samples] = (facts[FACT.samples] as number) + 1;
  if (!isReady) return { detections: [], isWarmingUp: true };

  const light = fitLight(pixels, memory.mean);
  findForeground(memory, pixels, light, mask);
  majority(mask);
  if (isStrange(memory)) return { detections: [], isWarmingUp: true };
  const explained = explain(memory, mask, readTracks(memory));
  const people = dropHoles(memory, pixels, { mask, light }, explained);
  learnSizes(memory, people);
  keepPeople(memory);
  follow(memory, pixels, light, { busy, elapsedMs });
  writeTracks(memory, people);
  return { detections: people.slice(0, MAX_TRACKS).filter(isCounted).map(detectionOf) };
}

/** Whether this is not the remembered room at all. Forgets the room, and who was in it, once that has lasted. */
function isStrange({ facts }: Memory): boolean {
  const area = mask.reduce((sum, value) => sum + value, 0);
  const strange = area > STRANGE * PIXELS ? (facts[FACT.strange] as number) + 1 : 0;
  facts[FACT.strange] = strange % STRANGE_SAMPLES;
  if (strange === STRANGE_SAMPLES) {
    facts[FACT.samples] = 0;
    facts[FACT.tracks] = 0;
  }
  return strange > 0;
}

function detectionOf(track: Track): Detection {
  // The belief as a share, and never as sure as a detector that knows what people look like.
  return { box: boxOf(track), score: 0.4 + 0.4 * Math.min(1, track.belief / 10), label: 0 };
}

/** Marks where the room must not follow: everything of any size that is not the room, explained or not. */
function keepPeople(memory: Memory): void {
  owned.fill(0);
  for (const { pixels, bottom } of regionsOf(mask, 1)) {
    const small = SPECK * heightAt(memory, bottom) ** 2;
    const isKept = pixels.length > small || pixels.some((at) => (labels[at] as number) >= 0);
    if (isKept) for (const at of pixels) owned[at] = 1;
  }
  grow(owned, MARGIN, busy);
}

/**
 * People who have just come and stand alone and upright tell how tall people are at their place. Only they: someone
 * who stands in an odd way for an hour would outvote everybody else.
 */
function learnSizes(memory: Memory, people: readonly Track[]): void {
  for (const { pixels, left, right, top, bottom } of regionsOf(mask, 60)) {
    const isUpright = bottom - top > 2 * (right - left) && bottom < HEIGHT - 2 && top > 1;
    if (!isUpright) continue;
    const isNew = pixels.every((at) => (people[labels[at] as number]?.hits ?? 0) <= 24);
    if (isNew) learnSize(memory, top, bottom + 1);
  }
}

export const motion = defineDetector({
  name: 'motion',
  version: '1.0.0',
  contract: CONTRACT_VERSION,
  summary: 'Counts people as what differs from the remembered empty room; needs no model file.',
  licence: 'MIT',
  options: Type.Object({}),
  labels: ['person'],
  maxDetections: MAX_TRACKS,
  stateBytes: STATE_BYTES,
  isWeak: true,
  create: async (): Promise<Detector> => ({ input, detect, close: () => undefined }),
});
