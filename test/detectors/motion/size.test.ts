/** How tall people are at each row, before and after the camera was learned. */

import { describe, expect, it } from 'vitest';
import { HEIGHT } from '../../../detectors/motion/memory.ts';
import { heightAt, leanAt, learnSize } from '../../../detectors/motion/size.ts';
import { emptyMemory } from './room.ts';

describe('the height of a standing person', () => {
  it('grows with the distance from the assumed horizon before anybody was seen', () => {
    const memory = emptyMemory();
    expect(heightAt(memory, 114.4)).toBeCloseTo(58, 5);
    expect(heightAt(memory, 164.4)).toBeCloseTo(87, 5);
  });

  it('is never less than 8 px, at and above the horizon too', () => {
    expect(heightAt(emptyMemory(), 15)).toBe(8);
    expect(heightAt(emptyMemory(), -50)).toBe(8);
  });

  it('comes to what people who stand alone show', () => {
    const memory = emptyMemory();
    // 0.58 × (foot + 20): a camera that looks further down.
    for (const foot of [100, 120, 140, 160, 100, 120, 140, 160, 100, 120, 140, 160]) {
      for (let time = 0; time < 5; time += 1) learnSize(memory, foot - 0.58 * (foot + 20), foot);
    }
    expect(Math.abs(heightAt(memory, 130) - 87)).toBeLessThan(2);
  });

  it('hardly moves for a single odd sighting', () => {
    const memory = emptyMemory();
    const before = heightAt(memory, 130);
    learnSize(memory, 60, 180);
    expect(Math.abs(heightAt(memory, 130) - before)).toBeLessThan(4);
  });

  it('does not shrink without end for sightings without feet', () => {
    const memory = emptyMemory();
    for (let time = 0; time < 200; time += 1) learnSize(memory, 100, 120);
    expect(heightAt(memory, 130)).toBeGreaterThanOrEqual(0.58 * (130 - 0.16 * HEIGHT) - 1e-9);
  });

  it('ignores what no horizon explains', () => {
    const memory = emptyMemory();
    learnSize(memory, 0, 10_000);
    learnSize(memory, 0, 5_000);
    expect(heightAt(memory, 130)).toBe(heightAt(emptyMemory(), 130));
  });
});

describe('the lean of upright things', () => {
  it('is none in the middle, and outward to both sides alike', () => {
    const memory = emptyMemory();
    expect(leanAt(memory, 160, 130)).toBe(0);
    expect(leanAt(memory, 260, 130)).toBeGreaterThan(0.1);
    expect(leanAt(memory, 60, 130)).toBeCloseTo(-leanAt(memory, 260, 130), 10);
  });
});
