/** A log that keeps what it is told, for tests about what is said and how often. */

import type { Log, LogFields } from '../../runtime/log/log.ts';

export interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly event: string;
  readonly fields: LogFields;
}

export class RecordedLog implements Log {
  readonly lines: LogLine[] = [];

  debug(event: string, fields: LogFields = {}): void {
    this.lines.push({ level: 'debug', event, fields });
  }

  info(event: string, fields: LogFields = {}): void {
    this.lines.push({ level: 'info', event, fields });
  }

  warn(event: string, fields: LogFields = {}): void {
    this.lines.push({ level: 'warn', event, fields });
  }

  error(event: string, fields: LogFields = {}): void {
    this.lines.push({ level: 'error', event, fields });
  }

  /** Lines of an event, oldest first. */
  of(event: string): LogLine[] {
    return this.lines.filter((line) => line.event === event);
  }
}
