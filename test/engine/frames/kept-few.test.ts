import { expect, test } from 'vitest';
import { KeptFew } from '../../../engine/frames/kept-few.ts';

test('a thing is made once and freed once: the oldest for a new one, the others at the end', () => {
  const freed: string[] = [];
  const kept = new KeptFew<string>(2, (thing) => freed.push(thing));
  let made = 0;
  const take = (name: string) =>
    kept.take(name, () => {
      made += 1;
      return name;
    });
  for (const name of ['a', 'b', 'a', 'b', 'c']) expect(take(name)).toBe(name);
  expect([made, freed]).toEqual([3, ['a']]);
  kept.clear();
  kept.clear();
  expect(freed).toEqual(['a', 'b', 'c']);
});

test('one that cannot be made costs none that is kept', () => {
  const freed: string[] = [];
  const kept = new KeptFew<string>(1, (thing) => freed.push(thing));
  kept.take('a', () => 'a');
  const fail = () => {
    throw new Error('no room');
  };
  expect(() => kept.take('b', fail)).toThrow('no room');
  expect(freed).toEqual([]);
});
