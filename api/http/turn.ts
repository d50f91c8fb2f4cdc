/** One exchange on its way to an answer; and the request, as a handler is told of it. */

import type { Exchange } from './exchange.ts';
import type { ApiRequest, Headers, Settle } from './message.ts';
import type { Destination } from './request/destination.ts';
import type { RequestId } from './request/request-id.ts';

export interface TurnParts {
  readonly exchange: Exchange;
  readonly destination: Destination;
  readonly id: RequestId;
  /** Instant of the head of the request, ms of the clock that only goes forward. */
  readonly arrivedMs: number;
  /** Whether it comes from a page that must not ask: then it may not read the answer either. */
  readonly isForeign: boolean;
  /** Address of the client that an exchange comes from. */
  readonly clientAddress: (exchange: Exchange) => string;
}

const NO_BODY = Buffer.alloc(0);
const NO_HEADERS: Headers = [];

export class Turn implements ApiRequest {
  readonly exchange: Exchange;
  readonly destination: Destination;
  readonly id: RequestId;
  readonly arrivedMs: number;
  readonly isForeign: boolean;
  /** Of whoever asked for it last. */
  settle: Settle | null = null;
  /** Whether a body was not read: the connection ends with the answer. */
  isBodyLeft = false;
  /** Empty until it was read. */
  body: Buffer = NO_BODY;
  readonly #clientAddress: TurnParts['clientAddress'];
  #signal: AbortSignal | null = null;

  constructor(parts: TurnParts) {
    this.exchange = parts.exchange;
    this.destination = parts.destination;
    this.id = parts.id;
    this.arrivedMs = parts.arrivedMs;
    this.isForeign = parts.isForeign;
    this.#clientAddress = parts.clientAddress;
  }

  /** Whether a body comes that the destination waits for; one that it does not is left unread. */
  awaitsBody(): boolean {
    if (!hasBody(this.exchange)) return false;
    this.isBodyLeft = !(this.destination.awaitsBody?.(this) ?? true);
    return !this.isBodyLeft;
  }

  get requestId(): string {
    return this.id.text;
  }

  get method(): string {
    const { method } = this.exchange;
    return method === 'HEAD' ? 'GET' : method;
  }

  get path(): string {
    return this.exchange.path;
  }

  get pathTexts(): ReadonlyMap<string, string> {
    return this.destination.pathTexts;
  }

  get rawQuery(): string | null {
    return this.exchange.rawQuery;
  }

  get headers(): ReadonlyMap<string, string> {
    return this.exchange.headers;
  }

  get ip(): string {
    return this.#clientAddress(this.exchange);
  }

  /** Made for those only who look at it: most answers are ready before anybody could go away. */
  get signal(): AbortSignal {
    this.#signal ??= signalOf(this.exchange);
    return this.#signal;
  }

  whenAnswered(settle: Settle): void {
    this.settle = settle;
  }
}

/** What the answer itself tells, and whoever settles the turn: it is settled here. See {@link Settle}. */
export function settled(
  { settle }: Turn,
  headers: Headers | undefined,
  status: number,
  isBodySent: boolean,
): Headers {
  const told = settle?.(status, isBodySent) ?? NO_HEADERS;
  return headers === undefined || headers.length === 0 ? told : [...headers, ...told];
}

function hasBody({ headers }: Exchange): boolean {
  return headers.has('transfer-encoding') || (headers.get('content-length') ?? '0') !== '0';
}

function signalOf(exchange: Exchange): AbortSignal {
  if (exchange.isGone) return AbortSignal.abort();
  const controller = new AbortController();
  exchange.onAborted(() => controller.abort());
  return controller.signal;
}
