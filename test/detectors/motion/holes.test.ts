/** A hole is where the remembered room still shows somebody; a person is where the frame does. */

import { describe, expect, it } from 'vitest';
import { dropHoles } from '../../../detectors/motion/holes.ts';
import { PIXELS } from '../../../detectors/motion/memory.ts';
import { explain, labels } from '../../../detectors/motion/people/crowd.ts';
import type { Track } from '../../../detectors/motion/people/track.ts';
import { maskOf, memoryOf, roomPicture, standing, withPeople } from './room.ts';

const light = { level: 0, across: 0, down: 0 };
const room = roomPicture();
const person = standing(160, 130);
const AT = 100 * 320 + 160;

/** Runs some samples of one frame against one remembered room. */
function run(remembered: Uint8Array, frame: Uint8Array, samples: number) {
  const memory = memoryOf(remembered);
  const mask = maskOf([person]);
  let people: Track[] = [];
  for (let sample = 0; sample < samples; sample += 1) {
    people = dropHoles(memory, frame, { mask, light }, explain(memory, mask, people));
  }
  return { memory, mask, people };
}

describe('somebody in the frame', () => {
  it.each([
    ['plain', [200, 40, 40]],
    ['dark', [40, 40, 40]],
  ] as const)('in %s clothes stays, and the room stays as it was', (_, colour) => {
    const { memory, people } = run(room, withPeople(room, [person], colour), 20);
    expect(people).toHaveLength(1);
    expect(memory.mean[AT]).toBe(memoryOf(room).mean[AT]);
  });
});

describe('somebody in the remembered room only', () => {
  it('is not believed to be a hole from a single sample', () => {
    expect(run(withPeople(room, [person]), room, 1).people).toHaveLength(1);
  });

  it('is taken out of the people, the labels, the mask and the room within a few samples', () => {
    const { memory, mask, people } = run(withPeople(room, [person]), room, 3);
    expect(people).toEqual([]);
    expect(labels.every((label) => label === -1)).toBe(true);
    expect(mask[AT]).toBe(0);
    expect([0, 1, 2].map((plane) => memory.mean[plane * PIXELS + AT])).toEqual([
      ...room.subarray(AT * 3, AT * 3 + 3),
    ]);
  });
});
