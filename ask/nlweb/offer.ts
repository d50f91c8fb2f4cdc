/** What `GET /ask` without a question says: what can be asked, and how. */

import type { AskDocument } from './documents.ts';
import { FORMATS, MAX_PREV, MAX_TEXT, MODES, NLWEB_VERSION } from './request.ts';

/** Each is understood whatever the gym. */
const EXAMPLE_QUESTIONS = [
  'How many people came yesterday?',
  'What is on tonight?',
  'Which classes should I cut?',
  'Top 5 classes by fill over the last six weeks',
  'Revenue per week since October',
  'Which classes are over 90 % full?',
  'Attendance by room without Sundays',
  'Which trainer has the fullest classes?',
  'When is it busiest?',
  'No-shows by weekday',
  'How much did we make this month?',
  'This week compared with last week',
  'How many people are in the gym right now?',
] as const;

/** @param base Public address of the service, without a slash at its end. */
export function offerDocument(base: string, requestId: string): AskDocument {
  return {
    _meta: {
      response_type: 'answer',
      version: NLWEB_VERSION,
      request_id: requestId,
      summary:
        'Ask about attendance, classes, trainers, rooms, no-shows and money of a gym, in a sentence. Nothing was asked.',
      suggestions: EXAMPLE_QUESTIONS,
    },
    results: [],
    usage: {
      get: `${base}/ask?query=${encodeURIComponent(EXAMPLE_QUESTIONS[0])}`,
      post: { url: `${base}/ask`, body: { query: { text: EXAMPLE_QUESTIONS[0] } } },
      modes: MODES,
      response_formats: ['conv_search', ...FORMATS],
      streaming: 'Accept: text/event-stream, or streaming=true',
      limits: { question_characters: MAX_TEXT, previous_questions: MAX_PREV },
      credentials: `Authorization: Bearer <API_KEY>; a free key is at ${base}/get-key. Without one the answers are of sample data.`,
    },
  };
}
