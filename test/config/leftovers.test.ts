/** What a kill has left of changes of the configuration, at the next start. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { removeLeftovers } from '../../config/secrets.ts';
import { RecordedLog } from '../support/recorded-log.ts';

const ID = '0b0c3a52-0000-4000-8000-0123456789ab';
const MARK = 'goes unless turnout.yaml names it: a change was interrupted';

let folder = '';
let data = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turnout-leftovers-'));
  data = join(folder, 'data');
  await mkdir(data);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function removed(configPath: string | null = join(folder, 'turnout.yaml')) {
  const log = new RecordedLog();
  const named = join(folder, 'turnout.yaml');
  await removeLeftovers({ dataFolder: data, configPath: named }, configPath, log);
  return log.lines.map(({ event, fields: { files, lines } }) => [event, files, lines]);
}

/** A process that runs, and one that has ended. */
async function processes(): Promise<{ readonly running: number; readonly ended: number }> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1_000)']);
  onTestFinished(() => void child.kill('SIGKILL'));
  const gone = spawn(process.execPath, ['-e', '']);
  await once(gone, 'exit');
  return { running: child.pid ?? 0, ended: gone.pid ?? 0 };
}

it('half-written files and passwords that nothing names go, with one line in the log', async () => {
  const { ended } = await processes();
  await writeFile(join(folder, 'turnout.yaml'), 'gyms: [] # $' + '{HALL_PASSWORD}\n');
  await writeFile(join(folder, `.turnout.yaml.${ended}.${ID}.tmp`), 'half');
  await writeFile(join(data, `.secrets.env.${ended}.${ID}.tmp`), "A='secret'");
  await writeFile(join(data, `.secrets.env.${process.pid}.${ID}.tmp`), "A='secret'");
  const lines = ["DOOR_PASSWORD='a'", "HALL_PASSWORD='b'", 'MODEL_KEY=mine', 'MY_PASSWORD=mine'];
  const marks = ['DOOR', 'HALL'].map((name) => `# ${name}_PASSWORD ${MARK}`);
  await writeFile(join(data, 'secrets.env'), [...lines, ...marks, ''].join('\n'));
  expect(await removed()).toEqual([['leftovers_removed', 3, 1]]);
  expect(await readdir(folder)).toEqual(['data', 'turnout.yaml']);
  expect(await readdir(data)).toEqual(['secrets.env']);
  const [, ...others] = lines;
  expect(await readFile(join(data, 'secrets.env'), 'utf8')).toBe(`${others.join('\n')}\n`);
  expect(await removed()).toEqual([]);
});

it('the file that a running command writes stays, and so do files of a person', async () => {
  const { running } = await processes();
  const names = [
    `.secrets.env.${running}.${ID}.tmp`,
    `.secrets.env.${ID}.tmp`,
    '.secrets.env.swp',
    '.secrets.env.mine.tmp',
    `.other.env.${ID}.tmp`,
  ];
  for (const name of names) await writeFile(join(data, name), '');
  await writeFile(join(folder, 'turnout.yaml'), '');
  expect(await removed()).toEqual([]);
  expect((await readdir(data)).toSorted()).toEqual(names.toSorted());
  // A process of that number that runs on for so long is another one.
  for (const name of names) await utimes(join(data, name), 1, 1);
  expect(await removed()).toEqual([['leftovers_removed', 2, 0]]);
  expect((await readdir(data)).toSorted()).toEqual(names.slice(2).toSorted());
});

it('is found where a link leads, and without a configuration no password goes', async () => {
  const { ended } = await processes();
  const real = join(folder, 'real');
  await mkdir(real);
  await writeFile(join(real, 'gym.yaml'), '');
  await writeFile(join(real, `.gym.yaml.${ended}.${ID}.tmp`), 'half');
  await symlink(join(real, 'gym.yaml'), join(folder, 'turnout.yaml'));
  await writeFile(join(data, 'secrets.env'), `A='a'\n# A ${MARK}\n`);
  expect(await removed(null)).toEqual([['leftovers_removed', 1, 0]]);
  expect(await removed()).toEqual([['leftovers_removed', 0, 1]]);
});
