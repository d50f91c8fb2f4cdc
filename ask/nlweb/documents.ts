/** Answers of `/ask` that are one JSON document, in both dialects. */

import type { ChoiceOutcome, Outcome, UnclearOutcome } from '../answers/outcome.ts';
import type { Item } from '../findings.ts';
import type { Query } from '../query.ts';
import {
  type AskFault,
  type AskRequest,
  type Dialect,
  FORMATS,
  MAX_PREV,
  MAX_TEXT,
  MODES,
  NLWEB_VERSION,
} from './request.ts';

/** Of the request that is answered, and the service that does. */
export interface AnswerPlace {
  readonly requestId: string;
  /** Public address, without a slash at its end. */
  readonly base: string;
}

export function answerDocument(
  request: AskRequest,
  outcome: Answered,
  place: AnswerPlace,
): Readonly<Record<string, unknown>> & { readonly _meta: ReturnType<typeof metaOf> } {
  const _meta = metaOf(request, outcome, place.requestId);
  const asking = outcome.kind === 'choice' ? elicitationOf(outcome) : {};
  if (request.dialect === 'legacy') {
    const results = legacyResults(outcome, place.base);
    return { query_id: request.queryId ?? place.requestId, _meta, results, ...asking };
  }
  const results = resultsOf(outcome, place.base);
  return request.format === 'chatgpt_app'
    ? {
        _meta,
        content: [{ type: 'text', text: _meta.summary }],
        structuredData: results,
        ...asking,
      }
    : { _meta, results, ...asking };
}

/** A question back: its options are whole questions. */
export function elicitationOf({ text, options }: ChoiceOutcome) {
  const questions = [{ id: 'question', text, type: 'single_select', options }];
  return { elicitation: { text, questions } };
}

/** What cannot be answered, in NLWeb's words. */
export function failureParts(code: string, message: string, dialect: Dialect | null) {
  return {
    _meta: { response_type: 'failure', version: NLWEB_VERSION } as const,
    ...(dialect === 'legacy' ? { message_type: 'error' as const } : {}),
    error: { code: code.toUpperCase(), message },
  };
}

/** A request that cannot be read. */
export function faultDocument({ code, message }: AskFault, dialect: Dialect) {
  const parts = failureParts(code, message, dialect);
  return { ...parts, detail: message, code: 'invalid_question' } as const;
}

export type Answered = Exclude<Outcome, { kind: 'problem' }>;

/** `_meta` of every answer of `/ask`: what kind of answer it is, the query that was run, and the numbers it used. */
export function metaOf(request: AskRequest, outcome: Answered, requestId: string) {
  const { conversationId, stateToken } = request;
  const session = {
    ...(conversationId === null ? {} : { conversation_id: conversationId }),
    ...(stateToken === null ? {} : { state_token: stateToken }),
  };
  return {
    response_type: outcome.kind === 'choice' ? 'elicitation' : 'answer',
    version: NLWEB_VERSION,
    response_format: request.format,
    mode: request.mode,
    site: outcome.gym.gymId,
    ...(outcome.gym.isSample ? { sample: true } : {}),
    ...(Object.keys(session).length === 0 ? {} : { session_context: session }),
    request_id: requestId,
    ...ownMeta(outcome),
  };
}

function ownMeta(outcome: Answered) {
  switch (outcome.kind) {
    case 'findings': {
      const { query, summary, numbers, notes, covered } = outcome.findings;
      const { decontextualized: decontextualized_query, readBy } = outcome;
      const read = readBy === null ? {} : { read_by: readBy };
      const days = covered === undefined ? {} : { covered };
      return { decontextualized_query, ...read, query, summary, numbers, notes, ...days };
    }
    case 'choice':
      return { summary: outcome.text };
    case 'unclear': {
      const { message: summary, reason, suggestions, notes } = outcome;
      return { summary, reason, suggestions, ...(notes === undefined ? {} : { notes }) };
    }
  }
}

/** Findings as NLWeb lists them: each result with an address where its figures can be read again. */

export interface Result extends Item {
  readonly url: string;
  readonly grounding: { readonly source_urls: readonly string[] };
}

/** What schema.org calls the things of a gym: it has no class, day or hour. Source: https://schema.org/docs/full.html. */
const SCHEMA_TYPES: Readonly<Record<Item['@type'], string>> = {
  Class: 'EventSeries',
  ClassSession: 'Event',
  Trainer: 'Person',
  Room: 'Room',
  Day: 'Observation',
  Hour: 'Observation',
  Money: 'Observation',
  Figures: 'Observation',
  SearchSummary: 'Answer',
};

/** @param base Public address of the service, without a slash at its end. */
export function resultsOf(outcome: Answered, base: string): Result[] {
  if (outcome.kind === 'choice') return [];
  if (outcome.kind === 'unclear') return [refusal(outcome, base)];
  const { findings, decontextualized } = outcome;
  const source = `${base}${placeOf(findings.query as Query, decontextualized)}`;
  // Clients keep results by their address: each has its own.
  return findings.items.map((item, at) => ({
    ...item,
    url: `${source}#${at + 1}`,
    grounding: { source_urls: [source] },
  }));
}

/** A client shows results: without one it would show nothing. Source: NLWeb 0.55, 4.1.1. */
function refusal({ message }: UnclearOutcome, base: string): Result {
  return {
    '@type': 'SearchSummary',
    name: 'No answer',
    description: message,
    score: 100,
    figures: {},
    url: `${base}/ask`,
    grounding: { source_urls: [`${base}/ask`] },
  };
}

/** As the legacy dialect has it: its six members and no other. */
export function legacyResults(outcome: Answered, base: string) {
  return resultsOf(outcome, base).map(({ '@type': type, name, url, description, ...result }) => ({
    url,
    name,
    site: outcome.gym.gymId,
    score: result.score,
    description,
    schema_object: {
      '@context': 'https://schema.org',
      '@type': SCHEMA_TYPES[type],
      name,
      description,
      url,
      figures: result.figures,
    },
  }));
}

/** Where the figures of a query can be read again: the REST address that has the same ones, else the question itself. */

/** Path and query below the public address. */
export function placeOf(query: Query, question: string): string {
  const isNow = 'report' in query && query.report === 'occupancy';
  return isNow ? '/v1/summary' : `/ask?query=${encodeURIComponent(question)}`;
}

/** What `GET /ask` without a question says: what can be asked, and how. */

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
export function offerDocument(base: string, requestId: string) {
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
