/**
 * The Pythons of this machine, and what each can import. `TURNOUT_PYTHON` names the one for the tests; else it is
 * `clients/python/.venv` (`clients/python/requirements-dev.txt` tells how it is made), else `python3`.
 */

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const PROJECT = fileURLToPath(new URL('../../../clients/python', import.meta.url));

interface Python {
  readonly command: string;
  /** `3.11.7` */
  readonly version: string;
  /** Of those that the tests want. */
  readonly modules: readonly string[];
}

interface Ran {
  readonly code: number;
  /** Both streams. */
  readonly output: string;
}

const PROBE = `
import json, platform, sys
from importlib.util import find_spec
wanted = ("pytest", "mypy", "ruff", "build", "hatchling")
found = [name for name in wanted if find_spec(name)]
print(json.dumps([platform.python_version(), found if sys.version_info >= (3, 9) else None]))
`;

/** Null where there is none of 3.9 or later. */
export async function testPython(): Promise<Python | null> {
  const named = process.env['TURNOUT_PYTHON'];
  const commands = named === undefined ? [join(PROJECT, '.venv/bin/python'), 'python3'] : [named];
  for (const command of commands) {
    const python = await probed(command, {});
    if (python !== null) return python;
  }
  return null;
}

/** The oldest that is supported, with nothing but its library. */
export function oldestPython(): Promise<Python | null> {
  // Where pyenv stands between, it gives the newest 3.9 that it has.
  return probed('python3.9', OLDEST);
}

/** Variables that the command of `oldestPython` needs. */
export const OLDEST = { PYENV_VERSION: '3.9' };

/** Runs it in the folder of the Python client, and leaves nothing there. */
export function runPython(
  command: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const env = {
    ...process.env,
    ...variables,
    PYTHONPATH: join(PROJECT, 'src'),
    PYTHONDONTWRITEBYTECODE: '1',
  };
  const options = { cwd: PROJECT, env, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((resolve) => {
    execFile(command, args, options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 127;
      resolve({ code, output: stdout + stderr });
    });
  });
}

async function probed(
  command: string,
  variables: Readonly<Record<string, string>>,
): Promise<Python | null> {
  try {
    const env = { ...process.env, ...variables };
    const { stdout } = await promisify(execFile)(command, ['-c', PROBE], { env });
    const [version, modules] = JSON.parse(stdout) as [string, readonly string[] | null];
    return modules === null ? null : { command, version, modules };
  } catch {
    return null;
  }
}
