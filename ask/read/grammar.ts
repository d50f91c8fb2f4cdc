/**
 * The reader of questions that runs everywhere, without a network: rules for names, days and numbers, a small model of our own
 * for what is asked of them. What it does not understand it says.
 */

import type { QuestionReader } from '../reader.ts';

/** Loads both at its first question, so that the program starts without them. Never throws for whatever is typed. */
export function createGrammar(): QuestionReader {
  return async (question, context) => {
    const { readQuestion } = await import('./read-question.ts');
    return readQuestion(question, context);
  };
}
