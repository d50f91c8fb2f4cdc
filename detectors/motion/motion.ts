/** The detector `motion`: a remembered room, what is not the room, and people in it. Needs no model file. */

import { Type } from 'typebox';
import {
  CONTRACT_VERSION,
  type DetectOutput,
  type Detector,
  defineDetector,
  type Frame,
  type InputSpec,
} from '../detector.ts';
import { boxOf, heightAt, peopleIn } from './crowd.ts';
import {
  FACT,
  findForeground,
  follow,
  gainOf,
  HEIGHT,
  isHole,
  learnAt,
  majority,
  openRoom,
  PIXELS,
  type Room,
  regionsOf,
  STATE_BYTES,
  WIDTH,
} from './room.ts';

/** Foreground below this area, heights², fades into the room: a bag, a shadow. */
const SPECK = 0.02;
/**
 * Foreground above this share of the picture is no crowd but another room: the lamps came on after it was learned in
 * the dark, or the camera was turned. After so many samples on end it is learned again. Chosen here; the motion test.
 */
const STRANGE = 0.7;
const STRANGE_SAMPLES = 6;
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

function detect({ pixels, atMs, state }: Frame): DetectOutput {
  if (!(pixels instanceof Uint8Array) || state === null) {
    throw new TypeError('motion needs bytes and its memory');
  }
  const room = openRoom(state);
  const { facts } = room;
  const elapsedMs = Math.max(0, atMs - (facts[FACT.atMs] as number));
  facts[FACT.atMs] = atMs;
  facts[FACT.samples] = (facts[FACT.samples] as number) + 1;
  if (facts[FACT.samples] === 1) {
    learnAt(room, pixels, 1, mask.keys());
    return { detections: [], isWarmingUp: true };
  }
  const gain = gainOf(room, pixels);
  findForeground(room, pixels, gain, mask);
  majority(mask);
  if (isStrange(room)) return { detections: [], isWarmingUp: true };
  for (const { pixels: region, bottom } of regionsOf(mask, 1)) {
    const isSpeck = region.length <= SPECK * heightAt(bottom) ** 2;
    if (!isSpeck && !isHole(room, pixels, mask, region)) continue;
    if (!isSpeck) learnAt(room, pixels, gain, region);
    for (const at of region) mask[at] = 0;
  }
  const people = peopleIn(mask);
  follow(room, pixels, gain, { mask, elapsedMs });
  // Never as sure as a detector that knows what people look like.
  return { detections: people.map((body) => ({ box: boxOf(body), score: 0.6, label: 0 })) };
}

/** Whether this is not the remembered room at all. Forgets the room once that has lasted. */
function isStrange({ facts }: Room): boolean {
  const area = mask.reduce((sum, value) => sum + value, 0);
  const strange = area > STRANGE * PIXELS ? (facts[FACT.strange] as number) + 1 : 0;
  facts[FACT.strange] = strange % STRANGE_SAMPLES;
  if (strange === STRANGE_SAMPLES) facts[FACT.samples] = 0;
  return strange > 0;
}

export const motion = defineDetector({
  name: 'motion',
  version: '2.0.0',
  contract: CONTRACT_VERSION,
  summary: 'Counts people as what differs from the remembered empty room; needs no model file.',
  licence: 'MIT',
  options: Type.Object({}),
  labels: ['person'],
  maxDetections: 96,
  stateBytes: STATE_BYTES,
  isWeak: true,
  create: async (): Promise<Detector> => ({ input, detect, close: () => undefined }),
});
