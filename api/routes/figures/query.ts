/** `POST /v1/query`: measures of classes by dimensions, as JSON or CSV. */

import type { FiguresAnswer } from '../../../gym/figures/answer.ts';
import { type FiguresQuery, QUERY } from '../../../gym/figures/query.ts';
import { figuresBody } from '../../../gym/figures/write/body.ts';
import { figuresCsv } from '../../../gym/figures/write/csv.ts';
import { FIGURES_ANSWER } from '../../../gym/figures/write/schema.ts';
import type { Caller } from '../../../service/callers/caller.ts';
import { answerFigures, type FiguresOutcome } from '../../../service/figures/answer-figures.ts';
import type { ChainFigures } from '../../../service/figures/chain-figures.ts';
import type { ClassesSource } from '../../../service/gyms/gym-source.ts';
import { type Answer, type Headers, preferredType, problem, TextBody } from '../../http/message.ts';
import { CREDENTIALS, type Route } from '../route.ts';
import { answerOverGyms, asksOverGyms } from './chain-query.ts';
import { readQueryBody } from './read-body.ts';

export const CSV = 'text/csv';
const TYPES = ['application/json', CSV] as const;

/** @param chain At a head office: figures over gyms. */
export function queryRoute(classes: ClassesSource, chain: ChainFigures | null = null): Route {
  return {
    method: 'POST',
    path: '/v1/query',
    operationId: 'query_figures',
    summary: 'Any figure: measures of classes, by dimensions, filtered, ordered and compared.',
    description:
      'Rates are ratios of sums. `n` is the number of classes in a measure, `of` that of the row; null is unknown, and `reasons` has why. Names may be ids or names. Default: the 42 days that end today. `Accept: text/csv` gives the rows as CSV. See `docs/figures.md`.',
    access: 'figures',
    errors: [
      'unknown_trainer',
      'ambiguous_trainer',
      'unknown_name',
      'ambiguous_name',
      'data_unusable',
    ],
    parameters: { path: {}, query: {}, header: CREDENTIALS },
    requestBody: QUERY,
    textTypes: [CSV],
    response: FIGURES_ANSWER,
    figures: null,
    answer: (request, guard) => {
      if (chain !== null && asksOverGyms(request)) return answerOverGyms(request, guard, chain);
      const reading = readQueryBody(request.body);
      if (!reading.ok) return { status: 422, value: { detail: reading.faults } };
      const type = preferredType(request.headers.get('accept'), TYPES);
      return guard.admit(request, { isOwn: true }, async (caller) => {
        if (type === CSV) return answerCsv(reading.query, caller, classes);
        const outcome = await answerFigures(reading.query, caller, classes);
        return outcome.kind === 'answer' ? written(outcome.answer, caller) : refused(outcome);
      });
    },
  };
}

/** The rows as CSV, with counts as they are written to files. */
export async function answerCsv(
  query: FiguresQuery,
  caller: Caller,
  classes: ClassesSource,
): Promise<Answer> {
  const outcome = await answerFigures(query, caller, classes, { isFile: true });
  if (outcome.kind !== 'answer') return refused(outcome);
  const value = new TextBody(`${CSV}; charset=utf-8`, figuresCsv(outcome.answer));
  return { status: 200, value, headers: BY_ACCEPT };
}

function refused(outcome: Exclude<FiguresOutcome, { kind: 'answer' }>): Answer {
  if (outcome.kind === 'faults') return { status: 422, value: { detail: outcome.faults } };
  const { code, detail, data = {} } = outcome.refusal;
  return problem(code, detail, { data });
}

/** Stored answers are of one form. */
const BY_ACCEPT: Headers = [['Vary', 'Accept']];

/** Bodies by answer: serialised once. */
const bodies = new WeakMap<FiguresAnswer, object>();

function written(answer: FiguresAnswer, { view }: Caller): Answer {
  const known = bodies.get(answer);
  const value = known ?? figuresBody(answer, view);
  if (known === undefined) bodies.set(answer, value);
  return { status: 200, value, headers: BY_ACCEPT };
}
