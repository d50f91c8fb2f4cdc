/** `turnout backup` and `turnout restore` as a user types them. */

import { readdir, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { run } from '../../../cli/program.ts';
import { countsIn, folderWith } from '../../store/backup/backup.fixture.ts';
import { createFolder } from '../../store/history/folder.fixture.ts';
import { openFile } from '../../store/history/open-file.fixture.ts';
import { own } from '../owned.fixture.ts';
import { createWorld } from '../typed.ts';
import { world } from '../world.ts';

async function open() {
  const here = await createWorld();
  vi.stubEnv('TURNOUT_CONFIG', here.configPath);
  const type = async (dataDir: string, ...args: string[]) => {
    const { context, out, err } = world(args, dataDir);
    return { code: await run(args, context), out: out(), err: err() };
  };
  return { ...here, type };
}

it('turnout backup and restore bring the data to another folder', async () => {
  const { type } = await open();
  const [to, fresh] = [await createFolder(), await createFolder()];
  const made = await type(await folderWith(4), 'backup', to);
  const [name = ''] = await readdir(to);
  expect(name).toMatch(/^turnout-\d{4}-\d\d-\d\dT\d{6}Z\.tar\.gz$/);
  const file = join(to, name);
  expect([made.code, made.err]).toEqual([0, '']);
  expect(made.out).toContain(`${file} has the data and the configuration (`);

  const checked = await type(fresh, 'restore', file, '--check');
  expect(checked.out).toMatch(
    /^The backup is whole: data of .* UTC, written by Turnout \S+ \(schema \d+\)\.\n$/,
  );
  expect(await readdir(fresh)).toEqual([]);

  const restored = await type(fresh, 'restore', file);
  expect(restored).toMatchObject({ code: 0, err: '' });
  expect(restored.out).toContain('Next: turnout serve');
  expect(await countsIn(fresh)).toEqual([0, 1, 2, 3]);
});

it('turnout restore says that a backup made elsewhere has no configuration', async () => {
  const { type } = await open();
  vi.stubEnv('TURNOUT_CONFIG', '');
  const elsewhere = vi.spyOn(process, 'cwd').mockReturnValue(await createFolder());
  onTestFinished(() => elsewhere.mockRestore());
  const file = join(await createFolder(), 'one.tar.gz');
  const made = await type(await folderWith(1), 'backup', file);
  expect(made.out).toContain('has the data, but no turnout.yaml');
  const checked = await type(await folderWith(1), 'restore', file, '--check');
  expect(checked.out).toContain(', without a turnout.yaml.');
});

it('turnout backup and restore refuse while a server owns the folder, to overwrite a file, and without a place', async () => {
  const { type, dataDir, config } = await open();
  const file = join(await createFolder(), 'one.tar.gz');
  await type(await folderWith(1), 'backup', file);
  const again = await type(await folderWith(1), 'backup', file);
  expect([again.code, again.err]).toEqual([2, expect.stringContaining('a file that is there')]);
  const noFolder = await type(await folderWith(1), 'backup', `${dirname(file)}/none/`);
  expect([noFolder.code, noFolder.err]).toEqual([2, expect.stringContaining('make the folder')]);
  const nowhere = await type(await folderWith(1), 'backup');
  expect(nowhere.err).toContain('got none, and turnout.yaml has no backup');

  const owner = await own(dataDir, config);
  onTestFinished(() => owner.stop());
  const restored = await type(dataDir, 'restore', file);
  expect(restored.code).not.toBe(0);
  expect(restored.err).toContain('data folder: expected no other process that owns it');
});

it('turnout backup and restore put the database of before an upgrade back by its name, and say how to come forward again', async () => {
  const { type } = await open();
  const dir = await folderWith(4);
  const older = await createFolder();
  const database = await openFile(older);
  const sql = new URL('../../fixtures/databases/schema-8.sql', import.meta.url);
  await database.exclusive(async (session) => session.exec(await readFile(sql, 'utf8')));
  await database.close();
  await rename(join(older, 'turnout.sqlite'), join(dir, 'turnout.schema-8.sqlite'));
  const checked = await type(dir, 'restore', 'turnout.schema-8.sqlite', '--check');
  expect(checked.out).toMatch(
    /^The database is whole: a database of schema 8, last changed .* UTC\.\n$/,
  );
  const back = await type(dir, 'restore', 'turnout.schema-8.sqlite');
  expect([back.code, back.err]).toEqual([0, '']);
  expect(back.out).toContain('Next: start the older Turnout');
  const [, newer = ''] =
    /with the Turnout that wrote it: turnout restore (.*)\n/.exec(back.out) ?? [];
  expect(await countsIn(dir)).toEqual([]);
  expect((await type(dir, 'restore', newer)).code).toBe(0);
  expect(await countsIn(dir)).toEqual([0, 1, 2, 3]);
});
