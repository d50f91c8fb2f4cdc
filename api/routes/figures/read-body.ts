/** The JSON body of a query, or what is wrong with it in the form of the other 422. */

import { Part } from '../../../gym/figures/ask/faults.ts';
import { type QueryReading, readQuery } from '../../../gym/figures/ask/read-query.ts';

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
