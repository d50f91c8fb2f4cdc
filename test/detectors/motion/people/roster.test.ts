/** The people of a camera in its memory. */

import { expect, it } from 'vitest';
import { MAX_TRACKS } from '../../../../detectors/motion/memory.ts';
import { readTracks, writeTracks } from '../../../../detectors/motion/people/roster.ts';
import { emptyMemory, standing } from '../room.ts';

// Fractions that a float32 holds exactly.
const person = (x: number) => ({
  ...standing(x, 130),
  unit: 66.5,
  lean: 0.125,
  scale: 1.0625,
  hits: 7,
  belief: 2.5,
  placeX: x + 1,
  placeFoot: 129.25,
  holes: 0.25,
});

it('nobody is remembered at first', () => {
  expect(readTracks(emptyMemory())).toEqual([]);
});

it('people come back as they were written, in their order', () => {
  const memory = emptyMemory();
  writeTracks(memory, [person(100), person(220)]);
  expect(readTracks(memory)).toEqual([person(100), person(220)]);
});

it('who is no longer written is forgotten', () => {
  const memory = emptyMemory();
  writeTracks(memory, [person(100), person(220)]);
  writeTracks(memory, [person(220)]);
  expect(readTracks(memory)).toEqual([person(220)]);
  writeTracks(memory, []);
  expect(readTracks(memory)).toEqual([]);
});

it('a crowd is cut at the most there is room for, and nothing behind it is touched', () => {
  const memory = emptyMemory();
  writeTracks(
    memory,
    Array.from({ length: MAX_TRACKS + 5 }, (_, at) => person(at)),
  );
  expect(readTracks(memory).map(({ x }) => x)).toEqual(
    Array.from({ length: MAX_TRACKS }, (_, at) => at),
  );
  expect(memory.mean[0]).toBe(0);
});
