/**
 * Copies what the program logs during the tests into files, which are scanned for secrets after the whole suite
 * (`secret-scan.ts`). A setup file of every test: whatever is handed to the logger that says
 * nothing, or to the one that records, goes through the real redaction on its way into the copy.
 */

import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { silentLog } from '../../runtime/log/log.ts';
import { redactValue } from '../../runtime/log/redaction.ts';
import { LOG_COPIES } from './log-copies.ts';
import { type LogLine, RecordedLog } from './recorded-log.ts';

mkdirSync(LOG_COPIES, { recursive: true });
const file = join(LOG_COPIES, `${process.pid}.log`);

/** Keeps a line that the real logger wrote, here or in a process of its own. */
export function copyLogLine(line: string): void {
  appendFileSync(file, `${line.trimEnd()}\n`);
}

const copy = ({ level, event, fields }: LogLine) =>
  copyLogLine(JSON.stringify(redactValue({ level, event, ...fields })));

for (const level of ['debug', 'info', 'warn', 'error'] as const) {
  silentLog[level] = (event, fields = {}) => copy({ level, event, fields });
}

const keep = RecordedLog.prototype.keep;
RecordedLog.prototype.keep = function keepAndCopy(line) {
  copy(line);
  keep.call(this, line);
};
