/** A question in plain words as a tool: read, answered and written by the same code as at `/ask`. */

import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { type Asking, type AskWorld, askQuestion } from '../../../ask/answers/ask-question.ts';
import { answerDocument } from '../../../ask/nlweb/documents.ts';
import type { AskRequest } from '../../../ask/nlweb/request.ts';
import type { AskQuery } from '../../../ask/query.ts';
import { isQueryLike, readAskQuery } from '../../../ask/read-query.ts';
import {
  CHAIN_QUERY,
  type ChainQuery,
  isOverGyms,
} from '../../../service/figures/chain-figures.ts';
import { refusalOf } from '../../auth/refusals.ts';
import { type Answer, problem } from '../../http/message.ts';
import { readAskMembers } from '../../routes/ask.ts';
import { type Arguments, CHART } from '../../routes/route.ts';
import { ASK_ANSWER } from '../../schemas/ask.ts';
import { faultsText } from './arguments.ts';
import type { Charts } from './charts.ts';
import type { Tool } from './tool.ts';

export interface AskToolParts extends AskWorld {
  /** Public address of the service, without a slash at its end. Asked at each question. */
  readonly base: () => string;
}

/** Bounds of a question; the same as those of `/ask`. */
const QUESTION = { minLength: 1, maxLength: 500 };

const INPUT = Type.Object(
  {
    query: Type.Union(
      [
        Type.String(QUESTION),
        Type.Object({ text: Type.Optional(Type.String(QUESTION)) }, { additionalProperties: true }),
      ],
      {
        description:
          'The question: a text, or an object with `text`. Or a query in its place: the object that `query_figures` takes, or `_meta.query` of an answer, changed or not.',
      },
    ),
    prev: Type.Optional(
      Type.Array(Type.String(QUESTION), {
        maxItems: 10,
        description: 'Questions asked before in the conversation, oldest first.',
      }),
    ),
    chart: CHART,
    mode: Type.Optional(
      Type.Enum(['list', 'summarize', 'generate'], {
        default: 'summarize',
        description:
          '`list`: what was found. `summarize`: the answer and a few of it. `generate`: the answer in prose with what it cites.',
      }),
    ),
  },
  { additionalProperties: false },
);

/** Answers are documents of NLWeb 0.55, whichever of its dialects a question is in. */
export function askTool({ base, ...world }: AskToolParts, charts: Charts | null): Tool {
  const [document] = ASK_ANSWER.anyOf;
  return {
    name: 'ask',
    title: 'Ask a question',
    description:
      'Answers a question in plain English about attendance, fill, bookings, no-shows, trainers, classes, rooms, hours and money: “How full was spin last week?”, “When are we busiest?”. For other days than today, comparisons, weekdays and hours; where another tool fits, that one has more. The answer carries the query that was run: check that it is what was meant. Where a name or date is not clear it asks back with whole questions. An answer with figures costs one lookup, a question back nothing.',
    input: INPUT,
    output: document,
    isCharged: true,
    isForTrainers: true,
    call: async (given, turn) => {
      const reading = readAsking(given);
      if ('status' in reading) return reading;
      const { request, query } = reading;
      const asking = query === null ? request : { ...request, ...placed(query) };
      const outcome = await askQuestion(asking, await turn.visitor(), world);
      if (outcome.kind === 'problem') return refusalOf(outcome.body);
      const { requestId } = turn;
      const value = answerDocument(request, outcome, { requestId, base: base() });
      const chart = outcome.kind === 'findings' && given['chart'] === true ? outcome.chart : null;
      const pictures = chart === null ? [] : ((await charts?.draw(chart, turn)) ?? []);
      return { status: 200, value, pictures };
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

function readAsking({ query, prev, mode }: Arguments): Asked | Answer {
  const given = isQueryLike(query) ? givenQuery(query) : null;
  if (given?.ok === false) return problem('invalid_question', faultsText(given.faults));
  const question = typeof query === 'string' ? { text: query } : query;
  const reading = readAskMembers({
    query: given === null ? question : { text: GIVEN },
    context: { prev },
    prefer: { mode },
  });
  if (reading.kind === 'fault') return problem('invalid_question', reading.fault.message);
  if (reading.kind === 'nothing') return problem('invalid_question', 'Nothing was asked.');
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
