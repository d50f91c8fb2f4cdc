/** A request, its body and its answer, as guards and routes see them: nothing here knows how bytes come and go. */

import { ERRORS, type ErrorCode, isTurnoutError, type ProblemBody } from '../../errors.ts';
import { redactText } from '../../runtime/log/redaction.ts';

export const JSON_TYPE = 'application/json';
/** Of a stream of events. */
export const EVENTS_TYPE = 'text/event-stream';

/** Those with answers and counts of their own; HEAD comes as GET. */
export const HTTP_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** In the order in which they are sent. A pair never changes once it was given. */
export type Headers = readonly (readonly [name: string, value: string])[];

/** What a handler is told about a request. */
export interface ApiRequest {
  /** Upper case; HEAD comes as GET. */
  readonly method: string;
  /** As sent, percent-encoding and all, without the query. */
  readonly path: string;
  /** Decoded texts of the braces in the route's path. */
  readonly pathTexts: ReadonlyMap<string, string>;
  readonly rawQuery: string | null;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** Address of the client: behind a trusted proxy the one that the proxy tells. */
  readonly ip: string;
  readonly requestId: string;
  /** Empty where none was sent. */
  readonly body: Buffer;
  /** Aborted when the client goes away before it has the whole answer: what is made for nobody should stop. */
  readonly signal: AbortSignal;
  /** Called once, when it is known how the request is answered, whoever answers. Set by the guard. */
  onAnswer: OnAnswer | null;
  /** Headers that differ from answer to answer: what is left of a rate. Asked for once, after `onAnswer`. Set by the guard. */
  rates: (() => Headers) | null;
}

/**
 * Told the status that goes out, after entity tags were compared, and whether the body goes with it: not for HEAD. A client that
 * goes away before its answer is charged for it. Gives the headers that depend on it.
 */
export type OnAnswer = (status: number, isBodySent: boolean) => Headers;

/** What is answered. The same `value` object again means the same bytes: it is serialised once. */
export interface Answer<Value = unknown> {
  readonly status: number;
  /** JSON values only, or a body of another kind. Must not change once it was given. */
  readonly value: (Value & object) | RawBody | LiveBody;
  /** Cache-Control is `no-cache` where it is not among them. */
  readonly headers?: Headers;
}

/** A body that is not JSON: a text, or bytes such as a picture. */
export class RawBody {
  readonly contentType: string;
  readonly content: string | Buffer;
  /** How it is compressed, as `Content-Encoding` names it; null where it is not. */
  readonly encoding: string | null;

  constructor(contentType: string, content: string | Buffer, encoding: string | null = null) {
    this.contentType = contentType;
    this.content = content;
    this.encoding = encoding;
  }
}

/** Where a {@link LiveBody} goes: one client. */
export interface LiveOutlet {
  /**
   * Writes a piece whole and at once, or not at all: false where the client has not taken what was written before, or has
   * gone away. The piece must not change any more.
   */
  tryWrite(piece: Uint8Array): boolean;
  /** Resolves when {@link tryWrite} may write again; false where nobody is there any more. */
  writable(): Promise<boolean>;
  /** Writes a piece at the pace of the client; false where nobody is there any more. Not while {@link writable} is waited for. */
  write(piece: Uint8Array): Promise<boolean>;
  end(): void;
  cut(): void;
}

/** A body that is written when something happens, for as long as the client stays. It has no end of its own. */
export class LiveBody {
  readonly contentType: string;
  /** Called once when the head may go out: with the first piece. @returns what is called when the client has gone away. */
  readonly open: (outlet: LiveOutlet) => () => void;

  constructor(contentType: string, open: (outlet: LiveOutlet) => () => void) {
    this.contentType = contentType;
    this.open = open;
  }
}

interface Range {
  readonly type: string;
  readonly quality: number;
}

/** Words of the header that are looked at; what comes behind them is ignored. */
const MAX_RANGES = 32;

/**
 * The media type of `offered` (the default first) with the highest quality; the earlier one of two that are equal. The
 * default also where nothing is acceptable: an answer in another form is of more use than none.
 */
export function preferredType<Offer extends string>(
  accept: string | undefined,
  offered: readonly [Offer, ...Offer[]],
): Offer {
  const ranges = rangesOf(accept ?? '*/*');
  const qualities = offered.map((offer) => qualityOf(offer, ranges));
  return offered[qualities.indexOf(Math.max(...qualities))] ?? offered[0];
}

/** Of the most exact range that covers `type`; 0 where none does. Of several like ones the highest counts. */
function qualityOf(type: string, ranges: readonly Range[]): number {
  for (const pattern of [type, `${type.split('/')[0]}/*`, '*/*']) {
    const matching = ranges.filter((range) => range.type === pattern);
    if (matching.length > 0) return Math.max(...matching.map(({ quality }) => quality));
  }
  return 0;
}

/** What a header of the `Accept` family names, in lower case, with the quality of each: `gzip;q=0` is a refusal. */
export function rangesOf(header: string): readonly Range[] {
  return header
    .split(',')
    .slice(0, MAX_RANGES)
    .map((text) => {
      const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((part) => part.startsWith('q=')) ?? '';
      const [, quality = '1'] = /^q=(\d(?:\.\d{0,3})?)$/.exec(weight) ?? [];
      return { type, quality: Math.min(1, Number(quality)) };
    });
}

/** The answer for a coded error of this layer. Members of `data`, for programs, stand next to `detail` and `code`: snake_case. */
export function problem(
  code: ErrorCode,
  detail: string,
  { headers = [], data = {} }: { readonly headers?: Headers; readonly data?: object } = {},
): Answer<ProblemBody> {
  return { status: ERRORS[code].status, value: { detail, code, ...data }, headers };
}

/** When to come again. */
export const retryAfter = (seconds: number): Headers => [['Retry-After', String(seconds)]];

/** Faults of what is stored: no fault of the program, and their sentences name neither a path nor an address. */
const EXPLAINED = new Set<ErrorCode>(['data_unusable', 'database_unusable']);

/** The answer for anything that was thrown: a coded error tells itself, everything else is `internal_error`. */
export function problemOf(error: unknown, requestId: string): Answer<ProblemBody> {
  const isPublic = isTurnoutError(error) && (error.status < 500 || EXPLAINED.has(error.code));
  return isPublic
    ? problem(error.code, redactText(error.message))
    : problem(
        'internal_error',
        `A fault in Turnout itself; the log has it under request ${requestId}.`,
      );
}

export const LIMITS = {
  /** Path and query, bytes. Source: docs/method.md#limits-of-the-service. */
  targetBytes: 8 * 1024,
  /** Names and values of all headers, bytes. Source: the same. */
  headersBytes: 16 * 1024,
  /** Body, bytes. Source: the same. */
  bodyBytes: 64 * 1024,
  /** Body of a message to `/mcp`, bytes. Source: the same. */
  mcpBodyBytes: 1024 * 1024,
  /** Bodies over `mcpBodyBytes` under way, all together, bytes: two of the largest files. Source: the same. */
  uploadsBytes: 64 * 1024 * 1024,
  /** Decoded path that the catch-all takes, bytes. Source: the same page, "Other endpoints". */
  pathBytes: 2_048,
  /** Longest wait for a whole head, for a whole request and for the next one, ms; uWebSockets.js has 10 s built in. */
  headTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  idleTimeoutMs: 10_000,
  /** Longest that a client may take nothing of an answer that waits for it, ms; uWebSockets.js has 10 s built in. */
  stallTimeoutMs: 10_000,
} as const;
