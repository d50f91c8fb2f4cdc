/** `turnout backup` and `turnout restore` as a user types them. */

import { readdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { countsIn, folderWith } from '../../store/backup/backup.fixture.ts';
import { openSchema8 } from '../../store/history/open-file.fixture.ts';
import { testFolder } from '../../support/folder.ts';
import { ask, askIn, owned, typed } from '../typed.ts';

beforeEach(() => typed());

it('turnout backup and restore bring the data to another folder', async () => {
  const [to, fresh] = [testFolder(), testFolder()];
  const made = await askIn(await folderWith(4), 'backup', to);
  const [name = ''] = await readdir(to);
  expect(name).toMatch(/^turnout-\d{4}-\d\d-\d\dT\d{6}Z\.tar\.gz$/);
  const file = join(to, name);
  expect([made.code, made.err]).toEqual([0, '']);
  expect(made.out).toContain(`${file} has the data and the configuration (`);

  const checked = await askIn(fresh, 'restore', file, '--check');
  expect(checked.out).toMatch(
    /^The backup is whole: data of .* UTC, written by Turnout \S+ \(schema \d+\)\.\n$/,
  );
  expect(await readdir(fresh)).toEqual([]);

  const restored = await askIn(fresh, 'restore', file);
  expect(restored).toMatchObject({ code: 0, err: '' });
  expect(restored.out).toContain('Next: turnout serve');
  expect(await countsIn(fresh)).toEqual([0, 1, 2, 3]);
});

it('turnout restore says that a backup made elsewhere has no configuration', async () => {
  vi.stubEnv('TURNOUT_CONFIG', '');
  const elsewhere = vi.spyOn(process, 'cwd').mockReturnValue(testFolder());
  onTestFinished(() => elsewhere.mockRestore());
  const file = join(testFolder(), 'one.tar.gz');
  const made = await askIn(await folderWith(1), 'backup', file);
  expect(made.out).toContain('has the data, but no turnout.yaml');
  const checked = await askIn(await folderWith(1), 'restore', file, '--check');
  expect(checked.out).toContain(', without a turnout.yaml.');
});

it('turnout backup and restore refuse while a server owns the folder, to overwrite a file, and without a place', async () => {
  const file = join(testFolder(), 'one.tar.gz');
  await askIn(await folderWith(1), 'backup', file);
  const again = await askIn(await folderWith(1), 'backup', file);
  expect([again.code, again.err]).toEqual([2, expect.stringContaining('a file that is there')]);
  const noFolder = await askIn(await folderWith(1), 'backup', `${dirname(file)}/none/`);
  expect([noFolder.code, noFolder.err]).toEqual([2, expect.stringContaining('make the folder')]);
  const nowhere = await askIn(await folderWith(1), 'backup');
  expect(nowhere.err).toContain('got none, and turnout.yaml has no backup');

  await owned();
  const restored = await ask('restore', file);
  expect(restored.code).not.toBe(0);
  expect(restored.err).toContain('data folder: expected no other process that owns it');
});

it('turnout backup and restore put the database of before an upgrade back by its name, and say how to come forward again', async () => {
  const dir = await folderWith(4);
  const older = await openSchema8();
  await older.database.close();
  await rename(join(older.dir, 'turnout.sqlite'), join(dir, 'turnout.schema-8.sqlite'));
  const checked = await askIn(dir, 'restore', 'turnout.schema-8.sqlite', '--check');
  expect(checked.out).toMatch(
    /^The database is whole: a database of schema 8, last changed .* UTC\.\n$/,
  );
  const back = await askIn(dir, 'restore', 'turnout.schema-8.sqlite');
  expect([back.code, back.err]).toEqual([0, '']);
  expect(back.out).toContain('Next: start the older Turnout');
  const [, newer = ''] =
    /with the Turnout that wrote it: turnout restore (.*)\n/.exec(back.out) ?? [];
  expect(await countsIn(dir)).toEqual([]);
  expect((await askIn(dir, 'restore', newer)).code).toBe(0);
  expect(await countsIn(dir)).toEqual([0, 1, 2, 3]);
});
