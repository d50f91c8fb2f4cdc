/** Why an attempt gave nothing: its error, and whether the request is sent again. The table of this is in README.md. */

import type { ValidationFault } from './api.generated.ts';
import * as errors from './errors.ts';
import { retryAfterIn } from './waiting.ts';

type FailureText = Pick<errors.ErrorFacts, 'code' | 'detail'>;

/** Statuses where waiting helps. Those of proxies do not say that nothing was done. */
const BUSY: readonly unknown[] = [429, 503];
const OF_PROXIES: readonly unknown[] = [502, 504];

/** Codes of Node, undici and Bun: no request can have reached the service, and it may work soon. */
const UNMADE =
  /^(ECONNREFUSED|EAI_AGAIN|E(NET|HOST)UNREACH|ENETDOWN|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused)$/;
/** Waiting does not help: the name is not known, or the certificate is not trusted. */
const HOPELESS = /^(ENOTFOUND|ERR_TLS|ERR_SSL|EPROTO|.*CERT|.*SIGNATURE)/;

const BY_STATUS: Readonly<Record<number, typeof errors.TurnoutError>> = {
  401: errors.AuthenticationError,
  402: errors.LookupsExhaustedError,
  403: errors.ForbiddenError,
  404: errors.NotFoundError,
  409: errors.ConflictError,
  422: errors.ValidationError,
  429: errors.RateLimitError,
};

/** An answer that is no success. */
export async function refusal(response: Response): Promise<errors.TurnoutError> {
  const { status } = response;
  // A redirection is not followed, and a browser hides which status it had.
  if (status < 400) return nonsense(response, false);
  // Null where there is none, it is no JSON, or it did not come to its end: the status says enough.
  const body: unknown = await response.json().catch(() => null);
  const OfStatus =
    BY_STATUS[status] ?? (status < 500 ? errors.BadRequestError : errors.ServerError);
  return new OfStatus({ ...factsOf(response), ...textIn(body, status), body });
}

/** An answer that Turnout never gives. */
export function nonsense(response: Response, maybe_charged: boolean, cause?: unknown) {
  const detail = `The answer is none of the API: does base_url lead to Turnout? The status is ${response.status}.`;
  const facts = { ...factsOf(response), code: 'unexpected_answer', detail, retry_after_s: null };
  return new errors.UnexpectedAnswerError({ ...facts, maybe_charged }, { cause });
}

/** No answer, or not the whole of it. */
export function lost(cause: unknown, mayCost: boolean): errors.TurnoutError {
  const fate = fateOf(cause);
  const what =
    fate === 'lost' ? 'The connection was lost, or never made' : 'No connection could be made';
  const [code] = codesOf(cause);
  const detail = `${what}${code === undefined ? '' : ` (${code})`}: is the service running at base_url?`;
  const maybe_charged = fate === 'lost' && mayCost;
  const facts = { ...factsOf(null), code: 'connection_failed', detail, maybe_charged };
  return new errors.TurnoutConnectionError(facts, { cause });
}

export function late(cause: unknown, timeoutMs: number, maybe_charged: boolean) {
  const detail = `No whole answer came within ${timeoutMs} ms.`;
  const facts = { ...factsOf(null), code: 'timed_out', detail, maybe_charged };
  return new errors.TurnoutTimeoutError(facts, { cause });
}

/** @param isRepeatable Whether asking again does nothing twice, charges apart. */
export function isSentAgain(
  { status, code, cause }: errors.TurnoutError,
  isRepeatable: boolean,
  mayCost: boolean,
): boolean {
  if (code === 'connection_failed') {
    const fate = fateOf(cause);
    return fate === 'unmade' || (fate === 'lost' && isRepeatable && !mayCost);
  }
  return BUSY.includes(status) || (OF_PROXIES.includes(status) && isRepeatable);
}

function fateOf(cause: unknown): 'unmade' | 'hopeless' | 'lost' {
  const codes = codesOf(cause);
  if (codes.some((code) => HOPELESS.test(code))) return 'hopeless';
  return codes.length > 0 && codes.every((code) => UNMADE.test(code)) ? 'unmade' : 'lost';
}

function factsOf(response: Response | null): Omit<errors.ErrorFacts, 'code' | 'detail'> {
  return {
    status: response?.status ?? null,
    request_id: response?.headers.get('x-request-id') ?? null,
    retry_after_s: retryAfterIn(response?.headers.get('retry-after') ?? null),
    retries: 0,
    maybe_charged: false,
    body: null,
  };
}

/** Codes of an error, of its causes and of the errors that it stands for, outermost first. Browsers say nothing. */
function codesOf(error: unknown, depth = 0): readonly string[] {
  if (!(error instanceof Error) || depth > 4) return [];
  const {
    code,
    cause,
    errors: several,
  } = error as { [Name in 'code' | 'errors']?: unknown } & Error;
  const inner = [cause, ...(Array.isArray(several) ? several : [])];
  const own = typeof code === 'string' ? [code] : [];
  return [...own, ...inner.flatMap((one) => codesOf(one, depth + 1))];
}

/** `code` and `detail` of a body, whatever it is. */
function textIn(body: unknown, status: number): FailureText {
  const { code, detail } = Object(body) as { code?: unknown; detail?: unknown };
  if (status === 422 && Array.isArray(detail)) {
    const faults = detail as readonly ValidationFault[];
    const sentences = faults.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`);
    return { code: 'validation_failed', detail: `${sentences.join('; ')}.` };
  }
  return typeof code === 'string' && typeof detail === 'string'
    ? { code, detail }
    : { code: 'unexpected_answer', detail: `The status is ${status}, and nothing says why.` };
}
