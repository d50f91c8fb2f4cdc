import { describe, expect, it } from 'vitest';
import { readCommandLine } from '../../../bench/torture/command-line.ts';
import type { TorturePart } from '../../../bench/torture/part.ts';

function part(name: string): TorturePart {
  const amount = { unit: 'kills', long: 1_000, short: 4 };
  return { name, what: 'hurts it', amount, goals: [], run: async () => [] };
}

const ALL = [part('kill'), part('soak')];
const read = (...args: string[]) => readCommandLine(args, ALL);

describe('the command line', () => {
  it('runs all parts, or those that are named in the order of the table', () => {
    expect(read().parts).toEqual(ALL);
    expect(read('soak', 'kill').parts).toEqual(ALL);
    expect(read('soak').parts).toEqual([ALL[1]]);
    expect(() => read('burn')).toThrow('expected kill, soak, got burn');
  });

  it('says how much: all of it, little, a share, so much of one part', () => {
    expect(read().amountOf(part('kill'))).toBe(1_000);
    expect(read('--short').amountOf(part('kill'))).toBe(4);
    expect(read('--scale', '0.1').amountOf(part('kill'))).toBe(100);
    expect(read('kill', '--amount', '50').amountOf(part('kill'))).toBe(50);
    expect(() => read('--amount', '50')).toThrow('name one part');
    expect(() => read('--scale', '0')).toThrow('above 0');
  });

  it('keeps no short run, and adds only to what is kept', () => {
    expect(() => read('--short', '--keep')).toThrow('short run');
    expect(() => read('--add')).toThrow('--keep');
    expect(read('--keep', '--add', '--seed', '9')).toMatchObject({ isAdded: true, seed: 9 });
  });
});
