import { describe, expect, test } from 'vitest';
import { findName } from '../../../gym/sessions/find-name.ts';

const trainers = [
  { id: 'anna-kovacs', name: 'Anna Kovács' },
  { id: 'ben-okafor', name: 'Ben Okafor' },
  { id: 'bjorn-strom', name: 'Bjørn Strøm' },
  { id: 'dana-lee', name: 'Dana Lee' },
  { id: 'dana-lee-2', name: 'Dana Lee' },
  { id: 'hana-li', name: 'Hana Li' },
  { id: 'zoe', name: 'Zoë' },
];
const find = (text: string) => findName(trainers, text);

describe('a trainer', () => {
  test.each([
    ['anna-kovacs', 'anna-kovacs'],
    ['ANNA-KOVACS', 'anna-kovacs'],
    ['anna kovacs', 'anna-kovacs'],
    ['  Anna   KOVÁCS ', 'anna-kovacs'],
    ['Anna Kova\u0301cs', 'anna-kovacs'],
    ['bjorn strom', 'bjorn-strom'],
    ['ZOE', 'zoe'],
    ['dana-lee', 'dana-lee'],
    ['anna', 'anna-kovacs'],
    ['okafor', 'ben-okafor'],
  ])('is found by "%s"', (text, id) => {
    expect(find(text)).toMatchObject({ kind: 'one', found: { id } });
  });

  test('is not chosen by chance where two share a name', () => {
    expect(find('dana lee')).toEqual({ kind: 'several', among: [trainers[3], trainers[4]] });
    expect(find('dana')).toEqual({ kind: 'several', among: [trainers[3], trainers[4]] });
  });

  test('who is not known comes with the nearest five', () => {
    const match = find('Ana Kovaks');
    expect(match).toMatchObject({ kind: 'none', nearest: { length: 5, 0: { id: 'anna-kovacs' } } });
    expect(find('okafr')).toMatchObject({ kind: 'none', nearest: { 0: { id: 'ben-okafor' } } });
  });

  test('is nobody in a gym without trainers', () => {
    expect(findName([], 'anna')).toEqual({ kind: 'none', nearest: [] });
  });
});
