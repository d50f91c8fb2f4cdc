/** Door of the questions room: what can be asked, who reads it, and what was found. */

export { examplesOf } from './grammar/examples.ts';
export { createGrammar } from './grammar/grammar.ts';
export { QUERY, type Query, type QueryOf } from './query.ts';
export type { Question, QuestionReader, Reading, Surroundings } from './reader.ts';
