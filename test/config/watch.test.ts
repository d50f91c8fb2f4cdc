/** Reload from real files: what editors, deployments and accidents do to them. */

import { mkdir, rename, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { type Config, placedCameras } from '../../config/config.ts';
import { type Environment, readEnvironment, secretsPath } from '../../config/environment.ts';
import { type ConfigWatch, watchConfig } from '../../config/load.ts';
import type { TurnoutError } from '../../errors.ts';
import { silentLog } from '../../runtime/log/log.ts';
import { testFolder } from '../support/folder.ts';

const text = (camera: string) => `gyms:
  - {id: main, timezone: UTC, rooms: [{id: hall, cameras: [{id: ${camera}, url: "scene:a"}]}]}
`;

let folder = '';
let path = '';
/** What was told, in order: the id of the camera, or the code of the error. */
let told: string[] = [];
/** Lines of the newest faults. */
let faults: readonly string[] = [];
/** Of the newest configuration. */
let url: string | undefined;

beforeEach(async () => {
  folder = testFolder();
  path = join(folder, 'turnout.yaml');
  told = [];
  await writeFile(path, text('a'));
});

async function start(environment: Environment = readEnvironment({})): Promise<ConfigWatch> {
  const stopping = new AbortController();
  const watching = await watchConfig({
    path,
    environment,
    onConfig: (config: Config) => {
      const [placed] = placedCameras(config);
      url = placed?.camera.url;
      told.push(placed?.camera.id ?? 'none');
    },
    onFaults: (lines: readonly string[], error: TurnoutError) => {
      faults = lines;
      told.push(error.code);
    },
    signal: stopping.signal,
    log: silentLog,
    pollMs: 5,
  });
  onTestFinished(() => {
    stopping.abort();
    return watching.ended;
  });
  return watching;
}

/** Until `last` is the newest thing that was told. */
const until = (last: string) => expect.poll(() => told.at(-1), { timeout: 5_000 }).toBe(last);

it('a watched file that goes away, or has faults, gives them, and its configuration once all is as it was', async () => {
  await start();
  const replace = async (text: string) => {
    await writeFile(`${path}.new`, text);
    await rename(`${path}.new`, path);
  };
  await unlink(path);
  await until('config_not_found');
  await replace('gyms: 5\nlog: 1\n');
  await until('config_invalid');
  expect(faults).toEqual([
    'turnout.yaml:1:7 gyms: expected a list, 1..64 entries, got 5',
    'turnout.yaml:2:6 log: expected a section of "key: value" lines, got 1',
  ]);
  await replace(text('a'));
  await until('a');
  expect(told).toEqual(['config_not_found', 'config_invalid', 'a']);
});

it('a watched file behind a link is followed: when it changes, and when the link is turned', async () => {
  await mkdir(join(folder, 'one'));
  await mkdir(join(folder, 'two'));
  await writeFile(join(folder, 'one', 'real.yaml'), text('a'));
  await writeFile(join(folder, 'two', 'real.yaml'), text('c'));
  await unlink(path);
  await symlink(join('one', 'real.yaml'), path);
  await start();
  await writeFile(join(folder, 'one', 'real.yaml'), text('b'));
  await until('b');
  await symlink(join('two', 'real.yaml'), `${path}.new`);
  await rename(`${path}.new`, path);
  await until('c');
  await writeFile(join(folder, 'two', 'real.yaml'), text('d'));
  await until('d');
});

it('a watched file is read again when a variable of secrets.env changes', async () => {
  await writeFile(path, text('a').replace('"scene:a"', `"rtsp://\${HALL}@cam"`));
  await start(readEnvironment({ TURNOUT_DATA: folder }));
  await writeFile(secretsPath(folder), 'HALL=viewer:secret\n');
  await until('a');
  expect(url).toBe('rtsp://viewer:secret@cam');
});

it('a watched file tells nothing where there is none, whatever becomes of the variables of the process', async () => {
  await unlink(path);
  const variables: NodeJS.ProcessEnv = {};
  let looks = 0;
  await start({
    ...readEnvironment(variables),
    get secrets() {
      looks += 1;
      variables['ADDED'] = `by a library, ${looks}`;
      return {};
    },
  });
  await expect.poll(() => looks).toBeGreaterThanOrEqual(5);
  expect(told).toEqual([]);
});

it('a watched file tells nothing for a change that changes nothing, nor for its neighbours', async () => {
  const { reload } = await start();
  await writeFile(path, text('a'));
  await writeFile(join(folder, 'turnout.db-wal'), 'x');
  await writeFile(path, text('b'));
  await until('b');
  expect(told.filter((what) => what === 'a')).toEqual([]);
  await reload();
  expect(told.at(-1)).toBe('b');
});
