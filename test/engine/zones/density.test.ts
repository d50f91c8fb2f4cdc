import { expect, it } from 'vitest';
import { tally, tallyDensity, type Zone } from '../../../engine/zones.ts';

const half = (left: number, kind: Zone['kind']): Zone => ({
  name: kind,
  kind,
  anchor: 'bottom_centre',
  polygon: [
    [left, 0],
    [left + 0.5, 0],
    [left + 0.5, 1],
    [left, 1],
  ],
});
const GRID = { width: 4, height: 1, values: Float32Array.from([1, 2.5, 0, 4]) };

it('a density counts the cells whose middle lies in a zone', () => {
  const zones = [half(0, 'count'), half(0.5, 'staff')];
  expect(tallyDensity(GRID, zones)).toEqual({
    counted: 3.5,
    staff: 4,
    ignored: 0,
    zones: [3.5, 4],
  });
  expect(tallyDensity(GRID, [half(0, 'count')])).toMatchObject({ counted: 3.5, ignored: 4 });
});

it('a count that is known better than the sum scales all of it', () => {
  expect(tallyDensity(GRID, [], 15)).toMatchObject({ counted: 15 });
  expect(tallyDensity(GRID, [half(0, 'ignore')], 15)).toMatchObject({ counted: 8, ignored: 7 });
});

it('someone who lies is in a zone by their middle, and who stands by their feet', () => {
  const upper: Zone = {
    ...half(0, 'count'),
    polygon: [
      [0, 0],
      [1, 0],
      [1, 0.5],
      [0, 0.5],
    ],
  };
  const box = [0.1, 0.2, 0.5, 0.7] as const;
  const counted = (more: object) => tally([{ box, score: 1, ...more }], [upper]).counted;
  expect(counted({})).toBe(0);
  expect(counted({ posture: 'standing' })).toBe(0);
  expect(counted({ posture: 'lying' })).toBe(1);
  expect(counted({ feet: [0.3, 0.45] })).toBe(1);
});
