/**
 * Sends requests: time limits, retries, entity tags. What is sent again, and why it never costs twice, is told in README.md
 * under "Retries, and what they cost".
 */

import { breakage, type Failure, nonsense, refusal, type Stake } from './failure.ts';
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

/** What a call is, apart from its address. */
export type CallKind = Pick<Call, 'method' | 'isRepeatable' | 'isCharged'>;

/** One request on its way: ended by its time limit or by the caller's signal, whichever comes first. */
export class Attempt {
  readonly timeoutMs: number;
  /** Whether the time limit has ended it. */
  isLate = false;
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

  /** The whole answer is there: nothing may end it any more. */
  end(): void {
    this.rest();
    this.#caller?.removeEventListener('abort', this.#abort);
  }

  /** Closes the connection where the answer is still on its way. */
  close(): void {
    this.end();
    this.#abort();
  }
}

/** An answer whose body is still to be read. */
export interface Opened {
  readonly response: Response;
  /** To be ended or closed by whoever reads. */
  readonly attempt: Attempt;
}

type Fields = Readonly<Record<string, string>>;
type Outcome<Value> = { readonly value: Value } | Failure;
/** Reads an answer of success. What it throws is a connection that was lost. */
type Read<Value> = (opened: Opened, retries: number) => Promise<Outcome<Value>>;

/** What is about the program and no gym takes none. */
const OF_A_GYM = /^\/(?:ask$|v1\/(?!status$))/;
const isBrowser = 'document' in globalThis || 'WorkerGlobalScope' in globalThis;
const STREAM_TYPE = 'text/event-stream';

export class Transport {
  readonly #settings: Settings;
  /** By address, least recently used first. Texts: every caller gets an object of its own. */
  readonly #cache = new Map<string, { readonly etag: string; readonly text: string }>();
  readonly #fields: Fields;
  #rateLimit: RateLimit | null = null;

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

  get rateLimit(): RateLimit | null {
    return this.#rateLimit;
  }

  /** The JSON object that `call` is answered with: one of its own for every call. */
  async json<Body>(call: Call): Promise<Body> {
    const url = this.#urlOf(call);
    const kept = call.method === 'GET' ? this.#cache.get(url) : undefined;
    const text = await this.#send(
      call,
      async ({ response, attempt }, retries) => {
        const body = await response.text();
        attempt.end();
        const text = response.status === 304 && kept !== undefined ? kept.text : body;
        if (!isJsonObject(text)) return nonsense(response, this.#stakeOf(call, retries));
        if (call.method === 'GET') this.#keep(url, response.headers.get('etag'), text);
        return { value: text };
      },
      kept === undefined ? {} : { 'if-none-match': kept.etag },
    );
    return JSON.parse(text) as Body;
  }

  /** A stream of events, to be read by the caller. */
  open(call: Call): Promise<Opened> {
    const read: Read<Opened> = async (opened, retries) => {
      const { response, attempt } = opened;
      if (response.headers.get('content-type')?.startsWith(STREAM_TYPE)) return { value: opened };
      attempt.close();
      return nonsense(response, this.#stakeOf(call, retries));
    };
    return this.#send({ ...call, accept: STREAM_TYPE }, read, {});
  }

  /** The answer as it came, whose body the caller reads. */
  raw(call: Call): Promise<Response> {
    const read: Read<Response> = async ({ response, attempt }) => {
      attempt.rest();
      return { value: response };
    };
    return this.#send(call, read, {});
  }

  /** The error for an opened answer that broke off; throws the reason of the caller's signal where that has ended it. */
  brokenOff(call: Call, attempt: Attempt, error: unknown): Error {
    return this.#broken(call, attempt, error, 0).error;
  }

  async #send<Value>(call: Call, read: Read<Value>, fields: Fields): Promise<Value> {
    const mostRetries = retriesIn(call.max_retries ?? this.#settings.max_retries);
    for (let retries = 0; ; retries += 1) {
      call.signal?.throwIfAborted();
      const outcome = await this.#try(call, read, fields, retries);
      if ('value' in outcome) return outcome.value;
      const { error, isRetried } = outcome;
      const ms = isRetried && retries < mostRetries ? waitMs(retries, error.retry_after_s) : null;
      if (ms === null) throw error;
      await pause(ms, call.signal);
    }
  }

  async #try<Value>(
    call: Call,
    read: Read<Value>,
    fields: Fields,
    retries: number,
  ): Promise<Outcome<Value>> {
    const timeoutMs = timeoutIn(call.timeout_ms ?? this.#settings.timeout_ms);
    const attempt = new Attempt(timeoutMs, call.signal);
    try {
      const response = await this.#fetch(call, attempt, fields);
      this.#note(response.headers);
      const isGood = response.status === 304 ? 'if-none-match' in fields : response.ok;
      if (isGood) return await read({ response, attempt }, retries);
      // A redirection is not followed, and a browser hides which status it had.
      const failure =
        response.status < 400
          ? nonsense(response, { mayCost: false, isRepeatable: false, retries })
          : await refusal(response, this.#stakeOf(call, retries));
      attempt.end();
      return failure;
    } catch (error) {
      return this.#broken(call, attempt, error, retries);
    }
  }

  #broken(call: Call, attempt: Attempt, error: unknown, retries: number): Failure {
    attempt.close();
    call.signal?.throwIfAborted();
    const lateMs = attempt.isLate ? attempt.timeoutMs : null;
    return breakage(error, this.#stakeOf(call, retries), lateMs);
  }

  #fetch(call: Call, { signal }: Attempt, fields: Fields): Promise<Response> {
    const { method, body, accept = 'application/json', fields: own = {} } = call;
    const content = body === undefined ? {} : { 'content-type': 'application/json' };
    return this.#settings.fetch(this.#urlOf(call), {
      // No cookies, and none of the browser's own cache: it would keep figures that the client keeps already.
      ...(isBrowser ? { credentials: 'omit', cache: 'no-store' } : {}),
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

  #keep(url: string, etag: string | null, text: string): void {
    this.#cache.delete(url);
    if (etag !== null) this.#cache.set(url, { etag, text });
    const [oldest = ''] = this.#cache.keys();
    if (this.#cache.size > this.#settings.cache_size) this.#cache.delete(oldest);
  }

  #stakeOf({ isCharged, isRepeatable }: Call, retries: number): Stake {
    const { sandbox, api_key } = this.#settings;
    const limit = this.#rateLimit;
    const isUnlimited = limit?.burst !== undefined && limit.lookups === undefined;
    const mayCost = isCharged && !sandbox && api_key !== null && !isUnlimited;
    return { mayCost, isRepeatable, retries };
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
