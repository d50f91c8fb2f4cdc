/** What a client is made with: options, then the environment, then defaults. Whatever cannot work is refused at once. */

export interface TurnoutOptions {
  /** Address of the service, with or without a path. Default: `TURNOUT_URL`, else `http://127.0.0.1:8080`. */
  readonly base_url?: string | undefined;
  /** A key or an access token. Default: `TURNOUT_API_KEY`. Null sends none, whatever the environment says. */
  readonly api_key?: string | null | undefined;
  /** The gym that every call is about: for a key of several gyms, at a head office. Default: none is named. */
  readonly gym_id?: string | null | undefined;
  /** Sample data: needs no key and costs nothing. No key is sent. Default: false. */
  readonly sandbox?: boolean | undefined;
  /** Longest that one request may take, ms; of a stream, between two of its pieces. Default: 30000. */
  readonly timeout_ms?: number | undefined;
  /** How often a request is sent again where waiting helps; 0 never. Default: 2. */
  readonly max_retries?: number | undefined;
  /** How many answers are kept to ask for again with their entity tag; 0 keeps none. Default: 64. */
  readonly cache_size?: number | undefined;
  /** What sends each request, also a repeated one: for proxies, measures and tests. Default: the platform's own. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** Of Node, Deno and Bun; nothing is imported from any of them. */
export interface Platform {
  readonly process?: {
    readonly env?: Readonly<Record<string, string | undefined>>;
    readonly versions?: Readonly<Record<string, string | undefined>>;
  };
}

/** What every call takes beside its own parameters. */
export interface CallOptions {
  /** Ends the call: it rejects with the reason of the signal, an `AbortError` unless another was given. */
  readonly signal?: AbortSignal | undefined;
  /** As in {@link TurnoutOptions}, for this call. */
  readonly timeout_ms?: number | undefined;
  /** As in {@link TurnoutOptions}, for this call. */
  readonly max_retries?: number | undefined;
}

/** All of them, checked. `base_url` has no slash at its end. */
export type Settings = {
  readonly [Name in keyof TurnoutOptions]-?: Exclude<TurnoutOptions[Name], undefined>;
};

/** Where the service listens unless it is told otherwise. */
const LOCAL_URL = 'http://127.0.0.1:8080';
const MAX_RETRIES = 10;
/** Longest time that timers know, ms. */
const MAX_MS = 2 ** 31 - 1;

/** @throws TypeError for what is no option, or out of its range. */
export function settingsOf(options: TurnoutOptions): Settings {
  const sandbox = options.sandbox ?? false;
  // A text of the environment: 'false' would be true.
  if (typeof sandbox !== 'boolean') throw new TypeError('sandbox must be true or false.');
  const { api_key = variable('TURNOUT_API_KEY') ?? null, gym_id = null } = options;
  const { base_url = variable('TURNOUT_URL') ?? LOCAL_URL, fetch = globalThis.fetch } = options;
  if (gym_id !== null && (typeof gym_id !== 'string' || gym_id === '' || gym_id.length > 64)) {
    throw new TypeError('gym_id must be the id of a gym, 1 to 64 characters.');
  }
  if (typeof fetch !== 'function') {
    throw new TypeError('This platform has no fetch; give one as the option fetch.');
  }
  const settings: Settings = {
    base_url: addressIn(base_url),
    api_key: keyIn(api_key),
    gym_id,
    sandbox,
    timeout_ms: timeoutIn(options.timeout_ms ?? 30_000),
    max_retries: retriesIn(options.max_retries ?? 2),
    cache_size: wholeNumber('cache_size', options.cache_size ?? 64, 100_000),
    // Browsers refuse their fetch where it is called as a method of something else.
    fetch: (input, init) => fetch(input, init),
  };
  refuseUnknown(options, Object.keys(settings));
  return settings;
}

/** A variable of the environment; undefined where there is none, or none may be read (Deno asks for leave). */
function variable(name: string): string | undefined {
  try {
    return (globalThis as Platform).process?.env?.[name] || undefined;
  } catch {
    return undefined;
  }
}

export function timeoutIn(value: number): number {
  if (typeof value === 'number' && value > 0 && value <= MAX_MS) return value;
  throw new TypeError(`timeout_ms must be above 0 and at most ${MAX_MS}, not ${String(value)}.`);
}

export function retriesIn(value: number): number {
  return wholeNumber('max_retries', value, MAX_RETRIES);
}

function wholeNumber(name: string, value: number, most: number): number {
  if (Number.isInteger(value) && value >= 0 && value <= most) return value;
  throw new TypeError(`${name} must be a whole number from 0 to ${most}, not ${String(value)}.`);
}

/** The address is not repeated in the message: it may hold a password. */
function addressIn(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (isWeb && `${url.username}${url.search}${url.hash}` === '') {
    return url.href.replace(/\/+$/, '');
  }
  throw new TypeError(
    'base_url must be an http or https address without user name, query or fragment, such as https://turnout.example.',
  );
}

/** A key is never part of a message. Line breaks around it come from files and shells. */
function keyIn(text: string | null): string | null {
  const key = text?.trim() ?? '';
  if (/^[\x21-\x7e]*$/.test(key)) return key || null;
  throw new TypeError('api_key must be one word of ASCII characters, as it was issued.');
}

/**
 * These, without the parameters beside them.
 *
 * @param parameters Names of the parameters that the call takes.
 * @throws TypeError for what is neither.
 */
export function callOptionsIn(
  { signal, timeout_ms, max_retries, ...others }: CallOptions,
  parameters: readonly string[] = [],
): CallOptions {
  const own = { signal, timeout_ms, max_retries };
  refuseUnknown(others, parameters, Object.keys(own));
  return own;
}

/** JavaScript would drop a typing error in silence, and answer another question. */
function refuseUnknown(
  options: object,
  known: readonly string[],
  others: readonly string[] = [],
): void {
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new TypeError(
    `There is no option ${unknown}. There are ${[...known, ...others].join(', ')}.`,
  );
}
