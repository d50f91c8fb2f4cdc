/** The reader of questions that runs everywhere: rules and a lexicon, no model, no network. What it does not understand it says. */

import type { QuestionReader } from '../reader.ts';

/** Loads its words at its first question, so that the program starts without them. Never throws for whatever is typed. */
export function createGrammar(): QuestionReader {
  return async (question, surroundings) => {
    const { readQuestion } = await import('./read-question.ts');
    return readQuestion(question, surroundings);
  };
}
