/** What `npx tsx bench/torture/run.ts …` was asked. */

import { parseArgs } from 'node:util';
import type { TorturePart } from './part.ts';

export interface Asked {
  readonly parts: readonly TorturePart[];
  readonly seed: number;
  readonly isShort: boolean;
  /** Writes `results.json`. */
  readonly isKept: boolean;
  /** Adds to the kept figures of the same part instead of replacing them. */
  readonly isAdded: boolean;
  /** How much of a part, in its own unit. */
  readonly amountOf: (part: TorturePart) => number;
}

const OPTIONS = {
  short: { type: 'boolean', default: false },
  keep: { type: 'boolean', default: false },
  add: { type: 'boolean', default: false },
  seed: { type: 'string', default: '1' },
  amount: { type: 'string' },
  scale: { type: 'string' },
} as const;

/** Throws one sentence where it asks for what there is not. */
export function readCommandLine(args: readonly string[], all: readonly TorturePart[]): Asked {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: OPTIONS,
    allowPositionals: true,
  });
  const unknown = positionals.find((word) => !all.some(({ name }) => name === word));
  if (unknown !== undefined) {
    const names = all.map(({ name }) => name).join(', ');
    throw new Error(`part: expected ${names}, got ${unknown}`);
  }
  const parts = all.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  const { short: isShort, keep: isKept, add: isAdded } = values;
  if (isShort && isKept) throw new Error('--keep: a short run shows only that the parts work');
  if (isAdded && !isKept) throw new Error('--add: only kept figures can be added to; use --keep');
  const amount = values.amount === undefined ? null : positive('--amount', values.amount);
  if (amount !== null && parts.length > 1) {
    throw new Error('--amount: each part has a unit of its own; name one part');
  }
  const scale = values.scale === undefined ? 1 : positive('--scale', values.scale);
  const amountOf = ({ amount: { long, short } }: TorturePart) =>
    amount ?? Math.max(1, Math.round((isShort ? short : long) * scale));
  const seed = Math.round(positive('--seed', values.seed));
  return { parts, seed, isShort, isKept, isAdded, amountOf };
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`${name}: expected a number above 0, got ${text}`);
  return value;
}
