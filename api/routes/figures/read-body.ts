/** The JSON body of a query, or what is wrong with it in the form of the other 422. */

import { QueryFaults } from '../../../gym/figures/ask/faults.ts';
import { type QueryReading, readQuery } from '../../../gym/figures/ask/read-query.ts';

export function readQueryBody(body: Buffer): QueryReading {
  const text = body.toString('utf8');
  const faults = new QueryFaults();
  if (text.trim() === '') {
    faults.add([], 'missing', 'Field required', null);
    return { ok: false, faults: faults.all };
  }
  let input: unknown;
  try {
    input = JSON.parse(text);
  } catch {
    faults.add([0], 'json_invalid', 'JSON decode error', {}, { error: 'the body is no JSON' });
    return { ok: false, faults: faults.all };
  }
  return readQuery(input);
}
