/**
 * The reader of questions that runs everywhere: a grammar, no model, no network. What it does not understand it says.
 */

import type { QuestionReader } from '../reader.ts';

/**
 * A reader that loads its words and the parser of dates at its first question (45 ms of the processor from the bundle, which
 * the program starts without). Never throws for whatever is typed; takes well under 5 ms a question once loaded.
 */
export function createGrammar(): QuestionReader {
  let loading: ReturnType<typeof load> | null = null;
  return async (question, surroundings) => {
    loading ??= load();
    const { readQuestion, chrono } = await loading;
    return readQuestion(question, surroundings, chrono);
  };
}

async function load() {
  const [{ GB }, { readQuestion }] = await Promise.all([
    import('chrono-node/en'),
    import('./read-question.ts'),
  ]);
  return { chrono: GB, readQuestion };
}
