/**
 * Twice fifty questions that the grammar was not made for: each file was committed before the grammar was asked any of it,
 * and its expectations stay as they were written. When first asked, 28 of the first fifty (9f7fb24) were reached, 6 came
 * to another query, 16 were asked back; of the second fifty (7d8170a) it was 41, 6 and 3. The first are at 38 since
 * classes of their misses were mended, so that the second are the better measure of what is new to it. An assumption may
 * be about the time alone: it need not say what another query got wrong. What is mended is a class of misses, never one
 * of these sentences.
 */

import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import type { Reading } from '../../ask/reader.ts';
import fresh from './fresh-questions.json' with { type: 'json' };
import { read, surroundings } from './grammar/asking.ts';
import unseen from './unseen-questions.json' with { type: 'json' };

interface Entry {
  readonly text: string;
  readonly prev?: readonly string[];
  readonly self?: string;
  readonly expect: {
    readonly query?: object;
    readonly anyOf?: readonly object[];
    readonly kind?: string;
    readonly reason?: string;
  };
}

/** Each file with the share that must be reached: the 38 and 41 of 50 of c89d3f0, less four of a hundred. */
const FILES: readonly { file: string; entries: readonly Entry[]; atLeast: number }[] = [
  { file: 'unseen', entries: unseen, atLeast: 0.72 },
  { file: 'fresh', entries: fresh, atLeast: 0.78 },
];

type Outcome = 'reached' | 'another query, nothing assumed' | 'another query' | 'asked back';

function outcomeOf({ expect: expected }: Entry, reading: Reading): Outcome {
  if (reading.kind !== 'query') {
    const reason = reading.kind === 'unclear' ? reading.reason : undefined;
    const isExpected = expected.kind === reading.kind && expected.reason === reason;
    return isExpected ? 'reached' : 'asked back';
  }
  const queries = expected.anyOf ?? [expected.query];
  if (queries.some((query) => isDeepStrictEqual(query, { ...reading.query }))) return 'reached';
  return reading.assumed.length === 0 ? 'another query, nothing assumed' : 'another query';
}

it.each(FILES)('$file are reached as often as measured', async ({ file, entries, atLeast }) => {
  const missed: string[] = [];
  const count = new Map<Outcome, number>();
  for (const entry of entries) {
    const { text, prev = [], self = null } = entry;
    const reading = await read({ text, prev }, surroundings({ self }));
    const outcome = outcomeOf(entry, reading);
    count.set(outcome, (count.get(outcome) ?? 0) + 1);
    if (outcome !== 'reached') missed.push(`${outcome}: ${text} → ${JSON.stringify(reading)}`);
  }
  const rates = [...count].map(
    ([outcome, part]) => `${outcome} ${(100 * part) / entries.length} %`,
  );
  console.log(`${file} questions: ${rates.join('; ')}`);
  const reached = (count.get('reached') ?? 0) / entries.length;
  expect(reached, missed.join('\n')).toBeGreaterThanOrEqual(atLeast);
});
