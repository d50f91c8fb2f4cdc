/** A program that is killed without warning leaves no process of a plugin behind. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { compiledFile } from '../../support/compiled.ts';
import { isThere } from '../../support/is-there.ts';
import { until } from '../../support/until.ts';

test.runIf(process.platform === 'linux')('spinning plugins end with a killed program', async () => {
  const main = compiledFile(new URL('./spinning-main.fixture.ts', import.meta.url));
  const program = spawn(process.execPath, [main], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface({ input: program.stdout }), 'line')) as [string];
  const children = line.trim().split(' ').map(Number);
  expect(children.filter(isThere)).toHaveLength(1);
  program.kill('SIGKILL');
  await until(() => !children.some(isThere));
});
