/** The light of a frame against the remembered room: fitted as a plane, in spite of people in front of it. */

import { describe, expect, it } from 'vitest';
import { fitLight, rowGains } from '../../../detectors/motion/light.ts';
import { WIDTH } from '../../../detectors/motion/memory.ts';
import { memoryOf, roomPicture, standing, withPeople } from './room.ts';

const room = roomPicture();
const { mean } = memoryOf(room);

function gainAt(pixels: Uint8Array, x: number, y: number): number {
  const gains = new Float32Array(WIDTH);
  rowGains(fitLight(pixels, mean), y, gains);
  return gains[x] ?? Number.NaN;
}

describe('the light', () => {
  it('is the same where nothing changed', () => {
    const { level, across, down } = fitLight(room, mean);
    expect([level, across, down].every((part) => Math.abs(part) < 1e-6)).toBe(true);
  });

  it.each([0.3, 0.7, 1.2, 1.6])('has the gain %d of the whole picture', (gain) => {
    const pixels = roomPicture({ light: (value) => value * gain });
    for (const [x, y] of [
      [0, 0],
      [160, 90],
      [319, 179],
    ] as const) {
      expect(gainAt(pixels, x, y)).toBeCloseTo(gain, 1);
    }
  });

  it('may change from side to side', () => {
    const pixels = roomPicture({ light: (value, x) => value * (0.7 + (0.6 * x) / WIDTH) });
    expect(gainAt(pixels, 80, 90)).toBeCloseTo(0.85, 1);
    expect(gainAt(pixels, 240, 90)).toBeCloseTo(1.15, 1);
  });

  it('does not depend on people in front of the room', () => {
    const dimmed = roomPicture({ light: (value) => value * 0.8 });
    const people = [60, 120, 180, 240].map((x) => standing(x, 150));
    expect(gainAt(withPeople(dimmed, people, [250, 250, 250]), 160, 90)).toBeCloseTo(0.8, 1);
  });

  it('is taken as unchanged where the room is too dark to tell', () => {
    const dark = memoryOf(roomPicture({ light: () => 3 }));
    expect(fitLight(room, dark.mean)).toEqual({ level: 0, across: 0, down: 0 });
  });

  it('stays a number in a frame that is all black', () => {
    const gain = gainAt(roomPicture({ light: () => 0 }), 160, 90);
    expect(gain).toBeGreaterThan(0);
    expect(gain).toBeLessThan(0.1);
  });
});

it('the gains of a row go from one side of the plane to the other', () => {
  const gains = new Float32Array(WIDTH);
  rowGains({ level: 0, across: Math.log(2), down: 0 }, 90, gains);
  expect(gains[0]).toBeCloseTo(0.5, 2);
  expect(gains[160]).toBeCloseTo(1, 2);
  expect(gains[319]).toBeCloseTo(2, 2);
});
