/**
 * The lexicon: what people say, and the cue that it gives. A cue is what the evidence table (`intents/evidence.ts`) and the
 * follow-ups reckon with; several phrases give the same one. To teach the grammar a word, add it in
 * `lexicon/`.
 */

import { CONVERSATION } from './lexicon/conversation.ts';
import { REPORTS } from './lexicon/reports.ts';
import { SUBJECTS } from './lexicon/subjects.ts';
import { Phrases, rule } from './text/pattern.ts';

const PHRASES = { ...SUBJECTS, ...REPORTS, ...CONVERSATION };

export type Cue = keyof typeof PHRASES;

/** All phrases of the lexicon as one set: at each place the longest wins. */
export const LEXICON = new Phrases<Cue>(
  Object.entries(PHRASES).flatMap(([cue, patterns]) =>
    patterns.map((pattern) => rule(pattern, () => cue as Cue)),
  ),
);
