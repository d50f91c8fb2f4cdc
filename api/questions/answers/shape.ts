/**
 * How much of what was found is told. There is no language model: prose is made of the sentences that the answer and its
 * items have already.
 */

import { type Findings, MOST_ITEMS } from '../findings.ts';

/** `list`: all that was found. `summarize`: the answer and a few of it. `generate`: prose, and the items it cites. */
export type AnswerMode = 'list' | 'summarize' | 'generate';

/** Items that a mode has where nobody says how many. Chosen here: what is read at a glance. */
const USUAL: Readonly<Record<AnswerMode, number>> = {
  list: MOST_ITEMS,
  summarize: 5,
  generate: 3,
};

/** `most` is 1..; null is as many as the mode has. */
export function shaped(findings: Findings, mode: AnswerMode, most: number | null): Findings {
  const items = findings.items.slice(0, Math.min(most ?? USUAL[mode], MOST_ITEMS));
  if (mode !== 'generate') return { ...findings, items };
  const told = new Set(findings.summary.split(/(?<=[.!?]) /));
  const cited = items.map(({ description }) => description).filter((one) => !told.has(one));
  return { ...findings, summary: [findings.summary, ...cited].join(' '), items };
}
