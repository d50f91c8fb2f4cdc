/** `POST /v1/query` by a key of several gyms: `gym` is a dimension then, where the request names no gym. */

import { Value } from 'typebox/value';
import { Part, type QueryFault } from '../../../gym/figures/ask/faults.ts';
import {
  CHAIN_QUERY,
  type ChainFigures,
  isOverGyms,
} from '../../../service/figures/chain-figures.ts';
import type { Guard } from '../../auth/guard.ts';
import { refusalOf } from '../../auth/refusals.ts';
import type { Answer, ApiRequest } from '../../http/message.ts';
import { parseQuery } from '../../validation/parameters.ts';

/** Whether a request asks for figures over gyms. A body that is no JSON does not. */
export function asksOverGyms({ body, rawQuery }: ApiRequest): boolean {
  if (rawQuery !== null && parseQuery(rawQuery).has('gym_id')) return false;
  try {
    return isOverGyms(JSON.parse(body.toString()));
  } catch {
    return false;
  }
}

/** Charged as any other query. A key of one gym is refused: it sees no others. */
export async function answerOverGyms(
  request: ApiRequest,
  guard: Guard,
  chain: ChainFigures,
): Promise<Answer> {
  const query: unknown = JSON.parse(request.body.toString());
  if (!Value.Check(CHAIN_QUERY, query)) {
    const faults: QueryFault[] = [];
    for (const { instancePath, message } of Value.Errors(CHAIN_QUERY, query).slice(0, 5)) {
      const place = instancePath.split('/').slice(1);
      new Part(place.reduce(memberOf, query), faults, place).wrong(`over gyms ${message}`);
    }
    return { status: 422, value: { detail: faults } };
  }
  const visitor = guard.enter(request, { resource: 'service', isOpen: false });
  if ('status' in visitor) return visitor;
  const scope = visitor.principal?.key.scope;
  if (scope === undefined) {
    return refusalOf({ detail: 'This key sees one gym: leave `gym` out.', code: 'forbidden' });
  }
  const refused = await visitor.spend();
  if (refused !== null) return refusalOf(refused);
  return { status: 200, value: await chain.answer(query, scope) };
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
