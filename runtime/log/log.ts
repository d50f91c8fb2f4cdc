/** The log: a line of JSON or text an event, on stderr or where it is told to. Made once in `main.ts`; nothing else writes to a stream. */

import { constants, fstatSync, openSync, writeSync } from 'node:fs';
import { styleText } from 'node:util';
import { delay } from '../timers.ts';
import { redactValue } from './redaction.ts';

const LEVELS = ['debug', 'info', 'warn', 'error'] as const;
/** What is written: lines of this level and those above it. */
export type LogLevel = (typeof LEVELS)[number];

/** Facts of a log line: snake_case, JSON values. Never an address, a credential or a person's name. */
export type LogFields = Readonly<Record<string, unknown>>;

export type Log = Record<LogLevel, (event: string, fields?: LogFields) => void>;

const silent = () => undefined;
/** A logger that says nothing: for tests, and for commands whose output is their answer. */
export const silentLog: Log = { debug: silent, info: silent, warn: silent, error: silent };

/** Lines for a program, or for the person at a terminal. */
export type LogFormat = 'json' | 'text';

/** Where log lines go. */
export type LogStream = Pick<ReturnType<typeof createLogSink>, 'write'>;

/** A log whose reader may stop reading: no one waits for it. */
export type JsonLog = ReturnType<typeof createLog>;

/** Lines with levels; every field is redacted on its way out. On stderr through {@link createLogSink}. */
export function createLog(least: LogLevel, to?: LogStream, format: LogFormat = 'json') {
  const onDropped = (lines: number) => at('warn')('log_lines_dropped', { lines });
  const sink = to === undefined ? createLogSink(openStderr(), onDropped) : null;
  const out = sink ?? to;
  const hasColours = process.stderr.hasColors?.() ?? false;
  const at = (level: LogLevel): Log[LogLevel] => {
    if (LEVELS.indexOf(level) < LEVELS.indexOf(least)) return silent;
    return (event: string, fields?: LogFields) => {
      const time = new Date().toISOString();
      const line = { level, time, ...Object(redactValue({ event, ...fields })) };
      out?.write(format === 'text' ? textLine(line, hasColours) : `${JSON.stringify(line)}\n`);
    };
  };
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    /** Lines dropped since the start because the reader did not read. */
    dropped: () => sink?.dropped() ?? 0,
    /** Resolves when every waiting line is written, or after `limitMs`. */
    flush: async (limitMs: number) => sink?.flush(limitMs),
  };
}

/** Bytes that may wait: the lines of some 40 minutes of a site of 59 failing cameras. */
const QUEUE_BYTES = 1024 * 1024;
/** How often a reader that stopped is tried, ms. Chosen here: no one waits for it but the log. */
const RETRY_MS = 50;

/**
 * Where log lines leave the process, without ever waiting for a reader. A line is written at once while its reader reads,
 * so that a crash loses none. When the reader stops, lines wait in memory; when too many wait, new ones are dropped and
 * counted, and the number is reported once when the reader goes on.
 *
 * @param fd a descriptor whose writes never block, or a file. @param onDropped gets the number of dropped lines.
 */
export function createLogSink(
  fd: number,
  onDropped: (lines: number) => void,
  queueBytes = QUEUE_BYTES,
) {
  let waiting = Buffer.alloc(0);
  let dropped = 0;
  let reported = 0;
  /** Writes what the reader takes; the rest again a little later. */
  const drain = (): void => {
    try {
      waiting = waiting.subarray(writeSync(fd, waiting));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') {
        // A closed pipe or a full disk: the lines are lost, the server goes on.
        dropped += waiting.toString().split('\n').length - 1;
        waiting = Buffer.alloc(0);
        return;
      }
    }
    if (waiting.length > 0) setTimeout(drain, RETRY_MS).unref();
    else if (dropped > reported) {
      const lines = dropped - reported;
      reported = dropped;
      onDropped(lines);
    }
  };
  return {
    /** Lines since the start. */
    dropped: () => dropped,
    /** Takes one line with its line end. Never waits, never throws. */
    write: (line: string): void => {
      const bytes = Buffer.from(line);
      const isWaiting = waiting.length > 0;
      if (isWaiting && waiting.length + bytes.length > queueBytes) {
        dropped += 1;
        return;
      }
      waiting = Buffer.concat([waiting, bytes]);
      if (!isWaiting) drain();
    },
    /** Resolves when every waiting line is written, or after `limitMs`. */
    flush: async (limitMs: number): Promise<void> => {
      const endMs = performance.now() + limitMs;
      while (waiting.length > 0 && performance.now() < endMs) await delay(RETRY_MS);
    },
  };
}

/**
 * Standard error as a descriptor whose writes never block. A pipe or terminal is opened a second time, since the flag
 * belongs to the open file and other processes may share the first one. What cannot be opened again, such as the socket of
 * a service manager, is switched by making `process.stderr`.
 */
function openStderr(): number {
  const kind = fstatSync(2);
  if (kind.isFile()) return 2;
  try {
    const { O_APPEND, O_NOCTTY, O_NONBLOCK, O_WRONLY } = constants;
    return openSync('/proc/self/fd/2', O_WRONLY | O_NONBLOCK | O_APPEND | O_NOCTTY);
  } catch {
    void process.stderr;
    return 2;
  }
}

type Style = Parameters<typeof styleText>[0];

/** What is seen of a level: information is the usual thing, and needs no word. */
const LABELS: Readonly<Record<LogLevel, readonly [label: string, style: Style | null]>> = {
  debug: ['debug: ', 'dim'],
  info: ['', null],
  warn: ['warning: ', 'yellow'],
  error: ['error: ', 'red'],
};

/** A log line as a person at a terminal reads it, with its line end: `19:30:03  camera state: studio, streaming`. */
export function textLine(
  { level, time, event, detail, ...fields }: LogFields & { readonly level: LogLevel },
  isColoured: boolean,
): string {
  const [label, style] = LABELS[level];
  // Whether colours are shown is the caller's to know: Node would ask stdout.
  const paint = (as: Style | null, text: string) =>
    isColoured && as !== null ? styleText(as, text, { validateStream: false }) : text;
  // What the event names already needs no name.
  const named = ['error', ...String(event).split('_')];
  const facts = Object.entries(fields)
    .filter(([, value]) => shown(value) !== '')
    .map(([name, value]) =>
      named.includes(name) ? shown(value) : `${name.replaceAll('_', ' ')} ${shown(value)}`,
    );
  const details = typeof detail === 'string' ? [detail] : [];
  const rest = [...details, ...facts].join(', ');
  const clock = new Date(String(time)).toTimeString().slice(0, 8);
  const words = `${label}${String(event).replaceAll('_', ' ')}`;
  return `${paint('dim', clock)}  ${paint(style, words)}${rest === '' ? '' : `: ${rest}`}\n`;
}

/** Empty where there is nothing to show. */
function shown(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(shown).join(' and ');
  if (typeof value !== 'object') return String(value);
  return 'message' in value ? String(value.message) : JSON.stringify(value);
}
