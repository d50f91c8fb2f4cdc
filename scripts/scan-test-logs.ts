/**
 * Looks through everything that was logged while the tests ran (`test/support/log-copy.ts`) for what must never be there:
 * keys, tokens, passwords in addresses, addresses of cameras and feeds. Run by `npm test`, after the tests.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LOGS = join('node_modules', '.cache', 'turnout-test-logs');

const FORBIDDEN: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a key', /tk_[0-9A-Za-z]{32}/],
  ['a token or a code', /\bt[acr]_[0-9A-Za-z_-]{20,}/],
  ['a password in an address', /:\/\/[^\s"/]*:[^\s"/]*@/],
  ['an address of a camera or a feed', /\b(?:rtsps?|https?|webcal|ftp):\/\/(?!…)[^\s"]/],
];

/** The program's own pages, where a set-up code is typed: everyone may know them. */
const OWN_PAGE = /"page":"https?:\/\/[^\s"@]*\/(?:sign-in|setup)"/;

const files = readdirSync(LOGS).filter((name) => name.endsWith('.log'));
const lines = files.flatMap((name) => readFileSync(join(LOGS, name), 'utf8').split('\n'));
const found = lines.flatMap((line) =>
  FORBIDDEN.filter(([, pattern]) => pattern.test(line.replace(OWN_PAGE, ''))).map(
    ([what]) => `${what}: ${line}`,
  ),
);
const events = new Set(lines.map((line) => /"event":"(\w+)"/.exec(line)?.[1]));
console.log(
  `${lines.length} log lines of ${events.size} events in ${files.length} processes: ${found.length} with secrets`,
);
for (const line of found.slice(0, 20)) console.error(line.slice(0, 400));
// Without a log there was nothing to look at, and the scan says nothing.
process.exitCode = found.length > 0 || events.size < 10 ? 1 : 0;
