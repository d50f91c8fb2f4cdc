/**
 * Sends requests: time limits, retries, entity tags. What is sent again, and why it never costs twice, is told in README.md
 * under "Retries, and what they cost".
 */

import { TurnoutError } from './errors.ts';
import { isSentAgain, late, lost, nonsense, refusal } from './failure.ts';
import { type CallOptions, type Platform, retriesIn, type Settings, timeoutIn } from './options.ts';
import { type RateLimit, rateLimitIn } from './rate-limit.ts';
import { CLIENT_VERSION } from './version.ts';
import { pause, waitMs } from './waiting.ts';

export type Query = Readonly<Record<string, string | number | undefined>>;

export interface Call extends CallOptions {
  readonly method: 'GET' | 'POST';
  /** Encoded. */
  readonly path: string;
  readonly query?: Query;
  /** To be sent as JSON. */
  readonly body?: object | undefined;
  /** Default: JSON. */
  readonly accept?: string;
  /** Further headers. */
  readonly fields?: Fields;
  /** Whether sending it twice does nothing twice, charges apart. */
  readonly isRepeatable: boolean;
  /** Whether an answer costs a lookup of keys that have a limit. */
  readonly isCharged: boolean;
}

type Fields = Readonly<Record<string, string>>;

/** What a call is, apart from its address. */
export type CallKind = Pick<Call, 'method' | 'isRepeatable' | 'isCharged'>;

/** One request on its way: ended by its time limit or by the caller's signal, whichever comes first. */
export class Attempt {
  readonly timeoutMs: number;
  /** Whether the time limit has ended it. */
  isLate = false;
  /** The head of the answer, once it is there; its body may still be on its way. */
  response: Response | null = null;
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal | undefined;
  readonly #abort = (): void => this.#controller.abort();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(timeoutMs: number, caller: AbortSignal | undefined) {
    this.timeoutMs = timeoutMs;
    this.#caller = caller;
    caller?.addEventListener('abort', this.#abort);
    this.restart();
  }

  /** For `fetch`. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The time limit counts from now: a piece is waited for. */
  restart(): void {
    this.rest();
    this.#timer = setTimeout(() => {
      this.isLate = true;
      this.#abort();
    }, this.timeoutMs);
  }

  /** Nothing is waited for: whoever reads is busy with what came. */
  rest(): void {
    clearTimeout(this.#timer);
  }

  /** Ends what is still on its way; a whole answer stays as it is. */
  close(): void {
    this.rest();
    this.#caller?.removeEventListener('abort', this.#abort);
    this.#abort();
  }
}

/** Reads an answer of success. What it throws is a connection that was lost; a `SyntaxError`, no answer of Turnout. */
type Read<Value> = (response: Response, attempt: Attempt) => Value | Promise<Value>;

/** What is about the program and no gym takes none. */
const OF_A_GYM = /^\/(?:ask$|v1\/(?!status$))/;
const isBrowser = 'document' in globalThis || 'WorkerGlobalScope' in globalThis;
const STREAM_TYPE = 'text/event-stream';

export class Transport {
  readonly #settings: Settings;
  /** By address, least recently used first. Texts: every caller gets an object of its own. */
  readonly #cache = new Map<string, { readonly etag: string; readonly text: string }>();
  readonly #fields: Fields;
  rateLimit: RateLimit | null = null;

  constructor(settings: Settings) {
    const { api_key, sandbox } = settings;
    const agent = userAgent();
    this.#settings = settings;
    this.#fields = {
      ...(agent === null ? {} : { 'user-agent': agent }),
      ...(sandbox ? { 'x-sandbox': 'true' } : {}),
      ...(sandbox || api_key === null ? {} : { authorization: `Bearer ${api_key}` }),
    };
  }

  /** The JSON object that `call` is answered with: one of its own for every call. */
  json<Body>(call: Call): Promise<Body> {
    const isCacheable = call.method === 'GET';
    const url = this.#urlOf(call);
    const cached = isCacheable ? this.#cache.get(url) : undefined;
    const read: Read<Body> = async (response, attempt) => {
      const body = await response.text();
      attempt.close();
      const text = response.status === 304 && cached !== undefined ? cached.text : body;
      const value: unknown = JSON.parse(text);
      if (typeof value !== 'object' || value === null || Array.isArray(value)) {
        throw new SyntaxError('it is JSON, and no object');
      }
      // What Turnout says of an address that it does not have.
      if ('matched' in value) throw new SyntaxError('base_url has a path that is none of Turnout');
      if (isCacheable) this.#keep(url, response.headers.get('etag'), text);
      return value as Body;
    };
    return this.#send(call, read, cached === undefined ? {} : { 'if-none-match': cached.etag });
  }

  /** A stream of events, to be read and closed by the caller. */
  open(call: Call): Promise<Attempt> {
    return this.#send({ ...call, accept: STREAM_TYPE }, ({ headers }, attempt) => {
      if (headers.get('content-type')?.startsWith(STREAM_TYPE)) return attempt;
      throw new SyntaxError('it is no stream of events');
    });
  }

  /** The answer as it came, whose body the caller reads. */
  raw(call: Call): Promise<Response> {
    return this.#send(call, (response, attempt) => {
      attempt.rest();
      return response;
    });
  }

  /** The error for an attempt that broke off; throws the reason of the caller's signal where that has ended it. */
  brokenOff(call: Call, attempt: Attempt, fault: unknown): TurnoutError {
    attempt.close();
    call.signal?.throwIfAborted();
    if (fault instanceof TurnoutError) return fault;
    const { response, isLate, timeoutMs } = attempt;
    const mayCost = this.#mayCost(call);
    if (isLate) return late(fault, timeoutMs, mayCost);
    return fault instanceof SyntaxError && response !== null
      ? nonsense(response, mayCost, fault)
      : lost(fault, mayCost);
  }

  async #send<Value>(call: Call, read: Read<Value>, fields: Fields = {}): Promise<Value> {
    const mostRetries = retriesIn(call.max_retries ?? this.#settings.max_retries);
    const timeoutMs = timeoutIn(call.timeout_ms ?? this.#settings.timeout_ms);
    for (let retries = 0; ; retries += 1) {
      call.signal?.throwIfAborted();
      const attempt = new Attempt(timeoutMs, call.signal);
      try {
        const response = await this.#fetch(call, attempt, fields);
        if (!isGood(response, fields)) throw await refusal(response);
        return await read(response, attempt);
      } catch (fault) {
        const error = Object.assign(this.brokenOff(call, attempt, fault), { retries });
        const isPassing = isSentAgain(error, call.isRepeatable, this.#mayCost(call));
        const ms = isPassing && retries < mostRetries ? waitMs(retries, error.retry_after_s) : null;
        if (ms === null) throw error;
        await pause(ms, call.signal);
      }
    }
  }

  async #fetch(call: Call, attempt: Attempt, fields: Fields): Promise<Response> {
    const { method, body, accept = 'application/json', fields: own = {} } = call;
    const content = body === undefined ? {} : { 'content-type': 'application/json' };
    const response = await this.#settings.fetch(this.#urlOf(call), {
      // No cookies, and none of the browser's own cache: it would keep figures that the client keeps already.
      ...(isBrowser ? { credentials: 'omit', cache: 'no-store' } : {}),
      // A redirection is no answer of the service: the key goes nowhere else.
      redirect: 'manual',
      method,
      signal: attempt.signal,
      headers: { accept, ...content, ...own, ...this.#fields, ...fields },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    attempt.response = response;
    const limits = rateLimitIn(response.headers);
    // What is told of a key is told whole; of an address alone it says nothing of the key.
    if (limits !== null) {
      this.rateLimit = limits.burst === undefined ? { ...this.rateLimit, ...limits } : limits;
    }
    return response;
  }

  #urlOf({ path, query = {} }: Call): string {
    const url = new URL(`${this.#settings.base_url}${path}`);
    const { gym_id } = this.#settings;
    if (gym_id !== null && OF_A_GYM.test(path)) url.searchParams.set('gym_id', gym_id);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    return url.href;
  }

  #keep(url: string, etag: string | null, text: string): void {
    this.#cache.delete(url);
    if (etag !== null) this.#cache.set(url, { etag, text });
    const [oldest = ''] = this.#cache.keys();
    if (this.#cache.size > this.#settings.cache_size) this.#cache.delete(oldest);
  }

  /** Keys without a limit are told of no lookups: nothing is charged to them. */
  #mayCost({ isCharged }: Call): boolean {
    const { sandbox, api_key } = this.#settings;
    const limit = this.rateLimit;
    const isUnlimited = limit?.burst !== undefined && limit.lookups === undefined;
    return isCharged && !sandbox && api_key !== null && !isUnlimited;
  }
}

/** Only what was asked for with an entity tag can be unchanged. */
function isGood({ status, ok }: Response, fields: Fields): boolean {
  return status === 304 ? 'if-none-match' in fields : ok;
}

/**
 * `turnout-client-js/1.2.0 (node 20.20.2)`; null in browsers: they send their own, and one of ours would cost every page
 * a question to the server first.
 */
function userAgent(): string | null {
  const versions = (globalThis as Platform).process?.versions ?? {};
  const name = ['bun', 'deno', 'node'].find((runtime) => versions[runtime] !== undefined);
  if (name === undefined || isBrowser) return null;
  return `turnout-client-js/${CLIENT_VERSION} (${name} ${versions[name] ?? ''})`;
}
