/** The real program, compiled, in a process and a folder of its own, with a configuration of one gym without cameras. */

import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { compiledTree } from './compiled.ts';
import { testFolder } from './folder.ts';
import { serve } from './served.ts';

/**
 * Resolves once it listens. It ends with the test.
 *
 * @param before Shell commands that go before it, such as `ulimit -n 160`.
 * @param section Of its configuration, next to the gym `main`.
 */
export async function startRealProgram({
  section = '',
  before = ':',
  dataFolder = join(testFolder(), 'data'),
} = {}) {
  const folder = testFolder();
  const config = join(folder, 'turnout.yaml');
  const gyms = 'gyms: [{ id: main, timezone: UTC, rooms: [{ id: hall }] }]';
  await writeFile(config, `${section}\n${gyms}\n`);
  const command = `${before}; exec "$0" "$@"`;
  const launcher = resolve(compiledTree(), 'bin/turnout.cjs');
  const variables = { TURNOUT_DATA: dataFolder, TURNOUT_CONFIG: config };
  const words = ['bash', '-c', command, process.execPath, launcher, 'serve'];
  const served = await serve(words, { cwd: folder, variables });
  onTestFinished(() => served.end());
  return { ...served, port: Number(new URL(served.url).port) };
}
