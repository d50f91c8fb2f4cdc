/**
 * Looks through everything that was logged while the tests ran (`log-copy.ts`) for what must never be there: keys, tokens,
 * passwords in addresses, addresses of cameras and feeds. What it finds fails the run.
 */

import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { LOG_COPIES } from './log-copies.ts';

const FORBIDDEN: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a key', /tk_[0-9A-Za-z]{32}/],
  ['a token or a code', /\bt[acr]_[0-9A-Za-z_-]{20,}/],
  ['a password in an address', /:\/\/[^\s"/]*:[^\s"/]*@/],
  ['an address of a camera or a feed', /\b(?:rtsps?|https?|webcal|ftp):\/\/(?!…)[^\s"]/],
];

/** The program's own pages, where a set-up code is typed: everyone may know them. */
const OWN_PAGE = /"page":"https?:\/\/[^\s"@]*\/(?:sign-in|setup)"/;

/** A run of so many files logs something, or the copies are not made. */
const MANY_FILES = 100;

export class SecretScan implements Reporter {
  onInit(): void {
    mkdirSync(LOG_COPIES, { recursive: true });
    for (const name of readdirSync(LOG_COPIES)) rmSync(join(LOG_COPIES, name));
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = readdirSync(LOG_COPIES);
    const lines = files.flatMap((name) => readFileSync(join(LOG_COPIES, name), 'utf8').split('\n'));
    const found = lines.flatMap((line) =>
      FORBIDDEN.filter(([, pattern]) => pattern.test(line.replace(OWN_PAGE, ''))).map(
        ([what]) => `${what}: ${line}`,
      ),
    );
    for (const line of found.slice(0, 20)) console.error(line.slice(0, 400));
    const events = new Set(lines.map((line) => /"event":"(\w+)"/.exec(line)?.[1]));
    const isBlind = modules.length >= MANY_FILES && events.size < 10;
    if (modules.length >= MANY_FILES || found.length > 0)
      console.log(
        `\n${lines.length} log lines of ${events.size} events: ${found.length} with secrets`,
      );
    if (found.length > 0 || isBlind) process.exitCode = 1;
  }
}
