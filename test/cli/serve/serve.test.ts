/** `turnout serve` as a process: what it prints, how it ends. */

import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { run } from '../../../cli/program.ts';
import { compiledFile } from '../../support/compiled.ts';
import { testFolder } from '../../support/folder.ts';
import { serve } from '../../support/served.ts';
import { variablesOf } from '../../support/turnout.ts';
import { until } from '../../support/until.ts';
import { gymText } from '../typed.ts';
import { world } from '../world.ts';

const PROGRAM = compiledFile('cli/index.ts');

const cameras = [{ id: 'hall', url: 'scene:studio?people=3&seed=7' }];
const CONFIG = gymText({ rooms: [{ id: 'studio', cameras }] });

async function begin(config: string) {
  const folder = testFolder();
  await writeFile(join(folder, 'turnout.yaml'), config);
  const here = { cwd: folder, variables: variablesOf(folder) };
  const served = await serve([process.execPath, PROGRAM, 'serve'], here);
  onTestFinished(() => served.end('SIGKILL'));
  return { ...served, folder };
}

it('turnout serve says where it listens in one line, and ends cleanly on SIGTERM', async () => {
  const { child, url, log } = await begin(gymText());
  expect((await fetch(`${url}/health`)).status).toBe(200);
  child.kill('SIGTERM');
  child.kill('SIGTERM');
  expect(await once(child, 'close')).toEqual([0, null]);
  const line = { level: expect.any(String), event: expect.any(String) };
  for (const logged of log) expect(JSON.parse(logged)).toMatchObject(line);
  // Nobody watches this start: no key is made, and the command is named.
  expect(log.join()).toContain('"event":"owner_missing","gym":"north"');
  expect(log.join()).not.toMatch(/tk_\w/);
});

it('turnout serve reloads its configuration on SIGHUP, and shows a set-up code for a gym that comes in', async () => {
  const { child, url, log, folder } = await begin(CONFIG);
  const changed = CONFIG.replace('"hall"', '"door"').replace('"north"', '"south"');
  await writeFile(join(folder, 'turnout.yaml'), changed);
  child.kill('SIGHUP');
  await until(async () => {
    const { context, out } = world(['--json'], join(folder, 'data'));
    await run(['status', '--json'], context);
    return out().includes('"id":"door"');
  });
  expect(await (await fetch(`${url}/v1/status`)).text()).not.toContain('door');
  await until(async () => log.join().includes('"event":"owner_missing","gym":"south"'));
  expect(log.join()).not.toMatch(/tk_\w/);
});

it('turnout serve says a bad configuration in one go and exits', async () => {
  await expect(begin('gyms: 3\n')).rejects.toThrow(
    /listened:\nturnout: .*1 fault:\n.*1:7 gyms: expected a list/,
  );
});
