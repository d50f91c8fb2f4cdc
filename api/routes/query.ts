/** `POST /v1/query`: measures of classes by dimensions, as JSON or CSV; over gyms by a key of several, where the request names none. */

import { Part } from '../../gym/figures/ask/faults.ts';
import { type QueryReading, readQuery } from '../../gym/figures/ask/read-query.ts';
import { FIGURES_ANSWER, figuresBody, figuresCsv } from '../../gym/figures/body.ts';
import { type FiguresAnswer, type FiguresQuery, QUERY } from '../../gym/figures/query.ts';
import { inSlices } from '../../runtime/timers.ts';
import { parsedJson } from '../../runtime/wire.ts';
import type { Caller } from '../../service/callers/caller.ts';
import { answerFigures, type FiguresOutcome } from '../../service/figures/answer-figures.ts';
import {
  CHAIN_QUERY,
  type ChainFigures,
  type ChainQuery,
  isOverGyms,
} from '../../service/figures/chain-figures.ts';
import type { ClassesSource } from '../../service/gyms/gym-source.ts';
import type { Guard } from '../auth/guard.ts';
import { refusalOf } from '../auth/refusals.ts';
import {
  type Answer,
  type ApiRequest,
  type Headers,
  preferredType,
  problem,
  RawBody,
} from '../http/message.ts';
import { parseQuery } from '../validation/parameters.ts';
import type { App } from './app.ts';
import { CREDENTIALS, type Route, route } from './route.ts';

export const CSV = 'text/csv';
const TYPES = ['application/json', CSV] as const;

export function queryRoute({ gyms: classes, chain }: App): Route {
  return route({
    name: 'POST /v1/query',
    operationId: 'query_figures',
    summary: 'Any figure: measures of classes, by dimensions, filtered, ordered and compared.',
    description:
      'Rates are ratios of sums. `n` is the number of classes in a measure, `of` that of the row; null is unknown, and `reasons` has why. Names may be ids or names. Default: the 42 days that end today. `Accept: text/csv` gives CSV: every row without a `limit`. See `docs/figures.md`.',
    isCharged: true,
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
    answer: (request, guard) => {
      // A body that is no JSON asks for nothing over gyms.
      const isOfOne = parseQuery(request.rawQuery).has('gym_id');
      if (chain !== undefined && !isOfOne && isOverGyms(parsedJson(request.body)))
        return answerOverGyms(request, guard, chain);
      const reading = readQueryBody(request.body);
      if (!reading.ok) return { status: 422, value: { detail: reading.faults } };
      const type = preferredType(request.headers.get('accept'), TYPES);
      return guard.admit(request, { isOwn: true }, async (caller) => {
        if (type === CSV) return answerCsv(reading.query, caller, classes);
        const outcome = await answerFigures(reading.query, caller, classes);
        return outcome.kind === 'answer' ? written(outcome.answer, caller) : refused(outcome);
      });
    },
  });
}

/** The rows as CSV, with counts as they are written to files. */
export async function answerCsv(query: FiguresQuery, caller: Caller, classes: ClassesSource) {
  const outcome = await answerFigures(query, caller, classes, { isFile: true });
  if (outcome.kind !== 'answer') return refused(outcome);
  const text = await inSlices(figuresCsv(outcome.answer));
  const value = new RawBody(`${CSV}; charset=utf-8`, text);
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

/** Charged as any other query. A key of one gym is refused: it sees no others. */
async function answerOverGyms(request: ApiRequest, guard: Guard, chain: ChainFigures) {
  const reading = readQuery<ChainQuery>(parsedJson(request.body), CHAIN_QUERY.properties);
  if (!reading.ok) return { status: 422, value: { detail: reading.faults } };
  const visitor = guard.enter(request, { resource: 'service', isOpen: false });
  if ('status' in visitor) return visitor;
  const scope = visitor.principal?.key.scope;
  if (scope === undefined) {
    return problem('forbidden', 'This key sees one gym: leave `gym` out.');
  }
  const refused = await visitor.spend();
  if (refused !== null) return refusalOf(refused);
  return { status: 200, value: await chain.answer(reading.query, scope) };
}

/** The JSON body of a query, or what is wrong with it in the form of the other 422. */
export function readQueryBody(body: Buffer): QueryReading {
  const text = body.toString('utf8');
  const part = new Part(null);
  try {
    if (text.trim() !== '') return readQuery(JSON.parse(text));
    part.fault('missing', 'Field required');
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    part.at(0, {}).fault('json_invalid', 'JSON decode error', { error: 'the body is no JSON' });
  }
  return { ok: false, faults: part.faults };
}
