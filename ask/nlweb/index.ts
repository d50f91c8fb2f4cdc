/** Door of NLWeb: requests of both dialects, and answers as documents and as streams. */

export {
  type AnswerPlace,
  type AskDocument,
  answerDocument,
  failureParts,
  faultDocument,
} from './documents.ts';
export { answerEvents } from './events.ts';
export { offerDocument } from './offer.ts';
export { readAsk, readAskMembers, STREAM_TYPE } from '../../api/routes/ask/read-request.ts';
export type { AskFault, AskReading, AskRequest, Dialect } from './request.ts';
