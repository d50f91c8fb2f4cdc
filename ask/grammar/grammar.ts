/**
 * The reader of questions that runs everywhere: a grammar, no model, no network. What it does not understand it says.
 */

import type { QuestionReader } from '../reader.ts';

/**
 * A reader that loads its words at its first question, so that the program starts without them. Never throws for whatever
 * is typed; takes well under 5 ms a question once loaded.
 */
export function createGrammar(): QuestionReader {
  return async (question, surroundings) => {
    const { readQuestion } = await import('./read-question.ts');
    return readQuestion(question, surroundings);
  };
}
