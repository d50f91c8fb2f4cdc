import { describe, expect, it } from 'vitest';
import {
  type Death,
  type Found,
  figuresOf,
} from '../../../../../bench/torture/parts/kill/figures.ts';
import type { Life } from '../../../../../bench/torture/parts/kill/life.ts';
import type { Stored } from '../../../../../bench/torture/parts/kill/stored.ts';
import { CLASSES } from '../../../../../bench/torture/support/timetable-file.ts';

const WHOLE: Stored = { fault: null, samples: 100, imports: [7], classes: CLASSES };
const LIFE: Life = {
  seen: [
    { samples: 4, beforeKillMs: 900 },
    { samples: 12, beforeKillMs: 250 },
  ],
  import: 'none',
};
const KEYS = { givenTwice: () => 0, mostLostAKill: () => 4, refused: () => 0, count: () => 9 };

function figureOf(figure: string, found: Partial<Found>): number | null | undefined {
  const all = figuresOf({ deaths: [], keys: [KEYS], failures: [], ...found });
  return all.find(({ name }) => name === figure)?.value;
}

function death(said: Partial<Stored>, life: Life | null = LIFE): Death {
  return { life, stored: { ...WHOLE, ...said }, samplesBefore: 90 };
}

describe('what deaths say', () => {
  it('a database that SQLite finds damaged, or whose total is wrong, counts', () => {
    const deaths = [death({}), death({ fault: 'wrong # of entries in index' })];
    expect(
      figureOf('databases damaged (integrity_check, foreign_key_check, totals)', { deaths }),
    ).toBe(1);
  });

  it('an import is there by half where its classes say two numbers, or are too few', () => {
    const halves = [death({ imports: [6, 7] }), death({ classes: 250 })];
    const wholes = [death({}), death({ imports: [], classes: 0 })];
    expect(figureOf('imports there by half', { deaths: [...halves, ...wholes] })).toBe(2);
  });

  it('samples are lost from the moment at which the first one was seen that is not stored', () => {
    const stored = (samples: number) => [death({ samples: 90 + samples })];
    expect(figureOf('samples lost, p99', { deaths: stored(12) })).toBe(0);
    expect(figureOf('samples lost, p99', { deaths: stored(10) })).toBe(0.25);
    expect(figureOf('samples lost, p99', { deaths: stored(0) })).toBe(0.9);
  });

  it('a life that saw no sample, or was killed before it listened, lost none', () => {
    const deaths = [death({}, { ...LIFE, seen: [] }), death({}, null)];
    expect(figureOf('samples lost, p99', { deaths })).toBeNull();
    expect(figureOf('kills before it listened', { deaths })).toBe(1);
  });

  it('lookups that were given too often, and lives that failed, are named', () => {
    const keys = [{ ...KEYS, givenTwice: () => 2 }, KEYS];
    expect(figureOf('lookups given beyond what was bought', { keys })).toBe(2);
    const failures = ['the program ended before it listened'];
    expect(figureOf('lives without a start, or with an end of their own', { failures })).toBe(1);
  });
});
