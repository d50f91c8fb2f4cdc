/**
 * Classes in full rooms that never took place: as many people are missing, or too many, as in a picture of a full room that
 * YOLOX-Nano has looked at (`bench/accuracy/rooms/rooms.tsv`, those to develop on).
 * The same seed gives the same classes.
 */

import { type LookedSize, readRooms } from '../../bench/accuracy/rooms/labels.ts';
import { type Random, wholeNumber } from './seeded-random.ts';
import { type SimulatedClass, simulateClass, VIEWS } from './simulated-class.ts';

/** People of a full room, and by how many a picture's may differ from them. */
const FULL = { fewest: 10, most: 25, near: 3 };
/**
 * Share of those missing in one picture who are never seen in a class; the others come and go. Chosen here: between the
 * half that pictures of one place have in common (of the variance, 36 pictures of ten places) and the five sixths of a
 * recorded classroom at 416×416.
 */
const LASTING = 2 / 3;
const HIDDEN_SPELL_MS = 60_000;

const ROOMS = readRooms().filter(({ held_out }) => !held_out);

/** Pixels of the input. */
export function pixelsOf(size: LookedSize): number {
  const [width, height] = size.split('x').map(Number);
  return (width ?? 0) * (height ?? 0);
}

/** What a camera's place costs: people missing in one picture, as a share; below 0 too many are counted. */
function missingOf(size: LookedSize, people: number, random: Random): number {
  const near = ROOMS.filter((room) => Math.abs(room.people.length - people) <= FULL.near);
  const room = near[wholeNumber(random, 0, near.length - 1)];
  return room === undefined ? 0 : 1 - room.counts[size] / room.people.length;
}

/** A class of a full room, in which `missing` of the people are missing in one picture. */
function crowdedClass(people: number, missing: number, random: Random): SimulatedClass {
  const lasting = Math.max(0, missing) * LASTING;
  const view = {
    ...VIEWS.typical,
    hiddenShare: (Math.max(0, missing) - lasting) / (1 - lasting),
    hiddenSpellMs: HIDDEN_SPELL_MS,
    hiddenForLong: lasting,
  };
  const one = simulateClass(view, random, people);
  const tooMany = Math.round(Math.max(0, -missing) * people);
  const samples = one.samples.map((sample) => ({
    ...sample,
    count: (sample.count ?? 0) + tooMany,
  }));
  return { ...one, samples };
}

/** Any class of a full room, each at a place of its own. */
export function anyCrowdedClass(size: LookedSize, random: Random): SimulatedClass {
  const people = wholeNumber(random, FULL.fewest, FULL.most);
  return crowdedClass(people, missingOf(size, people, random), random);
}
