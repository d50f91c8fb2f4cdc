/** `_meta` of every answer of `/ask`: what kind of answer it is, the query that was run, and the numbers it used. */

import type { Outcome } from '../answers/outcome.ts';
import type { Findings } from '../findings.ts';
import type { Query } from '../query.ts';
import { type AskRequest, NLWEB_VERSION } from './request.ts';

export interface Meta {
  readonly response_type: 'answer' | 'elicitation' | 'failure';
  readonly version: string;
  readonly response_format?: string;
  readonly mode?: string;
  /** The gym. */
  readonly site?: string;
  /** Given where the figures are sample data. */
  readonly sample?: true;
  readonly session_context?: { readonly conversation_id?: string; readonly state_token?: string };
  readonly request_id?: string;
  readonly decontextualized_query?: string;
  /** What made the query of the question. */
  readonly read_by?: 'grammar' | 'model';
  /** What was run. */
  readonly query?: Query;
  readonly summary?: string;
  readonly numbers?: object;
  readonly notes?: readonly string[];
  /** The days of the query's range that the data cover. */
  readonly covered?: Findings['covered'];
  /** Why nothing was run. */
  readonly reason?: string;
  /** What can be asked instead. */
  readonly suggestions?: readonly string[];
}

export type Answered = Exclude<Outcome, { kind: 'problem' }>;

export function metaOf(request: AskRequest, outcome: Answered, requestId: string): Meta {
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

function ownMeta(outcome: Answered): Partial<Meta> {
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
