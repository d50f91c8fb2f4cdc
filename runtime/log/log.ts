/** The logger as the engine sees it. Made once in `main.ts`, which also redacts; nothing else writes to a stream. */

/** What is written: lines of this level and those above it. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** Facts of a log line: snake_case, JSON values. Never an address, a credential or a person's name. */
export type LogFields = Readonly<Record<string, unknown>>;

export interface Log {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

/** A logger that says nothing: for tests, and for commands whose output is their answer. */
export const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
