/** Why an attempt gave nothing: its error, and whether the request is sent again. The table of this is in README.md. */

import type { ValidationFault } from './api.generated.ts';
import {
  AuthenticationError,
  BadRequestError,
  ConflictError,
  type ErrorFacts,
  ForbiddenError,
  LookupsExhaustedError,
  NotFoundError,
  RateLimitError,
  ServerError,
  TurnoutConnectionError,
  type TurnoutError,
  TurnoutTimeoutError,
  UnexpectedAnswerError,
  ValidationError,
} from './errors.ts';
import { retryAfterIn } from './waiting.ts';

export interface Failure {
  readonly error: TurnoutError;
  readonly isRetried: boolean;
}

/** What is at stake where an answer was made and never came. */
export interface Stake {
  /** Whether it may have cost a lookup. */
  readonly mayCost: boolean;
  /** Whether asking again does nothing twice, charges apart. */
  readonly isRepeatable: boolean;
  /** Of the call so far. */
  readonly retries: number;
}

/** Statuses where waiting helps. Those of proxies do not say that nothing was done. */
const BUSY: readonly number[] = [429, 503];
const OF_PROXIES: readonly number[] = [502, 504];

/** Codes of Node, undici and Bun: no request can have reached the service, and it may work soon. */
const UNMADE = [
  'ECONNREFUSED',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'ENETDOWN',
  'UND_ERR_CONNECT_TIMEOUT',
  'ConnectionRefused',
];
/** Waiting does not help: the name is not known, or the certificate is not trusted. */
const HOPELESS = /^(ENOTFOUND|ERR_TLS|ERR_SSL|EPROTO|.*CERT|.*SIGNATURE)/;

/** An answer that is no success. */
export async function refusal(response: Response, stake: Stake): Promise<Failure> {
  const { status } = response;
  // Null where there is none, it is no JSON, or it did not come to its end: the status says enough.
  const body: unknown = await response.json().catch(() => null);
  const error = errorOf({
    ...factsOf(response, stake.retries),
    ...saidIn(body, status),
    status,
    body,
  });
  const isRetried = BUSY.includes(status) || (OF_PROXIES.includes(status) && stake.isRepeatable);
  return { error, isRetried };
}

/** A success whose body is nothing that Turnout sends. */
export function nonsense(response: Response, { mayCost, retries }: Stake): Failure {
  const detail = `The answer is no JSON object: does base_url lead to Turnout? The status is ${response.status}.`;
  const facts = { ...factsOf(response, retries), code: 'unexpected_answer', detail };
  return {
    error: new UnexpectedAnswerError({ ...facts, maybe_charged: mayCost, retry_after_s: null }),
    isRetried: false,
  };
}

/** No answer, or not the whole of it. @param lateMs The time limit where it was that. */
export function breakage(cause: unknown, stake: Stake, lateMs: number | null): Failure {
  const { mayCost, isRepeatable } = stake;
  const facts = factsOf(null, stake.retries);
  if (lateMs !== null) {
    const detail = `No whole answer came within ${lateMs} ms.`;
    const late = { ...facts, code: 'timed_out', detail, maybe_charged: mayCost };
    return { error: new TurnoutTimeoutError(late, { cause }), isRetried: false };
  }
  const codes = codesOf(cause);
  const isHopeless = codes.some((code) => HOPELESS.test(code));
  const isUnmade = codes.length > 0 && codes.every((code) => UNMADE.includes(code));
  const isLost = !isHopeless && !isUnmade;
  const what = isLost ? 'The connection was lost, or never made' : 'No connection could be made';
  const reason = codes[0] === undefined ? '' : ` (${codes[0]})`;
  const detail = `${what}${reason}: is the service running at base_url?`;
  const maybe_charged = isLost && mayCost;
  const lost = { ...facts, code: 'connection_failed', detail, maybe_charged };
  return {
    error: new TurnoutConnectionError(lost, { cause }),
    isRetried: isUnmade || (isLost && isRepeatable && !mayCost),
  };
}

function factsOf(response: Response | null, retries: number): Omit<ErrorFacts, 'code' | 'detail'> {
  return {
    status: response?.status ?? null,
    request_id: response?.headers.get('x-request-id') ?? null,
    retry_after_s: retryAfterIn(response?.headers.get('retry-after') ?? null),
    retries,
    maybe_charged: false,
    body: null,
  };
}

/** Codes of an error, of its causes and of the errors that it stands for, outermost first. Browsers say nothing. */
function codesOf(error: unknown, depth = 0): readonly string[] {
  if (!(error instanceof Error) || depth > 4) return [];
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown };
  const inner = [cause, ...(Array.isArray(errors) ? errors : [])];
  return [
    ...(typeof code === 'string' ? [code] : []),
    ...inner.flatMap((one) => codesOf(one, depth + 1)),
  ];
}

const BY_STATUS: Readonly<Record<number, new (facts: ErrorFacts) => TurnoutError>> = {
  401: AuthenticationError,
  402: LookupsExhaustedError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  422: ValidationError,
  429: RateLimitError,
};

/** The error of an answer with a status that is no success. */
export function errorOf(facts: ErrorFacts & { readonly status: number }): TurnoutError {
  const { status } = facts;
  const OfStatus = BY_STATUS[status];
  if (OfStatus !== undefined) return new OfStatus(facts);
  if (status >= 500) return new ServerError(facts);
  return status >= 400 ? new BadRequestError(facts) : new UnexpectedAnswerError(facts);
}

/** `code` and `detail` of a body, whatever it is. */
export function saidIn(body: unknown, status: number): Pick<ErrorFacts, 'code' | 'detail'> {
  const { code, detail } = Object(body) as { code?: unknown; detail?: unknown };
  if (status === 422 && Array.isArray(detail)) {
    const told = (detail as readonly ValidationFault[]).map(
      ({ loc, msg }) => `${loc.join('.')}: ${msg}`,
    );
    return { code: 'validation_failed', detail: `${told.join('; ')}.` };
  }
  const isOurs = typeof code === 'string' && typeof detail === 'string';
  return isOurs
    ? { code, detail }
    : { code: 'unexpected_answer', detail: `The status is ${status}, and nothing says why.` };
}
