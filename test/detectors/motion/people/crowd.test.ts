/** People in a mask: as few as explain it, carried on from the last sample. */

import { describe, expect, it } from 'vitest';
import { PIXELS, WIDTH } from '../../../../detectors/motion/memory.ts';
import { explain, isCounted, labels } from '../../../../detectors/motion/people/crowd.ts';
import type { Track } from '../../../../detectors/motion/people/track.ts';
import { emptyMemory, maskOf, standing } from '../room.ts';

const NOBODY = new Uint8Array(PIXELS);
const placesOf = (people: readonly Track[]) =>
  people.map(({ x, foot }) => [Math.round(x / 10) * 10, Math.round(foot / 10) * 10]).sort();

describe('a sample', () => {
  it('without foreground has nobody', () => {
    expect(explain(emptyMemory(), NOBODY, [])).toEqual([]);
    expect(labels.every((label) => label === -1)).toBe(true);
  });

  it.each([
    ['one', [[160, 130]]],
    [
      'two',
      [
        [100, 130],
        [220, 130],
      ],
    ],
    [
      'three at different distances',
      [
        [100, 110],
        [160, 140],
        [220, 170],
      ],
    ],
  ] as const)('of %s apart has each of them, counted at once', (_, places) => {
    const people = explain(emptyMemory(), maskOf(places.map(([x, foot]) => standing(x, foot))), []);
    expect(placesOf(people)).toEqual(places.map(([x, foot]) => [x, foot]));
    expect(people.every(isCounted)).toBe(true);
  });

  it('of two who overlap by half a body has two', () => {
    const mask = maskOf([standing(155, 130), standing(165, 130)]);
    expect(explain(emptyMemory(), mask, [])).toHaveLength(2);
  });

  it('with a speck or a bag has nobody', () => {
    const mask = new Uint8Array(PIXELS);
    for (let y = 120; y < 128; y += 1) mask.fill(1, y * WIDTH + 160, y * WIDTH + 168);
    expect(explain(emptyMemory(), mask, [])).toEqual([]);
  });

  it('labels each pixel of foreground that is explained, and the nearer person owns what both cover', () => {
    const far = standing(160, 120);
    const near = standing(168, 150);
    const mask = maskOf([far, near]);
    const people = explain(emptyMemory(), mask, []);
    const nearest = people.findIndex(({ foot }) => foot > 140);
    expect(people).toHaveLength(2);
    expect(labels[115 * WIDTH + 168]).toBe(nearest);
    for (let at = 0; at < PIXELS; at += 1) if (mask[at] === 0) expect(labels[at]).toBe(-1);
  });
});

describe('somebody known', () => {
  const settled = { ...standing(160, 130), hits: 10, belief: 20 };

  it('stays while there is foreground, and is not changed in place', () => {
    const before = { ...settled };
    const people = explain(emptyMemory(), maskOf([settled]), [settled]);
    expect(placesOf(people)).toEqual([[160, 130]]);
    expect(people[0]?.hits).toBe(11);
    expect(settled).toEqual(before);
  });

  it('is gone when the place is empty, however settled', () => {
    expect(explain(emptyMemory(), NOBODY, [settled])).toEqual([]);
  });

  it('who sits down is still one', () => {
    const people = explain(emptyMemory(), maskOf([{ ...settled, kind: 2 }]), [settled]);
    expect(people).toHaveLength(1);
  });
});
