/** A log that keeps what it is told, for tests about what is said and how often. */

import type { Log, LogFields } from '../../runtime/log/log.ts';

export interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly event: string;
  readonly fields: LogFields;
}

export class RecordedLog implements Log {
  readonly lines: LogLine[] = [];

  readonly debug = this.#at('debug');
  readonly info = this.#at('info');
  readonly warn = this.#at('warn');
  readonly error = this.#at('error');

  /** Where every line comes by. */
  keep(line: LogLine): void {
    this.lines.push(line);
  }

  #at(level: LogLine['level']) {
    return (event: string, fields: LogFields = {}) => this.keep({ level, event, fields });
  }

  /** Lines of an event, oldest first. */
  of(event: string): LogLine[] {
    return this.lines.filter((line) => line.event === event);
  }
}
