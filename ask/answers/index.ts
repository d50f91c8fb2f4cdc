/** Door of the answers: from a question, or a query, to what was found. */

export { type AnsweredQuery, answerQuery, type QueryWorld } from './answer-query.ts';
export { type Asking, type AskWorld, askQuestion } from './ask-question.ts';
export type {
  AskedGym,
  Chart,
  ChoiceOutcome,
  FoundOutcome,
  Outcome,
  UnclearOutcome,
} from './outcome.ts';
export type { AnswerMode } from './shape.ts';
export { ofSampleGym } from './whose.ts';
