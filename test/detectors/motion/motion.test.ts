/** What `motion` counts in a plain room: nobody, people who come, stay and leave, and light that changes. */

import { describe, expect, it } from 'vitest';
import { detachedEnv, unhurried } from '../../../detectors/env/detached-env.ts';
import { EARLY } from '../../../detectors/motion/memory.ts';
import { motion } from '../../../detectors/motion/motion.ts';
import { countsOf, roomPicture, standing, withPeople } from './room.ts';

const EMPTY = [1, 2, 3].map((seed) => roomPicture({ noise: 3, seed }));
const ONE = EMPTY.map((picture) => withPeople(picture, [standing(160, 130)]));

/** So many samples, going round the pictures. */
function samples(pictures: readonly Uint8Array[], count: number): Uint8Array[] {
  return Array.from(
    { length: count },
    (_, at) => pictures[at % pictures.length] ?? new Uint8Array(),
  );
}

const warm = samples(EMPTY, EARLY);
const of = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

describe('an empty room', () => {
  it('has no count in the first samples, and from then on counts nobody', async () => {
    const counts = await countsOf(samples(EMPTY, EARLY + 40));
    expect(counts).toEqual([...of(EARLY, null), ...of(40, 0)]);
  });

  it.each([0, 6, 12])('counts nobody in noise of ±%i', async (noise) => {
    const noisy = [1, 2, 3, 4, 5, 6, 7].map((seed) => roomPicture({ noise, seed }));
    const counts = await countsOf(samples(noisy, EARLY + 10));
    expect(counts.slice(EARLY)).toEqual(of(10, 0));
  });

  it.each([
    ['much brighter', 1.3, 0],
    ['much darker', 0.7, 0],
    ['darker with less contrast', 0.85, 15],
    ['brighter with more contrast', 1.1, -15],
    ['lifted', 1, 20],
  ])('counts nobody when the light is %s', async (_, gain, offset) => {
    const changed = roomPicture({ noise: 3, light: (value) => value * gain + offset });
    const counts = await countsOf([...warm, ...samples(EMPTY, 3), ...samples([changed], 10)]);
    expect(counts.slice(EARLY)).toEqual(of(13, 0));
  });
});

describe('a room learned in the dark', () => {
  it('has no count when the lamps come on, until it is learned anew, and then counts people', async () => {
    const dark = roomPicture({ noise: 1, light: (value) => value * 0.08 });
    const pictures = [...samples([dark], EARLY + 3), ...samples(EMPTY, 25), ...samples(ONE, 5)];
    const counts = await countsOf(pictures);
    const [unsure, anew] = [of(6, null), of(EARLY, null)];
    expect(counts.slice(EARLY)).toEqual([
      ...of(3, 0),
      ...unsure,
      ...anew,
      ...of(4, 0),
      ...of(5, 1),
    ]);
  });

  it('is kept through a single frame of something else', async () => {
    const white = roomPicture({ light: () => 255 });
    const dark = roomPicture({ noise: 1, light: (value) => value * 0.08 });
    const counts = await countsOf([...samples([dark], EARLY), white, ...samples([dark], 3)]);
    expect(counts.slice(EARLY)).toEqual([null, 0, 0, 0]);
  });
});

describe('people', () => {
  it('are counted one by one where they stand apart', async () => {
    const two = EMPTY.map((picture) =>
      withPeople(picture, [standing(100, 130), standing(220, 130)]),
    );
    const counts = await countsOf([...warm, ...samples(two, 10)]);
    expect(counts.slice(EARLY + 1)).toEqual(of(9, 2));
  });

  it('are still counted after they stood still for an hour', async () => {
    const counts = await countsOf([...warm, ...samples(ONE, 721)]);
    expect(counts.slice(EARLY + 1)).toEqual(of(720, 1));
  }, 60_000);

  it('leave nobody behind when they leave', async () => {
    const counts = await countsOf([...warm, ...samples(ONE, 15), ...samples(EMPTY, 20)]);
    expect(counts.slice(EARLY + 16)).toEqual(of(19, 0));
  });

  it('who were there in all the first samples and leave are not counted as the hole they leave', async () => {
    const counts = await countsOf([...samples(ONE, EARLY), ...samples(EMPTY, 20)]);
    expect(counts.slice(EARLY + 2)).toEqual(of(18, 0));
  });

  it('who were there in fewer than half of the first samples are not part of the room', async () => {
    const early = [...samples(ONE, EARLY >> 1), ...samples(EMPTY, EARLY - (EARLY >> 1))];
    const counts = await countsOf([...early, ...samples(EMPTY, 3), ...samples(ONE, 5)]);
    expect(counts.slice(EARLY)).toEqual([0, 0, 0, 1, 1, 1, 1, 1]);
  });

  it('have a box around them, a score below certainty and the only label', async () => {
    const state = new Uint8Array(motion.stateBytes);
    await countsOf([...warm, ...samples(ONE, 3)], state);
    const detector = await motion.create({}, detachedEnv());
    const content = { x: 0, y: 0, width: 320, height: 180 };
    const [pixels = new Uint8Array()] = ONE;
    const { detections = [] } = await detector.detect(
      { pixels, content, atMs: 2_000_000, state },
      unhurried,
    );
    expect(detections).toHaveLength(1);
    const { box, score, label } = detections[0] ?? { box: [], score: -1, label: -1 };
    const [left = 0, top = 0, right = 0, bottom = 0] = box;
    expect(Math.abs((left + right) / 2 - 160)).toBeLessThan(4);
    expect(Math.abs(bottom - 130)).toBeLessThan(6);
    expect(bottom - top).toBeGreaterThan(2 * (right - left));
    expect(score).toBeGreaterThan(0.4);
    expect(score).toBeLessThanOrEqual(0.8);
    expect(label).toBe(0);
  });
});

describe('the memory of a camera', () => {
  it('goes on in another detector, in the warm-up and after it', async () => {
    const pictures = [...warm, ...samples(EMPTY, 5), ...samples(ONE, 10), ...samples(EMPTY, 5)];
    const whole = await countsOf(pictures);
    const state = new Uint8Array(motion.stateBytes);
    const parts: (number | null)[] = [];
    for (const [at, picture] of pictures.entries()) {
      parts.push(...(await countsOf([picture], state, 1_000_000 + at * 5000)));
    }
    expect(parts).toEqual(whole);
  });

  it('is kept apart from that of another camera seen in between', async () => {
    const [one, other] = [0, 1].map(() => new Uint8Array(motion.stateBytes));
    const counts: (number | null)[][] = [];
    for (let at = 0; at < EARLY + 5; at += 1) {
      const atMs = 1_000_000 + at * 5000;
      const shown = at < EARLY ? samples(EMPTY, 1) : samples(ONE, 1);
      counts.push([
        ...(await countsOf(shown, one, atMs)),
        ...(await countsOf(samples(EMPTY, 1), other, atMs)),
      ]);
    }
    expect(counts.slice(EARLY + 1)).toEqual(of(4, [1, 0]));
  });

  it('is what it cannot do without', async () => {
    const detector = await motion.create({}, detachedEnv());
    const content = { x: 0, y: 0, width: 320, height: 180 };
    const frame = { pixels: roomPicture(), content, atMs: 0, state: null };
    expect(() => detector.detect(frame, unhurried)).toThrow(TypeError);
  });
});
