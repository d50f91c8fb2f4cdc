import { readdirSync } from 'node:fs';
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import type { Clock } from '../../runtime/clock.ts';
import type { EngineStatus } from '../../service/status.ts';
import type { SignInFigures } from '../../store/access/sign-ins.ts';
import { preferredType, TextBody } from '../http/message.ts';
import { defineRoute, NO_PARAMETERS, type Route } from '../routes/route.ts';
import { METRICS, type MetricsBody } from '../schemas/metrics.ts';
import { familiesOf, type LiveFigures } from './families.ts';
import type { EndpointTraffic, Traffic } from './traffic.ts';

/** `GET /metrics`: access counts as JSON; for collectors that prefer it, they and the engine's figures as text. */

export interface MetricsParts {
  readonly traffic: Traffic;
  readonly status: () => EngineStatus;
  readonly clock: Clock;
  readonly process: () => ProcessFigures;
  readonly live: () => LiveFigures;
  readonly signIns: () => SignInFigures;
  /** Since the start. */
  readonly logLinesDropped: () => number;
}

const OPEN_METRICS = 'application/openmetrics-text';

/** Form and full name of each type next to JSON. */
const TEXTS: Readonly<Record<string, readonly [Dialect, contentType: string]>> = {
  [OPEN_METRICS]: ['openmetrics', `${OPEN_METRICS}; version=1.0.0; charset=utf-8`],
  'text/plain': ['prometheus', 'text/plain; version=0.0.4; charset=utf-8'],
};

export function metricsRoute(parts: MetricsParts): Route {
  const { traffic, status, clock, logLinesDropped } = parts;
  const since = new Date(clock.nowUtcMs()).toISOString();
  return defineRoute({
    method: 'GET',
    path: '/metrics',
    operationId: 'get_metrics',
    summary: 'Access counts of every endpoint, and the resources of the process.',
    description:
      'JSON, or with an `Accept` that prefers `application/openmetrics-text` or `text/plain` the same and the engine’s figures as text for collectors.',
    access: 'public',
    errors: [],
    textTypes: [OPEN_METRICS, 'text/plain'],
    parameters: NO_PARAMETERS,
    response: METRICS,
    answer: (_, { headers }) => {
      const endpoints = traffic.endpoints();
      const offers = ['application/json', OPEN_METRICS, 'text/plain'] as const;
      const [dialect, contentType = ''] = TEXTS[preferredType(headers.get('accept'), offers)] ?? [];
      const value =
        dialect === undefined
          ? metricsBody(endpoints, since, processBody(parts.process(), logLinesDropped()))
          : new TextBody(
              contentType,
              expose(
                familiesOf({
                  endpoints,
                  status: status(),
                  process: parts.process(),
                  live: parts.live(),
                  signIns: parts.signIns(),
                  logLinesDropped: logLinesDropped(),
                  nowUtcMs: clock.nowUtcMs(),
                }),
                dialect,
              ),
            );
      return { status: 200, value, headers: [['Vary', 'Accept']] };
    },
  });
}

function processBody(figures: ProcessFigures, logLinesDropped: number): MetricsBody['process'] {
  const { memoryBytes, openDescriptors, eventLoopDelayMs } = figures;
  return {
    memory_bytes: {
      rss: memoryBytes.rss,
      heap_used: memoryBytes.heapUsed,
      heap_total: memoryBytes.heapTotal,
      external: memoryBytes.external,
    },
    open_descriptors: openDescriptors,
    event_loop_delay_ms: eventLoopDelayMs && {
      p50: thousandths(eventLoopDelayMs.p50),
      p99: thousandths(eventLoopDelayMs.p99),
    },
    log_lines_dropped: logLinesDropped,
  };
}

function metricsBody(
  endpoints: readonly EndpointTraffic[],
  since: string,
  process: MetricsBody['process'],
): MetricsBody {
  const rows = endpoints.map(({ name, byStatus, latency }) => {
    const latencyMs = {
      p50: thousandths(latency.quantileMs(0.5)),
      p99: thousandths(latency.quantileMs(0.99)),
    };
    const counts = Object.fromEntries(byStatus);
    return [name, { count: latency.count, by_status: counts, latency_ms: latencyMs }] as const;
  });
  return {
    since,
    total: rows.reduce((sum, [, { count }]) => sum + count, 0),
    endpoints: Object.fromEntries(rows),
    process,
  };
}

function thousandths<Ms extends number | null>(ms: Ms): Ms;
function thousandths(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms * 1_000) / 1_000;
}

/**
 * Figures as text for collectors: OpenMetrics 1.0, or the older text format of Prometheus, in which counters carry
 * their suffix everywhere and units are not said.
 */

export type Labels = Readonly<Record<string, string>>;

export interface Sample {
  /** Behind the family's name, of histograms; counters have `_total`. */
  readonly suffix?: '_bucket' | '_sum' | '_count';
  readonly labels?: Labels;
  readonly value: number;
}

/** Samples of one name. */
export interface Family {
  /** With its unit at the end, in base units: `turnout_storage_bytes`. */
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram' | 'summary';
  readonly help: string;
  readonly samples: readonly Sample[];
}

export type Dialect = 'openmetrics' | 'prometheus';

/** The whole text, with its end mark: a comment to those who do not know it. */
export function expose(families: readonly Family[], dialect: Dialect): string {
  const lines = families.flatMap((family) => [...head(family, dialect), ...samples(family)]);
  return `${[...lines, '# EOF'].join('\n')}\n`;
}

function head({ name, type, help }: Family, dialect: Dialect): string[] {
  const isOpen = dialect === 'openmetrics';
  const told = type === 'counter' && !isOpen ? `${name}_total` : name;
  const unit = /_(seconds|bytes)$/.exec(name)?.[1];
  const units = unit === undefined || !isOpen ? [] : [`# UNIT ${told} ${unit}`];
  return [`# TYPE ${told} ${type}`, ...units, `# HELP ${told} ${escaped(help)}`];
}

function samples(family: Family): string[] {
  const usual = family.type === 'counter' ? '_total' : '';
  return family.samples.map(({ suffix = usual, labels = {}, value }) => {
    const pairs = Object.entries(labels).map(([name, text]) => `${name}="${escaped(text)}"`);
    const set = pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
    return `${family.name}${suffix}${set} ${value}`;
  });
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

/** What the process needs: memory, descriptors, and how late its main thread is. Cheap to read, and read only when asked. */

export interface ProcessFigures {
  readonly memoryBytes: {
    readonly rss: number;
    readonly heapUsed: number;
    readonly heapTotal: number;
    readonly external: number;
  };
  /** Null where the system does not tell. */
  readonly openDescriptors: number | null;
  /** Since the figures were last read, a minute at least; null before the first measure. */
  readonly eventLoopDelayMs: { readonly p50: number; readonly p99: number } | null;
}

/** How often the thread is looked at, ms; chosen here: 50 times a second cost less than 0.2 % of a core. */
const RESOLUTION_MS = 20;
/** How long a measure counts, ms; chosen here: collectors read more often, and each of several must see a hold-up. */
const WINDOW_MS = 60_000;

/** Figures of the process of this thread. `close` ends the measuring. */
export class ProcessWatch {
  /** The window that is measured, and the whole one before it: read together, so that a new window is never empty. */
  #now = startMeasuring();
  #before: IntervalHistogram | null = null;
  #sinceMs = performance.now();

  read(): ProcessFigures {
    if (performance.now() - this.#sinceMs >= WINDOW_MS) this.#next();
    const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
    return {
      memoryBytes: { rss, heapUsed, heapTotal, external },
      openDescriptors: countDescriptors(),
      eventLoopDelayMs: this.#delayMs(),
    };
  }

  close(): void {
    this.#now.disable();
  }

  #next(): void {
    this.#now.disable();
    this.#sinceMs = performance.now();
    this.#before = this.#now;
    this.#now = startMeasuring();
  }

  /** The worse of both windows. */
  #delayMs(): ProcessFigures['eventLoopDelayMs'] {
    const measured = [this.#now, this.#before].filter((one) => one !== null && one.count > 0);
    if (measured.length === 0) return null;
    const worst = (share: number) =>
      Math.max(...measured.map((one) => lateMs(one?.percentile(share) ?? 0)));
    return { p50: worst(50), p99: worst(99) };
  }
}

function startMeasuring(): IntervalHistogram {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  return histogram;
}

/** What is measured is the time from one look to the next, ns: the thread is late by what goes beyond the resolution. */
function lateMs(ns: number): number {
  return Math.max(0, ns / 1e6 - RESOLUTION_MS);
}

/** Linux and macOS list them; the one that lists is left out. */
function countDescriptors(): number | null {
  try {
    return readdirSync('/dev/fd').length - 1;
  } catch {
    return null;
  }
}
