/** The remembered room: learned from the first samples, compared with a frame, and kept where people are. */

import { describe, expect, it } from 'vitest';
import { findForeground, follow, learnEarly } from '../../../detectors/motion/background.ts';
import { EARLY, FACT, type Memory, PIXELS } from '../../../detectors/motion/memory.ts';
import { emptyMemory, memoryOf } from './room.ts';

const DAYLIGHT = { level: 0, across: 0, down: 0 };
const AT = 90 * 320 + 160;

/** A picture of one colour. */
function plain(red: number, green = red, blue = red): Uint8Array {
  const picture = new Uint8Array(3 * PIXELS);
  for (let at = 0; at < PIXELS; at += 1) picture.set([red, green, blue], at * 3);
  return picture;
}

function learn(memory: Memory, pictures: readonly Uint8Array[]): boolean[] {
  return pictures.map((picture) => {
    const isKnown = learnEarly(memory, picture);
    memory.facts[FACT.samples] = (memory.facts[FACT.samples] ?? 0) + 1;
    return isKnown;
  });
}

describe('the room', () => {
  it('is known after the early samples, and not sooner', () => {
    const answers = learn(emptyMemory(), Array(EARLY + 2).fill(plain(100)));
    expect(answers).toEqual([...Array(EARLY).fill(false), true, true]);
  });

  it('is the median, whatever fewer than half of the samples show', () => {
    const memory = emptyMemory();
    learn(memory, [
      ...Array(EARLY >> 1).fill(plain(250, 0, 9)),
      ...Array(8).fill(plain(90, 100, 110)),
    ]);
    expect([0, 1, 2].map((plane) => memory.mean[plane * PIXELS + AT])).toEqual([90, 100, 110]);
  });

  it('is never taken for free of noise, and never for mostly noise', () => {
    const still = emptyMemory();
    learn(still, Array(EARLY).fill(plain(100)));
    expect(still.spread[AT]).toBe(2.5);
    const wild = emptyMemory();
    learn(
      wild,
      Array.from({ length: EARLY }, (_, at) => plain(at * 17)),
    );
    expect(wild.spread[AT]).toBe(8);
  });

  it('is not learned again from later samples', () => {
    const memory = emptyMemory();
    learn(memory, Array(EARLY).fill(plain(100)));
    learn(memory, Array(EARLY).fill(plain(200)));
    expect(memory.mean[AT]).toBe(100);
  });
});

describe('foreground', () => {
  const rows: readonly (readonly [string, readonly [number, number, number], number])[] = [
    ['the room itself', [100, 120, 140], 0],
    ['a little noise', [104, 116, 143], 0],
    ['a soft shadow of the same colour', [80, 96, 112], 0],
    ['the dark core of a shadow of exactly the same colour', [70, 84, 98], 0],
    ['more darkness than any shadow', [55, 66, 77], 1],
    ['a patch of light', [108, 130, 151], 0],
    ['something much brighter', [140, 168, 196], 1],
    ['another colour as bright', [140, 120, 100], 1],
    ['black', [0, 0, 0], 1],
  ];

  it.each(rows)('%s: %j is %i', (_, [red, green, blue], expected) => {
    const mask = new Uint8Array(PIXELS).fill(9);
    findForeground(memoryOf(plain(100, 120, 140)), plain(red, green, blue), DAYLIGHT, mask);
    expect(mask[AT]).toBe(expected);
    expect(mask.every((value) => value === expected)).toBe(true);
  });

  it('is told from the room in the light of the frame', () => {
    const memory = memoryOf(plain(100, 120, 140));
    const mask = new Uint8Array(PIXELS);
    const half = { ...DAYLIGHT, level: Math.log(0.5) };
    findForeground(memory, plain(50, 60, 70), half, mask);
    expect(mask[AT]).toBe(0);
    findForeground(memory, plain(100, 120, 140), half, mask);
    expect(mask[AT]).toBe(1);
  });
});

describe('following', () => {
  const nobody = new Uint8Array(PIXELS);

  it('takes the room to what is seen within minutes where nobody is', () => {
    const memory = memoryOf(plain(100));
    follow(memory, plain(110), DAYLIGHT, { busy: nobody, elapsedMs: 5000 });
    expect(memory.mean[AT]).toBeCloseTo(100.8, 1);
    for (let minute = 0; minute < 10; minute += 1) {
      follow(memory, plain(110), DAYLIGHT, { busy: nobody, elapsedMs: 60_000 });
    }
    expect(memory.mean[AT]).toBeCloseTo(110, 1);
  });

  it('never touches the room where somebody is', () => {
    const memory = memoryOf(plain(100));
    const busy = new Uint8Array(PIXELS);
    busy[AT] = 1;
    follow(memory, plain(200), DAYLIGHT, { busy, elapsedMs: 3_600_000 });
    expect(memory.mean[AT]).toBe(100);
    expect(memory.spread[AT]).toBe(2.5);
    expect(memory.mean[AT + 1]).toBeGreaterThan(150);
  });

  it('waits while no time passes', () => {
    const memory = memoryOf(plain(100));
    follow(memory, plain(200), DAYLIGHT, { busy: nobody, elapsedMs: 0 });
    expect(memory.mean[AT]).toBe(100);
  });

  it('does not take the light of the frame for a change of the room', () => {
    const memory = memoryOf(plain(100));
    const light = { ...DAYLIGHT, level: Math.log(0.5) };
    follow(memory, plain(50), light, { busy: nobody, elapsedMs: 60_000 });
    expect(memory.mean[AT]).toBeCloseTo(100, 3);
  });
});
