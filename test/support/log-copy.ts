/**
 * Copies what the program logs during the tests into files, which are scanned for secrets after the whole suite
 * (`secret-scan.ts`). A setup file of every test: whatever is handed to the logger that says
 * nothing, or to the one that records, goes through the real redaction on its way into the copy.
 */

import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type LogFields, silentLog } from '../../runtime/log/log.ts';
import { redactValue } from '../../runtime/log/redaction.ts';
import { LOG_COPIES } from './log-copies.ts';
import { RecordedLog } from './recorded-log.ts';

mkdirSync(LOG_COPIES, { recursive: true });
const file = join(LOG_COPIES, `${process.pid}.log`);

/** Keeps a line that the real logger wrote, here or in a process of its own. */
export function copyLogLine(line: string): void {
  appendFileSync(file, `${line.trimEnd()}\n`);
}

const LEVELS = ['debug', 'info', 'warn', 'error'] as const;

for (const level of LEVELS) {
  const copy = (event: string, fields?: LogFields) =>
    copyLogLine(JSON.stringify(redactValue({ level, event, ...fields })));
  silentLog[level] = copy;
  const record = RecordedLog.prototype[level];
  RecordedLog.prototype[level] = function recordAndCopy(event, fields) {
    copy(event, fields);
    record.call(this, event, fields);
  };
}
