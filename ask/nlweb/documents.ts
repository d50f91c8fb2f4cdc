/** Answers of `/ask` that are one JSON document, in both dialects. */

import { type Answered, type Meta, metaOf } from './meta.ts';
import { type AskFault, type AskRequest, type Dialect, NLWEB_VERSION } from './request.ts';
import { legacyResult, resultsOf } from './results.ts';

/** Of the request that is answered, and the service that does. */
export interface AnswerPlace {
  readonly requestId: string;
  /** Public address, without a slash at its end. */
  readonly base: string;
}

/** A question back. */
export interface Elicitation {
  readonly text: string;
  readonly questions: readonly {
    readonly id: string;
    readonly text: string;
    readonly type: 'single_select';
    /** Whole questions. */
    readonly options: readonly string[];
  }[];
}

/** A JSON document. */
export type AskDocument = Readonly<Record<string, unknown>> & { readonly _meta: Meta };

export function answerDocument(
  request: AskRequest,
  outcome: Answered,
  place: AnswerPlace,
): AskDocument {
  const _meta = metaOf(request, outcome, place.requestId);
  const elicitation = elicitationOf(outcome);
  const asking = elicitation === null ? {} : { elicitation };
  const results = resultsOf(outcome, place.base);
  if (request.dialect === 'legacy') {
    const six = results.map((result) => legacyResult(result, outcome.gym.gymId));
    return { query_id: request.queryId ?? place.requestId, _meta, results: six, ...asking };
  }
  return request.format === 'chatgpt_app'
    ? {
        _meta,
        content: [{ type: 'text', text: _meta.summary ?? '' }],
        structuredData: results,
        ...asking,
      }
    : { _meta, results, ...asking };
}

export function elicitationOf(outcome: Answered): Elicitation | null {
  if (outcome.kind !== 'choice') return null;
  const { text, options } = outcome;
  return { text, questions: [{ id: 'question', text, type: 'single_select', options }] };
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
export function faultDocument(
  { code, message }: AskFault,
  dialect: Dialect,
): AskDocument & {
  readonly detail: string;
  readonly code: 'invalid_question';
} {
  return { ...failureParts(code, message, dialect), detail: message, code: 'invalid_question' };
}
