/**
 * The 150 questions that were written without a look at the grammar. Reached: the query is one of those expected, or the
 * reading is of the expected kind (and reason). Wrong: a query is given, and it is none of those expected.
 */

import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import type { Reading } from '../../../ask/reader.ts';
import asked from '../questions.json' with { type: 'json' };
import { read, surroundings } from './asking.ts';

type Entry = (typeof asked)[number];

function expectedOf({ expect: expected }: Entry): object[] {
  if ('anyOf' in expected) return expected.anyOf ?? [];
  return 'query' in expected && expected.query !== undefined ? [expected.query] : [];
}

function outcomeOf(entry: Entry, reading: Reading): 'reached' | 'wrong' | 'not reached' {
  const queries = expectedOf(entry);
  if (reading.kind === 'query') {
    const isReached = queries.some((query) => isDeepStrictEqual(query, { ...reading.query }));
    return isReached ? 'reached' : 'wrong';
  }
  const { kind, reason } = entry.expect as { kind?: string; reason?: string };
  const isSameReason =
    reason === undefined || (reading.kind === 'unclear' && reading.reason === reason);
  return kind === reading.kind && isSameReason ? 'reached' : 'not reached';
}

it('are reached, at least 95 of 100, and none is answered wrongly', async () => {
  const failed: string[] = [];
  const count = { reached: 0, wrong: 0, 'not reached': 0 };
  for (const entry of asked) {
    const { text, prev = [], self = null } = entry as Entry & { prev?: string[]; self?: string };
    const reading = await read({ text, prev }, surroundings({ self }));
    const outcome = outcomeOf(entry, reading);
    count[outcome]++;
    if (outcome !== 'reached') failed.push(`${outcome}: ${text} → ${JSON.stringify(reading)}`);
  }
  const rate = (part: number): string => `${((100 * part) / asked.length).toFixed(1)} %`;
  console.log(`questions: ${rate(count.reached)} reached, ${rate(count.wrong)} answered wrongly`);
  expect(count.wrong, failed.join('\n')).toBe(0);
  expect(count.reached / asked.length, failed.join('\n')).toBeGreaterThanOrEqual(0.95);
});
