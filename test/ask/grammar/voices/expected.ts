/** What a row of a table expects: a whole query, or the kind of the reading and its reason. */

import { expect } from 'vitest';
import { ask } from '../asking.ts';

export type Expected = { readonly report: string; readonly [key: string]: unknown } | string;

/** The 42 days that end today, and other days that the rows name often. */
export const USUAL = { from: '2026-10-08', to: '2026-11-18' };
export const LAST_WEEK = { from: '2026-11-09', to: '2026-11-15' };
export const OCTOBER = { from: '2026-10-01', to: '2026-10-31' };

/** @param expected a query; `choice`; or the reason of a reading that is not clear */
export async function expectReading(
  text: string,
  expected: Expected,
  prev: readonly string[] = [],
): Promise<void> {
  const reading = await ask(text, { prev });
  if (typeof expected === 'object') {
    expect(reading).toMatchObject({ kind: 'query' });
    if (reading.kind === 'query') expect(reading.query).toEqual(expected);
  } else if (expected === 'choice') expect(reading).toMatchObject({ kind: 'choice' });
  else expect(reading).toMatchObject({ kind: 'unclear', reason: expected });
}
