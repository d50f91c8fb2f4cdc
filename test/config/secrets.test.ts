/** `secrets.env` as changes of the configuration write it: all of it or nothing. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { readSecrets, secretsPath } from '../../config/environment.ts';
import { removeLeftovers, withSecrets } from '../../config/secrets.ts';
import { testFolder } from '../support/folder.ts';
import { RecordedLog } from '../support/recorded-log.ts';

let place = { dataFolder: '', configPath: '' };
beforeEach(() => {
  const dataFolder = testFolder();
  place = { dataFolder, configPath: join(dataFolder, 'turnout.yaml') };
});

const text = () => readFile(secretsPath(place.dataFolder), 'utf8');
const put = (lines: string) => writeFile(secretsPath(place.dataFolder), lines, { mode: 0o644 });
const name =
  (...names: readonly string[]) =>
  async () =>
    writeFile(place.configPath, names.map((one) => `url: "x:\${${one}}@"\n`).join(''));
const refuse = async () => {
  throw new Error('refused');
};

it('secrets are in a file that only its owner reads, and read back as they were', async () => {
  await put('OTHER=kept\nHALL=old\n');
  const values = [`p@ss#w"ord`, `it's`, 'a`b', String.raw`C:\new`, '  spaces ', 'ünïcode', '$HOME'];
  for (const value of values) {
    await withSecrets(place, { set: { HALL: value } }, name('HALL'));
    expect(readSecrets(place.dataFolder)).toEqual({ HALL: value, OTHER: 'kept' });
  }
  expect((await stat(secretsPath(place.dataFolder))).mode & 0o777).toBe(0o600);
});

it.each(['two\nlines', `'"\``, `'\`\\`])('secrets refuse %j: no line holds it', async (value) => {
  const change = withSecrets(place, { set: { HALL: value } }, name('HALL'));
  await expect(change).rejects.toMatchObject({ code: 'usage' });
  await expect(text()).rejects.toMatchObject({ code: 'ENOENT' });
});

it('secrets are as they were after a change that fails, an older value too', async () => {
  await put("HALL='old'\n");
  await name('HALL')();
  const change = { set: { DOOR: 'new', HALL: 'new' }, mayGo: ['HALL'] };
  await expect(withSecrets(place, change, refuse)).rejects.toThrow('refused');
  expect(await text()).toBe("HALL='old'\n");
});

it('secrets of changes at once are all there', async () => {
  const names = Array.from({ length: 8 }, (_, n) => `HALL_${n}`);
  await name(...names)();
  await Promise.all(
    names.map((one) => withSecrets(place, { set: { [one]: one } }, async () => undefined)),
  );
  expect(readSecrets(place.dataFolder)).toEqual(Object.fromEntries(names.map((n) => [n, n])));
});

it('secrets that nothing names any more go; those named in a comment or with a default, or by something else, stay', async () => {
  await put('DOOR=a\nHALL=b\n# mine\nWIFI_PASSWORD=c\nGONE=d\n');
  await withSecrets(place, { set: {}, mayGo: ['DOOR', 'HALL', 'PATH', 'GONE'] }, () =>
    writeFile(place.configPath, '# url: "x:$' + '{DOOR}@"\nurl: "$' + '{HALL:-none}"\n'),
  );
  expect(await text()).toBe('DOOR=a\nHALL=b\n# mine\nWIFI_PASSWORD=c\n');
});

it('half-written files of a kill go at the next start, with one log line; those of others stay', async () => {
  const id = '0b0c3a52-0000-4000-8000-0123456789ab';
  const folder = testFolder();
  const [data, real] = [join(folder, 'data'), join(folder, 'real')];
  for (const made of [data, real]) await mkdir(made);
  const gone = spawn(process.execPath, ['-e', '']);
  await once(gone, 'exit');
  await writeFile(join(real, 'gym.yaml'), '');
  const path = join(folder, 'turnout.yaml');
  await symlink(join(real, 'gym.yaml'), path);
  const stay = [
    `.other.env.${gone.pid}.${id}.tmp`,
    '.secrets.env.mine.tmp',
    `.secrets.env.${process.ppid}.${id}.tmp`,
    '.secrets.env.swp',
  ];
  for (const name of stay) await writeFile(join(data, name), '');
  for (const pid of [gone.pid, process.pid]) {
    await writeFile(join(real, `.gym.yaml.${pid}.${id}.tmp`), 'half');
    await writeFile(join(data, `.secrets.env.${pid}.${id}.tmp`), "A='secret'");
  }
  const log = new RecordedLog();
  for (const _ of ['once', 'again']) {
    await removeLeftovers({ dataFolder: data, configPath: path }, path, log);
  }
  const detail = 'a change of the configuration was interrupted; what it left is removed';
  expect(log.lines).toMatchObject([{ event: 'leftovers_removed', fields: { files: 4, detail } }]);
  expect((await readdir(data)).toSorted()).toEqual(stay.toSorted());
  expect(await readdir(real)).toEqual(['gym.yaml']);
});
