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
import { type CallOptions, settingsOf, type TurnoutOptions } from './options.ts';
import type { RateLimit } from './rate-limit.ts';
import { type Query, Transport } from './transport.ts';

/** `GET` of figures: costs a lookup of keys that have a limit, unless nothing has changed since the last time. */
const FIGURES = { method: 'GET', isRepeatable: true, isCharged: true } as const;
const OPEN = { method: 'GET', isRepeatable: true, isCharged: false } as const;

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
    get: (
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
    create: (options: CallOptions = {}): Promise<IssuedKey> => {
      const call = { method: 'POST', path: '/get-key', isRepeatable: false, isCharged: false };
      return this.#transport.json({ ...call, ...options });
    },
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
    const call = {
      ...{ method: 'POST', path: '/ask', isRepeatable: true, isCharged: true },
      ...{ body: askBody(query, options), ...options },
    };
    return options.streaming === true
      ? askStream(() => askEvents(this.#transport, call))
      : this.#transport.json(call);
  }

  /** Whether everything works. A service that is degraded answers too: see `status` and `checks`. */
  health(options: CallOptions = {}): Promise<ServiceHealth> {
    return this.#transport.json({ ...OPEN, path: '/health', ...options });
  }

  /** Cameras, detectors, storage, schedule and configuration as they are now. */
  status(options: CallOptions = {}): Promise<ServiceStatus> {
    return this.#transport.json({ ...OPEN, path: '/v1/status', ...options });
  }

  /** How often each endpoint was asked. */
  metrics(options: CallOptions = {}): Promise<ServiceMetrics> {
    return this.#transport.json({ ...OPEN, path: '/metrics', ...options });
  }

  #figures<Body>(path: string, query: Query, options: CallOptions): Promise<Body> {
    return this.#transport.json({ ...FIGURES, path, query, ...options });
  }
}

/** One segment of a path: addresses cannot have an empty one, nor one of dots. */
function segment(text: string): string {
  if (typeof text !== 'string' || /^\.{0,2}$/.test(text)) {
    throw new TypeError('trainer must be the id or the name of a trainer.');
  }
  return encodeURIComponent(text);
}
