import { expect, it } from 'vitest';
import { outlineFault } from '../../config/polygon.ts';

/** Of `0,0 1,0 0,1`. */
const cornersOf = (text: string) =>
  text.split(' ').map((corner) => corner.split(',').map(Number) as [number, number]);

it.each<[string, string, string?]>([
  ['a square the other way round', '0,0 0,1 1,1 1,0'],
  ['a hollow shape', '0,0 1,0 1,1 0.5,0.2 0,1'],
  ['a corner on the straight between its neighbours', '0,0 0.5,0 1,0 1,1'],
  ['edges that cross', '0,0 1,1 1,0 0,1', 'edge 1 crossing or touching edge 3'],
  ['a point twice', '0,0 0,0 1,0 1,1', 'corner 1 and the next at the same point'],
  ['its last point at its first', '0,0 1,0 1,1 0,0', 'corner 4 and the next'],
  ['no area', '0,0 0.5,0.5 1,1', 'edge 1 crossing or touching edge 3'],
  ['an edge back along another', '0,0 1,0 0.5,0 0.5,1', 'edge 1 crossing or'],
  ['a corner on another edge', '0,0 1,0 1,1 0.5,0 0,1', 'edge 1 crossing or'],
  ['two parts that meet in a point', '0,0 0.5,0.5 1,0 1,1 0.5,0.5 0,1', 'edge 1'],
])('the outline of a zone with %s, %s, has the fault %s', (_, corners, said) => {
  const fault = said === undefined ? null : expect.stringContaining(said);
  expect(outlineFault(cornersOf(corners))).toEqual(fault);
});
