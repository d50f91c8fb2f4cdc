import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it, vi } from 'vitest';
import { demoText } from '../../../../config/demo.ts';
import { parseConfig } from '../../../../config/load.ts';
import { messageOf } from '../../../../errors.ts';
import {
  type LinkFile,
  leftOutGym,
  readLinks,
  removeLink,
  writeLink,
} from '../../../../service/line/link.ts';
import { followConfig } from '../../../../service/reload.ts';
import { suiteFolder, testFolder } from '../../../support/folder.ts';
import { RecordedLog } from '../../../support/recorded-log.ts';

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
  const dir = testFolder();
  const links = [LINK, { ...LINK, gymId: 'south', runs: ['r_3'] }];
  for (const link of links) await writeLink(dir, link);
  expect(await readLinks(dir)).toEqual({ links, broken: [] });
  expect((await stat(join(dir, 'turnout.line.north.json'))).mode & 0o777).toBe(0o600);
  expect(await removeLink(dir, 'north')).toBe(true);
  expect(await removeLink(dir, 'north')).toBe(false);
  expect(await readdir(dir)).toEqual(['turnout.line.south.json']);
});

it('a gym whose file is none is named and can be removed', async () => {
  const dir = testFolder();
  await writeFile(join(dir, 'turnout.line.north.json'), '{"gymId":"north"');
  await writeFile(join(dir, 'turnout.line.south.json'), JSON.stringify(LINK));
  expect(await readLinks(dir)).toEqual({ links: [], broken: ['north', 'south'] });
  expect(await removeLink(dir, 'north')).toBe(true);
});

/** A gym that has joined a head office is not renamed or removed: neither at the start nor by a reload. */

const dir = suiteFolder();
const environment = { variables: {}, host: null, port: null };
const textOf = (id: string) =>
  demoText(Date.UTC(2026, 10, 20)).replaceAll(/\bid: demo\b/g, `id: ${id}`);

beforeAll(() => writeLink(dir, { ...LINK, hqUrl: 'https://hq.example:8443/turnout' }));

it('names the gym, the host of its head office and what to do', async () => {
  expect(await leftOutGym(dir, [{ id: 'north' }, { id: 'south' }])).toBeNull();
  const refused = await leftOutGym(dir, [{ id: 'south' }]);
  expect(refused?.code).toBe('config_invalid');
  const message = messageOf(refused);
  expect(message).toMatch(/id north, which has joined the head office hq\.example\b.*got south/);
  expect(message).toMatch(/turnout leave --gym north/);
  expect(message).not.toMatch(/not-a-key|8443/);
});

it('is refused by a reload: the engine goes on with what it has, and a good file is taken again, with what it waits for', async () => {
  const path = join(dir, 'turnout.yaml');
  await writeFile(path, textOf('north'));
  const config = parseConfig(await readFile(path, 'utf8'), path, environment as never);
  expect(config.gyms.map(({ id }) => id)).toEqual(['north']);
  const log = new RecordedLog();
  const engine = { applyConfig: vi.fn(async () => undefined), noteConfigFaults: vi.fn() };
  const here = { ...environment, dataFolder: dir } as never;
  const onTaken = () => undefined;
  const follower = await followConfig({ config, environment: here, engine, log, onTaken });
  await writeFile(path, textOf('south'));
  await follower.reload();
  await expect.poll(() => engine.noteConfigFaults.mock.calls.length).toBeGreaterThan(0);
  expect(engine.noteConfigFaults.mock.calls[0]?.[0][0]).toMatch(/turnout leave --gym north/);
  await writeFile(path, 'gyms: 3\n');
  await follower.reload();
  const fault = expect.stringContaining('expected a list');
  await vi.waitFor(() => expect(engine.noteConfigFaults).toHaveBeenLastCalledWith([fault]));
  expect(log.of('config_rejected')).toHaveLength(2);
  expect(engine.applyConfig).not.toHaveBeenCalled();
  const waits = `mqtt: {url: "mqtt://broker.example", password: "\${BROKER}"}\n`;
  await writeFile(path, `${textOf('north')}${waits}`);
  await follower.reload();
  const north = expect.objectContaining({ gyms: [expect.objectContaining({ id: 'north' })] });
  await vi.waitFor(() => expect(engine.applyConfig).toHaveBeenCalledWith(north));
  const unset = [{ fields: { unset: ['BROKER'] } }];
  await expect.poll(() => log.of('variables_not_set')).toMatchObject(unset);
  await follower.stop();
});
