/** What a kill has left of changes of the configuration, at the next start. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { removeLeftovers } from '../../config/secrets.ts';
import { testFolder } from '../support/folder.ts';
import { RecordedLog } from '../support/recorded-log.ts';

const ID = '0b0c3a52-0000-4000-8000-0123456789ab';

it('half-written files go, with one line in the log; those of a running command and of a person stay', async () => {
  const folder = testFolder();
  const [data, real] = [join(folder, 'data'), join(folder, 'real')];
  for (const made of [data, real]) await mkdir(made);
  const gone = spawn(process.execPath, ['-e', '']);
  await once(gone, 'exit');
  await writeFile(join(real, 'gym.yaml'), '');
  await symlink(join(real, 'gym.yaml'), join(folder, 'turnout.yaml'));
  const stay = [
    `.other.env.${gone.pid}.${ID}.tmp`,
    '.secrets.env.mine.tmp',
    `.secrets.env.${process.ppid}.${ID}.tmp`,
    '.secrets.env.swp',
  ];
  for (const name of stay) await writeFile(join(data, name), '');
  for (const pid of [gone.pid, process.pid]) {
    await writeFile(join(real, `.gym.yaml.${pid}.${ID}.tmp`), 'half');
    await writeFile(join(data, `.secrets.env.${pid}.${ID}.tmp`), "A='secret'");
  }
  const path = join(folder, 'turnout.yaml');
  const log = new RecordedLog();
  for (const _ of ['once', 'again']) {
    await removeLeftovers({ dataFolder: data, configPath: path }, path, log);
  }
  const detail = 'a change of the configuration was interrupted; what it left is removed';
  expect(log.lines).toMatchObject([{ event: 'leftovers_removed', fields: { files: 4, detail } }]);
  expect((await readdir(data)).toSorted()).toEqual(stay.toSorted());
  expect(await readdir(real)).toEqual(['gym.yaml']);
});
