/** Child processes that own a data folder, to be killed. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { compiledFile } from '../../support/compiled.ts';
import { afterTest } from './folder.fixture.ts';

/** Starts a child that is gone after the test, whatever happens. */
export function startChild(
  role: 'lock' | 'record' | 'restore' | 'backup',
  dir: string,
  ...more: readonly string[]
) {
  const path = compiledFile(new URL('./child-main.fixture.ts', import.meta.url));
  const child: ChildProcess = spawn(process.execPath, [path, role, dir, ...more], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const kill = async () => {
    child.kill('SIGKILL');
    await exited;
  };
  afterTest(kill);
  const { stdout, pid } = child;
  if (stdout === null || pid === undefined) {
    throw new Error('The child has no output.');
  }
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  const ended = exited.then(([code, signal]) => signal ?? code);
  return {
    pid,
    /** Resolves with the signal that ended it, or its exit code. */
    ended,
    /** The next line the child says. */
    line: async () => String((await lines.next()).value),
    /** Ends it as a power button would: no handler runs. Resolves when it is gone. */
    kill,
  };
}
