/** The tool `ask` on the same door as the route `/ask`: questions read, answered and written by the same code. */

import { Value } from 'typebox/value';
import { type Asking, askQuestion } from '../../../ask/answers/ask-question.ts';
import type { ChainWorld } from '../../../ask/chain/ask-chain.ts';
import { answerDocument } from '../../../ask/nlweb/documents.ts';
import type { AskRequest } from '../../../ask/nlweb/request.ts';
import type { AskQuery } from '../../../ask/query.ts';
import { isQueryLike, readAskQuery } from '../../../ask/read-query.ts';
import type { QuestionReader } from '../../../ask/reader.ts';
import type { ProblemBody } from '../../../errors.ts';
import {
  CHAIN_QUERY,
  type ChainQuery,
  isOverGyms,
} from '../../../service/figures/chain-figures.ts';
import type { ClassesSource, GymSource } from '../../../service/gyms/gym-source.ts';
import { readAskMembers } from '../../routes/ask/read-request.ts';
import { ASK_ANSWER } from '../../schemas/ask.ts';
import type { AskPart } from './ask.ts';
import { faultsText } from './forms/faults-text.ts';

export interface AskPartParts {
  readonly reader: QuestionReader;
  readonly gyms: Pick<GymSource, 'asOf'>;
  readonly classes: ClassesSource;
  /** Questions over several gyms: a head office's. */
  readonly chain?: ChainWorld | undefined;
  /** Public address of the service, without a slash at its end. Asked at each question. */
  readonly base: () => string;
}

/** Answers are documents of NLWeb 0.55, whichever of its dialects a question is in. */
export function askPart({ base, ...world }: AskPartParts): AskPart {
  const [document] = ASK_ANSWER.anyOf;
  return {
    document,
    answer: async (members, visitor, { requestId }) => {
      const reading = readAsking(members);
      if ('problem' in reading) return { isOk: false, problem: reading.problem };
      const { request, query } = reading;
      const asking = query === null ? request : { ...request, ...placed(query) };
      const outcome = await askQuestion(asking, visitor, world);
      if (outcome.kind === 'problem') return { isOk: false, problem: outcome.body };
      return {
        isOk: true,
        document: answerDocument(request, outcome, { requestId, base: base() }),
        chart: outcome.kind === 'findings' ? outcome.chart : null,
      };
    },
  };
}

/** Stands for the question where a query is given: nothing reads it. */
const GIVEN = 'query';

interface Asked {
  readonly request: AskRequest;
  /** Null where a question is asked. */
  readonly query: AskQuery | ChainQuery | null;
}

function readAsking({
  query,
  prev,
  mode,
}: Readonly<Record<string, unknown>>): Asked | { readonly problem: ProblemBody } {
  const given = isQueryLike(query) ? givenQuery(query) : null;
  if (given?.ok === false) return refused(faultsText(given.faults));
  const question = typeof query === 'string' ? { text: query } : query;
  const reading = readAskMembers({
    query: given === null ? question : { text: GIVEN },
    context: { prev },
    prefer: { mode },
  });
  if (reading.kind === 'fault') return refused(reading.fault.message);
  if (reading.kind === 'nothing') return refused('Nothing was asked.');
  return { request: reading.request, query: given === null ? null : given.query };
}

/** Of one gym, or over several. */
function givenQuery(query: unknown) {
  return isOverGyms(query) && Value.Check(CHAIN_QUERY, query)
    ? ({ ok: true, query } as const)
    : readAskQuery(query);
}

function placed(query: AskQuery | ChainQuery): Pick<Asking, 'query' | 'chainQuery'> {
  return isOverGyms(query) ? { chainQuery: query as ChainQuery } : { query: query as AskQuery };
}

function refused(detail: string): { readonly problem: ProblemBody } {
  return { problem: { detail, code: 'invalid_question' } };
}
