/** What all deaths together say. */

import { percentile } from '../../../../gym/attendance/line.ts';
import type { Figure } from '../../../support/report.ts';
import { CLASSES } from '../../support/timetable-file.ts';
import type { CountedKeys } from './counted-keys.ts';
import { CLIENTS, type Life } from './life.ts';
import type { Stored } from './stored.ts';

export interface Death {
  /** Null where it was killed before it listened. */
  readonly life: Life | null;
  readonly stored: Stored;
  /** In the folder when this life began. */
  readonly samplesBefore: number;
}

export interface Found {
  readonly deaths: Death[];
  readonly keys: Pick<CountedKeys, 'givenTwice' | 'mostLostAKill' | 'refused' | 'count'>[];
  /** Why a life failed: it did not start, or ended before it was killed. */
  readonly failures: string[];
}

type Limit = Pick<Figure, 'limit' | 'direction'>;
const NONE: Limit = { limit: 0, direction: 'max' };
const TOLD: Limit = { limit: null, direction: 'max' };

export function figuresOf({ deaths, keys, failures }: Found): Figure[] {
  const count = (name: string, value: number, limit: Limit, note?: string): Figure => {
    return { name, value, unit: '', ...limit, ...(note !== undefined && { note }) };
  };
  const faults = deaths.flatMap(({ stored }) => stored.fault ?? []);
  const lost = deaths.flatMap((death) => lostSeconds(death) ?? []);
  const lived = deaths.flatMap(({ life }) => life ?? []);
  const share = (name: string, seconds: readonly number[], part: number, limit = TOLD): Figure =>
    seconds.length === 0
      ? { name, value: null, unit: 's', ...limit, note: 'no life came so far' }
      : { ...count(name, percentile(seconds, part), limit, `${seconds.length} lives`), unit: 's' };
  const total = (of: (one: Found['keys'][number]) => number) =>
    keys.reduce((sum, one) => sum + of(one), 0);
  const twice = total((one) => one.givenTwice());
  const mostLost = Math.max(...keys.map((one) => one.mostLostAKill()));
  const refused = total((one) => one.refused());
  const damaged = 'databases damaged (integrity_check, foreign_key_check, totals)';
  return [
    // A run without any would hold every other goal.
    count('kills', deaths.length, { limit: 1, direction: 'min' }),
    count('kills before it listened', deaths.length - lived.length, TOLD),
    count('lives without a start, or with an end of their own', failures.length, NONE, failures[0]),
    count(damaged, faults.length, NONE, faults[0]),
    count('imports there by half', deaths.filter(({ stored }) => isHalf(stored)).length, NONE),
    count(
      'imports cut off by the kill',
      lived.filter((life) => life.import === 'cut off').length,
      TOLD,
    ),
    count('lookups given beyond what was bought', twice, NONE),
    count('lookups that a kill cost a key', mostLost, { limit: CLIENTS, direction: 'max' }),
    count('answers other than 200 and 402', refused, NONE),
    share('samples lost, p99', lost, 0.99, { limit: 1, direction: 'max' }),
    share('samples lost, median', lost, 0.5),
  ];
}

/** Every import says one number in all classes, so whatever is there comes from one of them, and is all of it. */
function isHalf({ imports, classes }: Stored): boolean {
  return imports.length > 1 || (classes !== 0 && classes !== CLASSES);
}

/**
 * How long before the kill the API first told of a sample that is not on the disk; 0 where it told of none. Null where
 * nothing was counted.
 */
function lostSeconds({ life, stored, samplesBefore }: Death): number | null {
  const survived = stored.samples - samplesBefore;
  if (life === null || (life.seen.at(-1)?.samples ?? 0) === 0) return null;
  const first = life.seen.find(({ samples }) => samples > survived);
  return (first?.beforeKillMs ?? 0) / 1_000;
}
