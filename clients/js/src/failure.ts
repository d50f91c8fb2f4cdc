/** Why an attempt gave nothing: its error, and whether the request is sent again. The table of this is in README.md. */

import { breakageOf, reasonOf } from './connection.ts';
import {
  errorOf,
  saidIn,
  TurnoutConnectionError,
  type TurnoutError,
  TurnoutTimeoutError,
  UnexpectedAnswerError,
} from './errors.ts';
import { retryAfterIn } from './waiting.ts';

export interface Failure {
  /** @param retries Of the call so far. */
  readonly error: (retries: number) => TurnoutError;
  readonly isRetried: boolean;
  /** What the service asks to wait, s. */
  readonly retryAfterS: number | null;
}

/** What is at stake where an answer was made and never came. */
export interface Stake {
  /** Whether it may have cost a lookup. */
  readonly mayCost: boolean;
  /** Whether asking again does nothing twice, charges apart. */
  readonly isRepeatable: boolean;
}

/** Statuses where waiting helps. Those of proxies do not say that nothing was done. */
const BUSY: readonly number[] = [429, 503];
const OF_PROXIES: readonly number[] = [502, 504];

/** An answer that is no success. */
export async function refusal(response: Response, { isRepeatable }: Stake): Promise<Failure> {
  const { status, headers } = response;
  const body = await bodyOf(response);
  const retryAfterS = retryAfterIn(headers.get('retry-after'));
  const facts = {
    status,
    ...saidIn(body, status),
    request_id: headers.get('x-request-id'),
    retry_after_s: retryAfterS,
    maybe_charged: false,
    body,
  };
  return {
    error: (retries) => errorOf({ ...facts, retries }),
    isRetried: BUSY.includes(status) || (OF_PROXIES.includes(status) && isRepeatable),
    retryAfterS,
  };
}

/** A success whose body is nothing that Turnout sends. */
export function nonsense({ status, headers }: Response, { mayCost }: Stake): Failure {
  const detail = `The answer is no JSON object: does base_url lead to Turnout? The status is ${status}.`;
  const facts = {
    status,
    code: 'unexpected_answer',
    detail,
    body: null,
    maybe_charged: mayCost,
    request_id: headers.get('x-request-id'),
    retry_after_s: null,
  };
  return {
    error: (retries) => new UnexpectedAnswerError({ ...facts, retries }),
    isRetried: false,
    retryAfterS: null,
  };
}

/** No answer, or not the whole of it. @param lateMs The time limit where it was that. */
export function breakage(error: unknown, stake: Stake, lateMs: number | null): Failure {
  const kind = lateMs === null ? breakageOf(error) : 'lost';
  const isFree = kind !== 'lost' || (stake.isRepeatable && !stake.mayCost);
  const facts = {
    status: null,
    request_id: null,
    retry_after_s: null,
    body: null,
    maybe_charged: kind === 'lost' && stake.mayCost,
  };
  if (lateMs !== null) {
    const detail = `No whole answer came within ${lateMs} ms.`;
    const late = { ...facts, code: 'timed_out', detail };
    return {
      error: (retries) => new TurnoutTimeoutError({ ...late, retries }, { cause: error }),
      isRetried: false,
      retryAfterS: null,
    };
  }
  const reason = reasonOf(error);
  const what =
    kind === 'lost' ? 'The connection was lost, or never made' : 'No connection could be made';
  const detail = `${what}${reason === null ? '' : ` (${reason})`}: is the service running at base_url?`;
  const lost = { ...facts, code: 'connection_failed', detail };
  return {
    error: (retries) => new TurnoutConnectionError({ ...lost, retries }, { cause: error }),
    isRetried: isFree && kind !== 'hopeless',
    retryAfterS: null,
  };
}

/** Null where there is none, it is no JSON, or it did not come to its end: the status says enough. */
async function bodyOf(response: Response): Promise<unknown> {
  try {
    return (await response.json()) as unknown;
  } catch {
    return null;
  }
}
