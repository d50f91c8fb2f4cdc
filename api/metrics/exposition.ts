/**
 * Figures as text for collectors: OpenMetrics 1.0, or the older text format of Prometheus, in which counters carry
 * their suffix everywhere and units are not said.
 */

import { readdirSync } from 'node:fs';
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import type { MetricsBody } from '../schemas/service.ts';

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
  const family = type === 'counter' && !isOpen ? `${name}_total` : name;
  const unit = /_(seconds|bytes)$/.exec(name)?.[1];
  const units = unit === undefined || !isOpen ? [] : [`# UNIT ${family} ${unit}`];
  return [`# TYPE ${family} ${type}`, ...units, `# HELP ${family} ${escaped(help)}`];
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

/** One method of one route. */
export interface EndpointTraffic {
  /** As the route was declared: `/v1/trainers/{trainer}`. */
  readonly path: string;
  readonly method: string;
  /** Both: `GET /v1/trainers/{trainer}`. */
  readonly name: string;
  readonly byStatus: ReadonlyMap<number, number>;
  /** How long the answers took: see `Histogram`. */
  readonly latency: {
    readonly count: number;
    readonly sumMs: number;
    quantileMs(share: number): number | null;
    countWithin(doublings: number): number;
  };
}

/** As it is told; the delay of the event loop is null before the first measure. */
export type ProcessFigures = Omit<MetricsBody['process'], 'log_lines_dropped'>;

/** How often the thread is looked at, ms; chosen here: 50 times a second cost less than 0.2 % of a core. */
const RESOLUTION_MS = 20;
/** How long a measure counts, ms; chosen here: collectors read more often, and each of several must see a hold-up. */
const WINDOW_MS = 60_000;

/** Figures of the process of this thread. `close` ends the measuring. */
export function processWatch() {
  /** The window that is measured, and the whole one before it: read together, so that a new window is never empty. */
  let windows = [startMeasuring()];
  let sinceMs = performance.now();
  /** The worse of both windows. */
  const delayMs = (): ProcessFigures['event_loop_delay_ms'] => {
    const measured = windows.filter(({ count }) => count > 0);
    if (measured.length === 0) return null;
    const worst = (share: number) =>
      thousandths(Math.max(...measured.map((one) => lateMs(one.percentile(share)))));
    return { p50: worst(50), p99: worst(99) };
  };
  return {
    read: (): ProcessFigures => {
      if (performance.now() - sinceMs >= WINDOW_MS) {
        for (const one of windows) one.disable();
        windows = [startMeasuring(), ...windows.slice(0, 1)];
        sinceMs = performance.now();
      }
      const { rss, heapUsed: heap_used, heapTotal: heap_total, external } = process.memoryUsage();
      return {
        memory_bytes: { rss, heap_used, heap_total, external },
        open_descriptors: countDescriptors(),
        event_loop_delay_ms: delayMs(),
      };
    },
    close: () => windows[0]?.disable(),
  };
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

export function thousandths(ms: number): number {
  return Math.round(ms * 1_000) / 1_000;
}

/** Linux and macOS list them; the one that lists is left out. */
function countDescriptors(): number | null {
  try {
    return readdirSync('/dev/fd').length - 1;
  } catch {
    return null;
  }
}
