import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type LinkFile, readLinks, removeLink, writeLink } from '../../../../service/line/link.ts';
import { createFolder } from '../../../store/history/folder.fixture.ts';

const LINK: LinkFile = {
  gymId: 'north',
  hqUrl: 'https://hq.example',
  box: 'box_1',
  gymName: 'North',
  key: 'tb_not-a-key',
  runs: ['r_1', 'r_2'],
  machine: null,
};

it('a link is read as it was written, and no other user reads it', async () => {
  const dir = await createFolder();
  await writeLink(dir, LINK);
  await writeLink(dir, { ...LINK, gymId: 'south', runs: ['r_3'] });
  expect(await readLinks(dir)).toEqual({
    links: [LINK, { ...LINK, gymId: 'south', runs: ['r_3'] }],
    broken: [],
  });
  expect((await stat(join(dir, 'turnout.line.north.json'))).mode & 0o777).toBe(0o600);
  expect(await removeLink(dir, 'north')).toBe(true);
  expect(await removeLink(dir, 'north')).toBe(false);
  expect(await readdir(dir)).toEqual(['turnout.line.south.json']);
});

it('a gym whose file is none is named and can be removed', async () => {
  const dir = await createFolder();
  await writeFile(join(dir, 'turnout.line.north.json'), '{"gymId":"north"');
  await writeFile(join(dir, 'turnout.line.south.json'), JSON.stringify(LINK));
  expect(await readLinks(dir)).toEqual({
    links: [],
    broken: ['north', 'south'],
  });
  expect(await removeLink(dir, 'north')).toBe(true);
});
