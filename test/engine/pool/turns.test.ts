import { describe, expect, it } from 'vitest';
import { Turns } from '../../../engine/pool/turns.ts';

/** Work that ends when told to. */
function held() {
  let end: (fault?: Error) => void = () => undefined;
  const done = new Promise<void>((resolve, reject) => {
    end = (fault) => (fault === undefined ? resolve() : reject(fault));
  });
  return { work: () => done, end };
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('turns', () => {
  it('are given in the order in which they were asked for, as many at a time as there are', async () => {
    const turns = new Turns(2);
    const begun: string[] = [];
    const [a, b, both, last] = [held(), held(), held(), held()];
    const ask = (name: string, wanted: number, { work }: ReturnType<typeof held>) =>
      turns.with(wanted, () => {
        begun.push(name);
        return work();
      });
    const all = [ask('a', 1, a), ask('b', 1, b), ask('both', 2, both), ask('last', 1, last)];
    await settle();
    expect(begun).toEqual(['a', 'b']);
    b.end();
    await settle();
    expect(begun, 'a small wish does not pass a large one').toEqual(['a', 'b']);
    a.end();
    await settle();
    expect(begun).toEqual(['a', 'b', 'both']);
    both.end();
    await settle();
    expect(begun).toEqual(['a', 'b', 'both', 'last']);
    last.end();
    await Promise.all(all);
  });

  it('come back from work that fails', async () => {
    const turns = new Turns(1);
    await expect(turns.with(1, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await turns.with(1, () => Promise.resolve('next'))).toBe('next');
  });
});
