/** The client: one method for each operation of the service, named as the service names it. */

import type {
  AskAnswer,
  ClassRanking,
  IssuedKey,
  PerformanceParameters,
  RevenueReport,
  ServiceHealth,
  ServiceMetrics,
  ServiceStatus,
  Summary,
  SummaryParameters,
  TrainerParameters,
  TrainerReport,
} from './api.generated.ts';
import { type AskOptions, type AskStream, askBody, askStream } from './ask.ts';
import { askEvents } from './ask-events.ts';
import { type CallOptions, callOptionsIn, settingsOf, type TurnoutOptions } from './options.ts';
import type { RateLimit } from './rate-limit.ts';
import { type CallKind, type Query, Transport } from './transport.ts';

const FIGURES: CallKind = { method: 'GET', isRepeatable: true, isCharged: true };
const OPEN: CallKind = { method: 'GET', isRepeatable: true, isCharged: false };
const QUESTION: CallKind = { method: 'POST', isRepeatable: true, isCharged: true };
/** Made twice it is two keys. */
const NEW_KEY: CallKind = { method: 'POST', isRepeatable: false, isCharged: false };

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
      const path = `/v1/trainers/${segment(trainer)}`;
      return this.#figures(path, { period: options.period }, options);
    },
  };

  readonly classes = {
    /** Classes ranked by fill rate, and those that are dead. Costs a lookup. */
    performance: (options: PerformanceParameters & CallOptions = {}): Promise<ClassRanking> =>
      this.#figures('/v1/classes/performance', { limit: options.limit }, options),
  };

  readonly keys = {
    /** Makes a free key of the gym `demo`. It is told once: keep it. Costs nothing; an address gets a few a day. */
    create: (options: CallOptions = {}): Promise<IssuedKey> =>
      this.#transport.json({ ...NEW_KEY, path: '/get-key', ...callOptionsIn(options) }),
  };

  /** What classes earn and cost: the most profitable and the dead. Costs a lookup. */
  revenue(options: CallOptions = {}): Promise<RevenueReport> {
    return this.#figures('/v1/revenue', {}, options);
  }

  /**
   * Answers a question in words, with the query that was run and the numbers it used. Costs a lookup where the answer has
   * figures and a key was sent; without one the figures are sample data, and `_meta.sample` is true.
   */
  ask(query: string, options: AskOptions & { readonly streaming: true }): AskStream;
  ask(query: string, options?: AskOptions & { readonly streaming?: false }): Promise<AskAnswer>;
  ask(query: string, options: AskOptions = {}): Promise<AskAnswer> | AskStream {
    const body = askBody(query, options);
    const call = { ...QUESTION, path: '/ask', body, ...callOptionsIn(options) };
    return options.streaming === true
      ? askStream(() => askEvents(this.#transport, call))
      : this.#transport.json(call);
  }

  /** Whether everything works. A service that is degraded answers too: see `status` and `checks`. */
  health(options: CallOptions = {}): Promise<ServiceHealth> {
    return this.#transport.json({ ...OPEN, path: '/health', ...callOptionsIn(options) });
  }

  /**
   * Cameras, detectors, storage, schedule and configuration as they are now. With an owner's key the rows of its gym too:
   * see `scope`.
   */
  status(options: CallOptions = {}): Promise<ServiceStatus> {
    return this.#transport.json({ ...OPEN, path: '/v1/status', ...callOptionsIn(options) });
  }

  /** How often each endpoint was asked, and what the process needs. */
  metrics(options: CallOptions = {}): Promise<ServiceMetrics> {
    return this.#transport.json({ ...OPEN, path: '/metrics', ...callOptionsIn(options) });
  }

  #figures<Body>(path: string, query: Query, options: CallOptions): Promise<Body> {
    return this.#transport.json({ ...FIGURES, path, query, ...callOptionsIn(options) });
  }
}

/** One segment of a path: addresses cannot have an empty one, nor one of dots. */
function segment(text: string): string {
  if (typeof text !== 'string' || /^\.{0,2}$/.test(text)) {
    throw new TypeError('trainer must be the id or the name of a trainer.');
  }
  return encodeURIComponent(text);
}
