/** What all deaths together say. */

import { percentile } from '../../../../gym/attendance/series.ts';
import type { Goal, Measured } from '../../part.ts';
import { CLASSES } from '../../support/timetable-file.ts';
import type { CountedKeys } from './counted-keys.ts';
import type { Life } from './life.ts';
import { CLIENTS } from './life.ts';
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

const NONE = { unit: '', limit: 0, direction: 'max', joins: 'sum' } as const;
const COUNT = { ...NONE, limit: null };
const TIME = { unit: 's', limit: null, direction: 'max', joins: 'worst' } as const;

const NAMES = {
  kills: 'kills',
  early: 'kills before it listened',
  failures: 'lives without a start, or with an end of their own',
  damaged: 'databases damaged (integrity_check, foreign_key_check, totals)',
  half: 'imports there by half',
  cutOff: 'imports cut off by the kill',
  twice: 'lookups given beyond what was bought',
  lookups: 'lookups that a kill cost a key',
  refused: 'answers other than 200 and 402',
  lost: 'samples lost, p99',
  lostMedian: 'samples lost, median',
  lostMost: 'samples lost, most',
  start: 'start to listening, median',
  startMost: 'start to listening, longest',
} as const;

export const goals: readonly Goal[] = [
  // A run without any would hold every other goal.
  { figure: NAMES.kills, ...COUNT, limit: 1, direction: 'min' },
  { figure: NAMES.early, ...COUNT },
  { figure: NAMES.failures, ...NONE },
  { figure: NAMES.damaged, ...NONE },
  { figure: NAMES.half, ...NONE },
  { figure: NAMES.cutOff, ...COUNT },
  { figure: NAMES.twice, ...NONE },
  { figure: NAMES.lookups, unit: '', limit: CLIENTS, direction: 'max', joins: 'worst' },
  { figure: NAMES.refused, ...NONE },
  { figure: NAMES.lost, ...TIME, limit: 1 },
  { figure: NAMES.lostMedian, ...TIME },
  { figure: NAMES.lostMost, ...TIME },
  { figure: NAMES.start, ...TIME },
  { figure: NAMES.startMost, ...TIME },
];

export function figuresOf({ deaths, keys, failures }: Found): Measured[] {
  const figure = (name: keyof typeof NAMES, value: number, note?: string): Measured => {
    return { figure: NAMES[name], value, ...(note !== undefined && { note }) };
  };
  const faults = deaths.flatMap(({ stored }) => stored.fault ?? []);
  const lost = deaths.flatMap((death) => lostSeconds(death) ?? []);
  const lived = deaths.flatMap(({ life }) => life ?? []);
  const starts = lived.map(({ startMs }) => startMs / 1_000);
  const share = (name: keyof typeof NAMES, seconds: readonly number[], part: number): Measured =>
    seconds.length === 0
      ? { figure: NAMES[name], skipped: 'no life came so far' }
      : figure(name, percentile(seconds, part), `of ${seconds.length} lives`);
  const total = (of: (one: Found['keys'][number]) => number) =>
    keys.reduce((sum, one) => sum + of(one), 0);
  return [
    figure('kills', deaths.length),
    figure('early', deaths.length - lived.length),
    figure('failures', failures.length, failures[0]),
    figure('damaged', faults.length, faults[0]),
    figure('half', deaths.filter(({ stored }) => isHalf(stored)).length),
    figure('cutOff', lived.filter((life) => life.import === 'cut off').length),
    figure(
      'twice',
      total((one) => one.givenTwice()),
      `${total((one) => one.count())} keys`,
    ),
    figure('lookups', Math.max(...keys.map((one) => one.mostLostAKill()))),
    figure(
      'refused',
      total((one) => one.refused()),
    ),
    share('lost', lost, 0.99),
    share('lostMedian', lost, 0.5),
    share('lostMost', lost, 1),
    share('start', starts, 0.5),
    share('startMost', starts, 1),
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
  const kept = stored.samples - samplesBefore;
  if (life === null || (life.seen.at(-1)?.samples ?? 0) === 0) return null;
  const first = life.seen.find(({ samples }) => samples > kept);
  return (first?.beforeKillMs ?? 0) / 1_000;
}
