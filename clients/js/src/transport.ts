/**
 * Sends requests: time limits, retries, entity tags. What is sent again, and why it never costs twice, is told in README.md
 * under "Retries, and what they cost".
 */

import { AnswerCache } from './answer-cache.ts';
import { Attempt } from './attempt.ts';
import { breakage, type Failure, nonsense, refusal, type Stake } from './failure.ts';
import { type CallOptions, retriesIn, type Settings, timeoutIn } from './options.ts';
import { browserInit, userAgent } from './platform.ts';
import { type RateLimit, rateLimitIn } from './rate-limit.ts';
import { pause, waitMs } from './waiting.ts';

export type Query = Readonly<Record<string, string | number | undefined>>;

export interface Call extends CallOptions {
  readonly method: 'GET' | 'POST';
  /** Encoded. */
  readonly path: string;
  readonly query?: Query;
  /** To be sent as JSON. */
  readonly body?: object;
  /** Default: JSON. */
  readonly accept?: string;
  /** Further headers. */
  readonly fields?: Fields;
  /** Whether sending it twice does nothing twice, charges apart. */
  readonly isRepeatable: boolean;
  /** Whether an answer costs a lookup of keys that have a limit. */
  readonly isCharged: boolean;
}

/** What a call is, apart from its address. */
export type CallKind = Pick<Call, 'method' | 'isRepeatable' | 'isCharged'>;

/** An answer whose body is still to be read. */
export interface Opened {
  readonly response: Response;
  /** To be ended or closed by whoever reads. */
  readonly attempt: Attempt;
}

type Fields = Readonly<Record<string, string>>;
type Outcome<Value> = { readonly value: Value } | Failure;
/** Reads an answer of success. What it throws is a connection that was lost. */
type Read<Value> = (opened: Opened) => Promise<Outcome<Value>>;

/** What is about the program and no gym takes none. */
const OF_A_GYM = /^\/(?:ask$|v1\/(?!status$))/;
const STREAM_TYPE = 'text/event-stream';

export class Transport {
  readonly #settings: Settings;
  readonly #cache: AnswerCache;
  readonly #fields: Fields;
  #rateLimit: RateLimit | null = null;

  constructor(settings: Settings) {
    const { cache_size, api_key, sandbox } = settings;
    const agent = userAgent();
    this.#settings = settings;
    this.#cache = new AnswerCache(cache_size);
    this.#fields = {
      ...(agent === null ? {} : { 'user-agent': agent }),
      ...(sandbox ? { 'x-sandbox': 'true' } : {}),
      ...(sandbox || api_key === null ? {} : { authorization: `Bearer ${api_key}` }),
    };
  }

  get rateLimit(): RateLimit | null {
    return this.#rateLimit;
  }

  /** The JSON object that `call` is answered with: one of its own for every call. */
  async json<Body>(call: Call): Promise<Body> {
    const url = this.#urlOf(call);
    const kept = call.method === 'GET' ? this.#cache.get(url) : null;
    const text = await this.#send(
      call,
      async ({ response, attempt }) => {
        const body = await response.text();
        attempt.end();
        if (response.status === 304 && kept !== null) return { value: kept.text };
        if (!isJsonObject(body)) return nonsense(response, this.#stakeOf(call));
        const etag = response.headers.get('etag');
        if (call.method === 'GET' && etag !== null) this.#cache.keep(url, { etag, text: body });
        return { value: body };
      },
      kept === null ? {} : { 'if-none-match': kept.etag },
    );
    return JSON.parse(text) as Body;
  }

  /** A stream of events, to be read by the caller. */
  open(call: Call): Promise<Opened> {
    const read: Read<Opened> = async (opened) => {
      const { response, attempt } = opened;
      if (response.headers.get('content-type')?.startsWith(STREAM_TYPE)) return { value: opened };
      attempt.close();
      return nonsense(response, this.#stakeOf(call));
    };
    return this.#send({ ...call, accept: STREAM_TYPE }, read, {});
  }

  /** The error for an opened answer that broke off; throws the reason of the caller's signal where that has ended it. */
  brokenOff(call: Call, attempt: Attempt, error: unknown): Error {
    return this.#broken(call, attempt, error).error(0);
  }

  async #send<Value>(call: Call, read: Read<Value>, fields: Fields): Promise<Value> {
    const mostRetries = retriesIn(call.max_retries ?? this.#settings.max_retries);
    for (let retries = 0; ; retries += 1) {
      call.signal?.throwIfAborted();
      const outcome = await this.#try(call, read, fields);
      if ('value' in outcome) return outcome.value;
      const { error, isRetried, retryAfterS } = outcome;
      const ms = isRetried && retries < mostRetries ? waitMs(retries, retryAfterS) : null;
      if (ms === null) throw error(retries);
      await pause(ms, call.signal);
    }
  }

  async #try<Value>(call: Call, read: Read<Value>, fields: Fields): Promise<Outcome<Value>> {
    const timeoutMs = timeoutIn(call.timeout_ms ?? this.#settings.timeout_ms);
    const attempt = new Attempt(timeoutMs, call.signal);
    try {
      const response = await this.#fetch(call, attempt, fields);
      this.#note(response.headers);
      const isGood = response.status === 304 ? 'if-none-match' in fields : response.ok;
      if (isGood) return await read({ response, attempt });
      // A redirection is not followed, and a browser hides which status it had.
      const isRedirection = response.status < 400;
      const failure = isRedirection
        ? nonsense(response, { mayCost: false, isRepeatable: false })
        : await refusal(response, this.#stakeOf(call));
      attempt.end();
      return failure;
    } catch (error) {
      return this.#broken(call, attempt, error);
    }
  }

  #broken(call: Call, attempt: Attempt, error: unknown): Failure {
    attempt.close();
    call.signal?.throwIfAborted();
    return breakage(error, this.#stakeOf(call), attempt.isLate ? attempt.timeoutMs : null);
  }

  #fetch(call: Call, { signal }: Attempt, fields: Fields): Promise<Response> {
    const { method, body, accept = 'application/json', fields: own = {} } = call;
    const content = body === undefined ? {} : { 'content-type': 'application/json' };
    return this.#settings.fetch(this.#urlOf(call), {
      ...browserInit(),
      // A redirection is no answer of the service: the key goes nowhere else.
      redirect: 'manual',
      method,
      signal,
      headers: { accept, ...content, ...own, ...this.#fields, ...fields },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
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

  /** What is told of a key is told whole; of an address alone it says nothing of the key. */
  #note(headers: Headers): void {
    const told = rateLimitIn(headers);
    if (told === null) return;
    this.#rateLimit = told.burst === undefined ? { ...this.#rateLimit, ...told } : told;
  }

  #stakeOf({ isCharged, isRepeatable }: Call): Stake {
    const { sandbox, api_key } = this.#settings;
    const limit = this.#rateLimit;
    const isUnlimited = limit?.burst !== undefined && limit.lookups === undefined;
    const mayCost = isCharged && !sandbox && api_key !== null && !isUnlimited;
    return { mayCost, isRepeatable };
  }
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
