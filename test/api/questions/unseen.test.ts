/**
 * Fifty questions that the grammar was not made for: they were committed before it was asked any of them (9f7fb24), and
 * their expectations stay as they were written. That day 28 were reached, 6 came to another query, 16 were asked back.
 * The rates are there to be read: what is mended is a class of misses, never one of these sentences.
 */

import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import type { Reading } from '../../../api/questions/index.ts';
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

/** 28 of 50, less two of a hundred. */
const REACHED_AT_LEAST = 0.54;

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

it('are reached as often as on the day they were first asked', async () => {
  const missed: string[] = [];
  const count = new Map<Outcome, number>();
  const entries: readonly Entry[] = unseen;
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
  console.log(`unseen questions: ${rates.join('; ')}`);
  const reached = (count.get('reached') ?? 0) / entries.length;
  expect(reached, missed.join('\n')).toBeGreaterThanOrEqual(REACHED_AT_LEAST);
});
