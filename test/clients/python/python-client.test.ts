/**
 * The tests and checks of the Python client (`clients/python/tests`) against the server of the contract, which runs here.
 * `TURNOUT_PYTHON` names the Python for them; else it is `clients/python/.venv` (`clients/python/requirements-dev.txt` tells
 * how it is made), else `python3`. What this machine has no tool for is skipped, and the name of the test says which.
 */

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { startContractServer } from '../../../clients/contract/server.ts';
import { type Finished, finished } from '../../support/packages.ts';
import { started } from '../../support/started.ts';

const PROJECT = fileURLToPath(new URL('../../../clients/python', import.meta.url));
/** All of pytest on a machine with other work: it builds and installs the package too. */
const LONG_MS = 600_000;
/** Where pyenv stands between, `python3.9` is the newest 3.9 that it has. */
const OLDEST = { PYENV_VERSION: '3.9' };

type Variables = Readonly<Record<string, string>>;

/** Runs it in the folder of the Python client, and leaves nothing there. */
function run(command: string, args: readonly string[], variables: Variables = {}) {
  const more = { ...variables, PYTHONPATH: join(PROJECT, 'src'), PYTHONDONTWRITEBYTECODE: '1' };
  const pairs = Object.entries(more).map((pair) => pair.join('='));
  return finished(PROJECT, 'env', ...pairs, command, ...args);
}

/** Whether there is such a Python, of 3.9 or later, that can import these modules. */
async function has(command: string, modules: string, variables: Variables = {}): Promise<boolean> {
  const probe = `import sys, ${modules}; sys.exit(sys.version_info < (3, 9))`;
  return (await run(command, ['-c', probe], variables)).code === 0;
}

const own = join(PROJECT, '.venv/bin/python');
const python = process.env['TURNOUT_PYTHON'] ?? ((await has(own, 'sys')) ? own : 'python3');
const [hasPytest, hasMypy, hasRuff, hasOldest] = await Promise.all([
  has(python, 'pytest'),
  has(python, 'mypy'),
  has(python, 'ruff'),
  has('python3.9', 'sys', OLDEST),
]);
const NO_CACHE = '--cache-dir=/dev/null';

const server = started(startContractServer, 120_000);

// All at once: they mostly wait for limits of time.
describe.concurrent('the Python client', { timeout: LONG_MS }, () => {
  it.runIf(hasPytest)('passes its tests (needs pytest)', async () => {
    const args = ['-m', 'pytest', '-q', '-rs', '-p', 'no:cacheprovider'];
    const ran = await run(python, args, { TURNOUT_CONTRACT_URL: server.url });
    console.log(ran.output.trimEnd().split('\n').slice(-6).join('\n'));
    expect(ran.code, ran.output).toBe(0);
  });

  it.runIf(hasOldest)('passes the contract on the oldest Python (needs python3.9)', async () => {
    const ran = await run('python3.9', ['tests/contract.py', server.url], OLDEST);
    expect(ran.output).toMatch(/^Python 3\.9\.\d+: \d+ cases, twice$/m);
    expect(ran.code).toBe(0);
  });

  it.runIf(hasMypy)('has sound types (needs mypy)', async () => {
    const ran = await run(python, ['-m', 'mypy', NO_CACHE]);
    expect(ran.output).toMatch(/^Success: no issues found/m);
  });

  // mypy 2.4 refuses 3.9, 1.0 of Debian 12 does not.
  it('has sound types as Python 3.9 has them (needs a mypy that knows it)', async ({ skip }) => {
    const args = [NO_CACHE, '--python-version', '3.9', 'src', 'tests/typing_cases.py'];
    const tried = await run(python, ['-m', 'mypy', ...args]);
    const knows = ({ code, output }: Finished) => code <= 1 && /^(Success|Found)/m.test(output);
    const ran = knows(tried) ? tried : await run('mypy', args, { PYENV_VERSION: 'system' });
    if (!knows(ran)) skip('no mypy here knows Python 3.9');
    expect(ran.output).toMatch(/^Success: no issues found/m);
  });

  it.runIf(hasRuff)('is clean and formatted (needs ruff)', async () => {
    for (const args of [['check'], ['format', '--check']]) {
      const ran = await run(python, ['-m', 'ruff', ...args, '--no-cache', '.']);
      expect(ran.code, ran.output).toBe(0);
    }
  });
});
