/**
 * Runs the tests and checks of the Python client (`clients/python/tests`) against the server of the contract, which runs
 * here. What this machine has no tool for is skipped, and the name of the test says which tool that is.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContractServer, startContractServer } from '../../../clients/contract/server.ts';
import { OLDEST, oldestPython, runPython, testPython } from './python.ts';

/** All of pytest on a machine with other work: it builds and installs the package too. */
const LONG_MS = 600_000;

const [python, oldest] = await Promise.all([testPython(), oldestPython()]);
const command = python?.command ?? 'python3';
const found = python === null ? 'no Python of 3.9 or later' : `Python ${python.version}`;
const has = (module: string) => python?.modules.includes(module) ?? false;
const needs = (module: string) =>
  `needs ${module}; here is ${found}${has(module) ? ' with it' : ''}`;

/** Types as 3.9 has them: mypy 2.4 refuses, 1.0 of Debian 12 does not. */
const AS_OLDEST = ['--python-version', '3.9', 'src', 'tests/typing_cases.py'];
const NO_CACHE = '--cache-dir=/dev/null';

let server: ContractServer;

beforeAll(async () => {
  server = await startContractServer();
}, 120_000);
afterAll(() => server?.stop());

describe('the Python client', () => {
  it.runIf(has('pytest'))(
    `passes its tests (${needs('pytest')})`,
    async () => {
      const args = ['-m', 'pytest', '-q', '-rs', '-p', 'no:cacheprovider'];
      const ran = await runPython(command, args, { TURNOUT_CONTRACT_URL: server.url });
      console.log(lastLines(ran.output, 6));
      expect(ran.code, ran.output).toBe(0);
    },
    LONG_MS,
  );

  it.runIf(oldest !== null)(
    `passes the contract on the oldest Python that is supported (needs python3.9; here is ${oldest?.version ?? 'none'})`,
    async () => {
      const args = ['tests/contract.py', server.url];
      const ran = await runPython('python3.9', args, OLDEST);
      expect(ran.output).toMatch(/^Python 3\.9\.\d+: \d+ cases, twice$/m);
      expect(ran.code).toBe(0);
    },
    LONG_MS,
  );

  it.runIf(has('mypy'))(
    `has sound types (${needs('mypy')})`,
    async () => {
      const ran = await runPython(command, ['-m', 'mypy', NO_CACHE]);
      expect(ran.output).toMatch(/^Success: no issues found/m);
    },
    LONG_MS,
  );

  it(
    'has sound types as Python 3.9 has them (needs a mypy that knows it, in that Python or as the command mypy)',
    async ({ skip }) => {
      const own = await runPython(command, ['-m', 'mypy', NO_CACHE, ...AS_OLDEST]);
      const ran = knowsOldest(own)
        ? own
        : await runPython('mypy', [NO_CACHE, ...AS_OLDEST], { PYENV_VERSION: 'system' });
      if (!knowsOldest(ran)) skip('no mypy here knows Python 3.9');
      expect(ran.output).toMatch(/^Success: no issues found/m);
    },
    LONG_MS,
  );

  it.runIf(has('ruff'))(
    `is clean and formatted (${needs('ruff')})`,
    async () => {
      const checked = await runPython(command, ['-m', 'ruff', 'check', '--no-cache', '.']);
      expect(checked.output).toMatch(/^All checks passed/m);
      const formatted = await runPython(command, [
        '-m',
        'ruff',
        'format',
        '--no-cache',
        '--check',
        '.',
      ]);
      expect(formatted.code, formatted.output).toBe(0);
    },
    LONG_MS,
  );
});

/** Whether a run of mypy came so far as to check anything. */
function knowsOldest({
  code,
  output,
}: {
  readonly code: number;
  readonly output: string;
}): boolean {
  return code <= 1 && /^(Success|Found)/m.test(output);
}

function lastLines(text: string, count: number): string {
  return text.trimEnd().split('\n').slice(-count).join('\n');
}
