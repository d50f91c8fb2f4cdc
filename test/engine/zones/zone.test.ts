import { describe, expect, test } from 'vitest';
import { judge, type Point, placeOf, type Zone, type ZoneKind } from '../../../engine/zones.ts';

const LEFT_HALF: Point[] = [
  [0, 0],
  [0.5, 0],
  [0.5, 1],
  [0, 1],
];
const EVERYWHERE: Point[] = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
];

const zone = (kind: ZoneKind, polygon: Point[], name: string = kind): Zone => ({
  name,
  kind,
  polygon,
  anchor: 'bottom_centre',
});

const ON_THE_LEFT = [0.2, 0.2, 0.4, 0.6] as const;
const ON_THE_RIGHT = [0.6, 0.2, 0.8, 0.6] as const;

describe('who is counted', () => {
  test('only those in a count zone where one is drawn', () => {
    const zones = [zone('count', LEFT_HALF)];
    expect(judge(ON_THE_LEFT, zones)).toEqual({ verdict: 'counted', inZone: [true] });
    expect(judge(ON_THE_RIGHT, zones)).toEqual({ verdict: 'ignored', inZone: [false] });
  });

  test('a staff zone alone leaves everybody else counted', () => {
    const zones = [zone('staff', LEFT_HALF)];
    expect(judge(ON_THE_LEFT, zones).verdict).toBe('staff');
    expect(judge(ON_THE_RIGHT, zones).verdict).toBe('counted');
  });

  test('ignore wins over staff, staff wins over count', () => {
    const all = [zone('count', EVERYWHERE), zone('staff', EVERYWHERE), zone('ignore', LEFT_HALF)];
    expect(judge(ON_THE_LEFT, all).verdict).toBe('ignored');
    expect(judge(ON_THE_RIGHT, all).verdict).toBe('staff');
  });
});

describe('where a box is anchored', () => {
  test('at the middle of its lower edge, or at its centre', () => {
    const box = [0.2, 0.2, 0.4, 0.6] as const;
    expect(placeOf(box, 'bottom_centre', {})[0]).toBeCloseTo(0.3);
    expect(placeOf(box, 'bottom_centre', {})[1]).toBeCloseTo(0.6);
    expect(placeOf(box, 'centre', {})[1]).toBeCloseTo(0.4);
  });

  test('somebody cut off by the lower border is in a zone drawn to the border', () => {
    expect(judge([0.4, 0.7, 0.6, 1.3], [zone('count', EVERYWHERE)]).verdict).toBe('counted');
    expect(judge([0.9, 0.7, 1.2, 1], [zone('count', EVERYWHERE)]).verdict).toBe('counted');
  });
});

describe('a zone for some postures', () => {
  const standing = { ...zone('staff', EVERYWHERE), postures: ['standing'] } as const;
  const lying = { ...zone('count', EVERYWHERE), postures: ['lying'] } as const;
  const verdictOf = (zones: readonly Zone[], posture?: 'lying' | 'sitting' | 'standing') =>
    judge(ON_THE_LEFT, zones, posture === undefined ? {} : { posture }).verdict;

  test('takes off the trainer who stands, and none of those who lie', () => {
    expect(verdictOf([standing], 'standing')).toBe('staff');
    expect(verdictOf([standing], 'lying')).toBe('counted');
  });

  test('counts whom it is for', () => {
    expect(verdictOf([lying], 'lying')).toBe('counted');
    expect(verdictOf([lying], 'sitting')).toBe('ignored');
  });

  test('counts whoever has no posture that is known: a detector without postures is never 0 people', () => {
    expect(verdictOf([standing])).toBe('counted');
    expect(verdictOf([lying])).toBe('counted');
  });

  test('next to one for everyone keeps its own number, whatever is counted', () => {
    const everyone = zone('count', EVERYWHERE, 'floor');
    const { verdict, inZone } = judge(ON_THE_LEFT, [everyone, lying], { posture: 'standing' });
    expect([verdict, inZone]).toEqual(['counted', [true, false]]);
  });
});
