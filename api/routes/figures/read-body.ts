/** The JSON body of a query, or what is wrong with it in the form of the other 422. */

import type { QueryFault } from '../../../gym/figures/ask/faults.ts';
import { type QueryReading, readQuery } from '../../../gym/figures/ask/read-query.ts';

export function readQueryBody(body: Buffer): QueryReading {
  const text = body.toString('utf8');
  if (text.trim() === '') return refused('missing', 'Field required', ['body'], null);
  try {
    return readQuery(JSON.parse(text));
  } catch {
    const ctx = { error: 'the body is no JSON' };
    return refused('json_invalid', 'JSON decode error', ['body', 0], {}, ctx);
  }
}

function refused(
  type: string,
  msg: string,
  loc: QueryFault['loc'],
  input: unknown,
  ctx?: QueryFault['ctx'],
): QueryReading {
  const fault = { type, loc, msg, input };
  return { ok: false, faults: [ctx === undefined ? fault : { ...fault, ctx }] };
}
