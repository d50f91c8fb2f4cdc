/** The logger: a line of JSON or text an event, on stderr or where it is told to. Made in `main.ts`, and only there. */

import pino from 'pino';
import type { Log, LogLevel } from './log.ts';
import { createLogSink, openStderr } from './log-sink.ts';
import { redactValue } from './redaction.ts';
import { textLine } from './text-line.ts';

/** Lines for a program, or for the person at a terminal. */
export type LogFormat = 'json' | 'text';

/** Where log lines go. */
export type LogStream = pino.DestinationStream;

/** A log whose reader may stop reading: no one waits for it. */
export interface JsonLog extends Log {
  /** Lines dropped since the start because the reader did not read. */
  dropped(): number;
  /** Resolves when every waiting line is written, or after `limitMs`. */
  flush(limitMs: number): Promise<void>;
}

/** Lines with levels; every field is redacted on its way out. On stderr through {@link createLogSink}. */
export function createLog(level: LogLevel, to?: LogStream, format: LogFormat = 'json'): JsonLog {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  };
  const onDropped = (lines: number) => log.warn('log_lines_dropped', { lines });
  const sink = to === undefined ? createLogSink({ fd: openStderr(), onDropped }) : null;
  const out = sink ?? to;
  const logger = pino(options, format === 'text' ? asText(out) : out);
  const at = (name: LogLevel) => (event: string, fields?: object) =>
    logger[name](redactValue({ event, ...fields }));
  const log: JsonLog = {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    dropped: () => sink?.dropped() ?? 0,
    flush: async (limitMs) => sink?.flush(limitMs),
  };
  return log;
}

function asText(out: LogStream | undefined): LogStream {
  const hasColours = process.stderr.hasColors?.() ?? false;
  return { write: (line) => out?.write(textLine(line, hasColours)) };
}
