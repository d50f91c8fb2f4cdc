/** The logger: one JSON line an event, on stderr or where it is told to. Made in `main.ts`, and only there. */

import pino from 'pino';
import type { Config } from './config/index.ts';
import type { Log } from './log.ts';
import { redactValue } from './redaction.ts';

/** Where log lines go. */
export type LogStream = pino.DestinationStream;

/** JSON lines with levels; every field is redacted on its way out. Written at once, so that a crash loses none. */
export function createLog(level: Config['log']['level'], to?: LogStream): Log {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  };
  const logger = pino(options, to ?? pino.destination({ dest: 2, sync: true }));
  const at = (name: Config['log']['level']) => (event: string, fields?: object) =>
    logger[name](redactValue({ event, ...fields }));
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
