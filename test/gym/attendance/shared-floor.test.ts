import { expect, test } from 'vitest';
import { countOnce, sharedNames } from '../../../gym/attendance/shared-floor.ts';

test('people in a shared part are counted by the camera that sees most of them', () => {
  expect(countOnce([6, 5], [[3, 2]])).toBe(9);
  expect(countOnce([6, 5], [[0, 0]])).toBe(11);
  expect(countOnce([6, 5], [])).toBe(11);
});

test('three cameras in a row share two parts', () => {
  const parts = [
    [2, 1],
    [1, 1],
  ];
  expect(countOnce([6, 5, 4], parts)).toBe(13);
});

test('what one camera does not say makes the whole unknown', () => {
  expect(countOnce([6, null], [[3, 2]])).toBeNull();
  expect(countOnce([6, 5], [[3, null]])).toBeNull();
});

test('a part is shared where two cameras have it', () => {
  expect(sharedNames([['middle', 'door'], ['middle'], ['back']])).toEqual(['middle']);
});
