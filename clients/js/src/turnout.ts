/** The client: one method for each operation of the service, named as the service names it. */

import type {
  AskAnswer,
  ClassRanking,
  ClassReport,
  Figures,
  FiguresQuery,
  IssuedKey,
  LiveEvent,
  PerformanceParameters,
  RevenueReport,
  RoomsReport,
  ServiceHealth,
  ServiceMetrics,
  ServiceStatus,
  SessionReport,
  Summary,
  SummaryParameters,
  TrainerParameters,
  TrainerReport,
} from './api.generated.ts';
import { ASK_NAMES, type AskOptions, type AskStream, askBody, askStream } from './ask.ts';
import { LIVE_NAMES, type LiveOptions, liveEvents } from './live.ts';
import { type CallOptions, callOptionsIn, settingsOf, type TurnoutOptions } from './options.ts';
import type { RateLimit } from './rate-limit.ts';
import { type Call, type CallKind, type Query, Transport } from './transport.ts';

const FIGURES: CallKind = { method: 'GET', isRepeatable: true, isCharged: true };
const OPEN: CallKind = { method: 'GET', isRepeatable: true, isCharged: false };
const QUESTION: CallKind = { method: 'POST', isRepeatable: true, isCharged: true };
/** Made twice it is two keys. */
const NEW_KEY: CallKind = { method: 'POST', isRepeatable: false, isCharged: false };

/** What {@link Turnout.fetch} takes. `body` is sent as JSON; `accept` is any type by default. */
export type FetchOptions = CallOptions & Partial<Pick<Call, (typeof FETCH_NAMES)[number]>>;

const FETCH_NAMES = ['method', 'query', 'body', 'accept'] as const;

/**
 * A client of one installation with one key. Make one and keep it: it remembers answers and rates. Safe to use for many
 * calls at once.
 *
 * ```ts
 * const turnout = new Turnout({ sandbox: true });
 * const { total_attendance } = await turnout.summary();
 * ```
 */
export class Turnout {
  readonly #transport: Transport;

  /** @throws TypeError for options that do not exist or cannot work. */
  constructor(options: TurnoutOptions = {}) {
    this.#transport = new Transport(settingsOf(options));
  }

  /** How much may still be asked, as the service told last; null before it did, and in the sandbox. */
  get rate_limit(): RateLimit | null {
    return this.#transport.rateLimit;
  }

  /** Today: classes, who came, the best classes, rooms. Costs a lookup. */
  summary(options: SummaryParameters & CallOptions = {}): Promise<Summary> {
    return this.#figures('/v1/summary', { gym_id: options.gym_id }, options);
  }

  readonly trainers = {
    /** Fill rate and no-shows of one trainer, by id or name, for a day or a week. Costs a lookup. */
    get: async (
      trainer: string,
      options: TrainerParameters & CallOptions = {},
    ): Promise<TrainerReport> => {
      const path = `/v1/trainers/${segment('trainer', trainer)}`;
      return this.#figures(path, { period: options.period }, options);
    },
  };

  readonly classes = {
    /** Classes ranked by fill rate, and those that are dead. Costs a lookup. */
    performance: (options: PerformanceParameters & CallOptions = {}): Promise<ClassRanking> =>
      this.#figures('/v1/classes/performance', { limit: options.limit }, options),
    /** One class of the week over six weeks, by its id. Costs a lookup. */
    get: async (class_id: string, options: CallOptions = {}): Promise<ClassReport> =>
      this.#figures(`/v1/classes/${segment('class_id', class_id)}`, {}, options),
  };

  readonly sessions = {
    /** One class on one date, with the curve of its room and every estimate. Costs a lookup. */
    get: async (session_id: string, options: CallOptions = {}): Promise<SessionReport> =>
      this.#figures(`/v1/sessions/${segment('session_id', session_id)}`, {}, options),
  };

  readonly keys = {
    /** Makes a free key of the gym `demo`. It is told once: keep it. Costs nothing; an address gets a few a day. */
    create: async (options: CallOptions = {}): Promise<IssuedKey> =>
      this.#transport.json({ ...NEW_KEY, path: '/get-key', ...callOptionsIn(options) }),
  };

  /** The rooms now, and their last sixty minutes. Costs a lookup. */
  rooms(options: CallOptions = {}): Promise<RoomsReport> {
    return this.#figures('/v1/rooms', {}, options);
  }

  /** What classes earn and cost: the most profitable and the dead. Costs a lookup. */
  revenue(options: CallOptions = {}): Promise<RevenueReport> {
    return this.#figures('/v1/revenue', {}, options);
  }

  /** Any figure: measures of classes by dimensions, filtered, ordered and compared. Costs a lookup. */
  async query(query: FiguresQuery, options: CallOptions = {}): Promise<Figures> {
    const call = { ...QUESTION, path: '/v1/query', body: query, ...callOptionsIn(options) };
    return this.#transport.json(call);
  }

  /**
   * Answers a question in words, with the query that was run and the numbers it used. Costs a lookup where the answer has
   * figures and a key was sent; without one the figures are sample data, and `_meta.sample` is true.
   */
  ask(query: string, options: AskOptions & { readonly streaming: true }): AskStream;
  ask(query: string, options?: AskOptions & { readonly streaming?: false }): Promise<AskAnswer>;
  ask(query: string, options: AskOptions = {}): Promise<AskAnswer> | AskStream {
    const call = () => ({
      ...QUESTION,
      path: '/ask',
      body: askBody(query, options),
      ...callOptionsIn(options, ASK_NAMES),
    });
    if (options.streaming === true) {
      return askStream(this.#transport, call());
    }
    const asked = async () => this.#transport.json<AskAnswer>(call());
    return asked();
  }

  /**
   * Rooms, classes and cameras while they change: `for await (const { event, data } of turnout.live()) …`. After a lost
   * connection it goes on from the newest event. Leaving the loop closes it. Costs nothing.
   */
  live(options: LiveOptions = {}): AsyncGenerator<LiveEvent, never> {
    const own = callOptionsIn(options, LIVE_NAMES);
    const { last_event_id: id } = options;
    const fields = id === undefined ? {} : { 'last-event-id': id };
    return liveEvents(this.#transport, { ...OPEN, path: '/v1/live', fields, ...own });
  }

  /** Whether everything works. A service that is degraded answers too: see `status` and `checks`. */
  async health(options: CallOptions = {}): Promise<ServiceHealth> {
    return this.#transport.json({ ...OPEN, path: '/health', ...callOptionsIn(options) });
  }

  /**
   * Cameras, detectors, storage, schedule and configuration as they are now. With an owner's key the rows of its gym too:
   * see `scope`.
   */
  async status(options: CallOptions = {}): Promise<ServiceStatus> {
    return this.#transport.json({ ...OPEN, path: '/v1/status', ...callOptionsIn(options) });
  }

  /** How often each endpoint was asked, and what the process needs. */
  async metrics(options: CallOptions = {}): Promise<ServiceMetrics> {
    return this.#transport.json({ ...OPEN, path: '/metrics', ...callOptionsIn(options) });
  }

  /**
   * As `fetch`, with the key, the limits and the retries of the client: the answer of any path as it came, such as CSV. What
   * is no success throws, as everywhere. `timeout_ms` ends with the head of the answer; reading the body is yours.
   */
  async fetch(path: string, options: FetchOptions = {}): Promise<Response> {
    // Behind the address, what begins otherwise could name another host, which would get the key.
    if (!/^\//.test(path)) throw new TypeError('path must begin with a slash, as /v1/rooms does.');
    const { method = 'GET', query = {}, body, accept = '*/*' } = options;
    const isRepeatable = method === 'GET';
    const request = { method, isRepeatable, isCharged: true, path, query, body, accept };
    return this.#transport.raw({ ...request, ...callOptionsIn(options, FETCH_NAMES) });
  }

  async #figures<Body>(path: string, query: Query, options: CallOptions): Promise<Body> {
    const own = callOptionsIn(options, Object.keys(query));
    return this.#transport.json({ ...FIGURES, path, query, ...own });
  }
}

/** One segment of a path: addresses cannot have an empty one, nor one of dots. */
function segment(name: string, text: string): string {
  if (typeof text !== 'string' || /^\.{0,2}$/.test(text)) {
    const wanted = name === 'trainer' ? 'the id or the name of a trainer' : 'an id';
    throw new TypeError(`${name} must be ${wanted}.`);
  }
  return encodeURIComponent(text);
}
