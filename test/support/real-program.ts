/** The real program, compiled, in a process and a folder of its own. */

import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { compiledTree } from './compiled.ts';
import { testFolder } from './folder.ts';
import { serve } from './served.ts';

const GYM = 'gyms: [{ id: main, timezone: UTC, rooms: [{ id: hall }] }]';

/**
 * Resolves once it listens. It ends with the test.
 *
 * @param before Shell commands that go before it, such as `ulimit -n 160`.
 * @param section Of its configuration, next to the gym `main`; `config` is the whole in place of that.
 */
export async function startRealProgram({
  section = '',
  config = '',
  before = ':',
  dataFolder = join(testFolder(), 'data'),
  variables = {} as NodeJS.ProcessEnv,
} = {}) {
  const folder = testFolder();
  const places = { TURNOUT_DATA: dataFolder, TURNOUT_CONFIG: join(folder, 'turnout.yaml') };
  await writeFile(places.TURNOUT_CONFIG, config || `${section}\n${GYM}\n`);
  const command = `${before}; exec "$0" "$@"`;
  const launcher = resolve(compiledTree(), 'bin/turnout.cjs');
  const words = ['bash', '-c', command, process.execPath, launcher, 'serve'];
  const served = await serve(words, { cwd: folder, variables: { ...places, ...variables } });
  onTestFinished(() => served.end());
  return { ...served, port: Number(new URL(served.url).port) };
}
