/**
 * How much of what was found is told. No language model writes: prose is made of the sentences that the answer and its
 * items have already.
 */

import { type Findings, type Item, MAX_ITEMS } from '../findings.ts';

/** `list`: all that was found. `summarize`: the answer and a few of it. `generate`: prose, and the items it cites. */
export type AnswerMode = 'list' | 'summarize' | 'generate';

/** Items that a mode has where nobody says how many. Chosen here: what is read at a glance. */
const USUAL: Readonly<Record<AnswerMode, number>> = {
  list: MAX_ITEMS,
  summarize: 5,
  generate: 3,
};

/** `most` is 1..; null is as many as the mode has. */
export function shaped(findings: Findings, mode: AnswerMode, most: number | null): Findings {
  const items = findings.items.slice(0, Math.min(most ?? USUAL[mode], MAX_ITEMS));
  if (mode !== 'generate') return { ...findings, items };
  const cited = items.filter((item) => !isTold(item, findings.summary)).map(proseOf);
  return { ...findings, summary: [findings.summary, ...cited].join(' '), items };
}

/** Whether a summary has what an item says first: its people and its fill. */
function isTold({ description }: Item, summary: string): boolean {
  const [came, fill] = description.replace(/\.$/, '').split('; ');
  return summary.includes([came, fill].filter((part) => part !== undefined).join('; '));
}

/** In a list the name stands above the sentence; in prose a class without its date could be any. */
function proseOf({ '@type': type, name, description }: Item): string {
  return type === 'ClassSession'
    ? `${name}: ${description.slice(description.indexOf(': ') + 2)}`
    : description;
}
