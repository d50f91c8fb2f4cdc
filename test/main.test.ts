/** The whole program in one process: started, asked, reconfigured and stopped, with nothing left behind. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { askServer } from '../cli/owner.ts';
import { type Running, start } from '../main.ts';
import { readLock } from '../store/history/folder/lock.ts';
import { testFolder } from './support/folder.ts';
import { copyLogLine } from './support/log-copy.ts';
import { until } from './support/until.ts';

let folder: string;
let running: Running | null;
let lines: Record<string, unknown>[];

const logTo = new Writable({
  write: (chunk, _, done) => {
    lines.push(JSON.parse(String(chunk)));
    copyLogLine(String(chunk));
    done();
  },
});

beforeEach(async () => {
  folder = testFolder();
  running = null;
  lines = [];
});
afterEach(() => running?.stop());

const variables = (more: NodeJS.ProcessEnv = {}) => ({
  PORT: '0',
  TURNOUT_DATA: join(folder, 'data'),
  TURNOUT_CONFIG: join(folder, 'turnout.yaml'),
  ...more,
});

const CONFIG = `
gyms:
  - id: north
    name: North
    timezone: Europe/London
    rooms:
      - id: studio
        cameras:
          - id: hall
            url: "scene:studio?people=3&seed=7"
sampling: { class_period: 200ms, idle_period: 200ms }
`;
const writeConfig = (text: string) => writeFile(join(folder, 'turnout.yaml'), text);
const begin = async () => {
  running = await start({ variables: variables(), logTo });
  return running;
};
/** As who is at the machine sees it. */
const statusOf = async () => {
  const owner = (await readLock(join(folder, 'data'))) ?? { url: null, token: null };
  return (await askServer(owner, 'GET', '/v1/status')) as {
    cameras: { list: { id: string; state: string }[] };
    pipeline: { samples: number };
    configuration: { origin: string; faults: string[] };
  };
};

it('the program takes a changed configuration, keeps the old one where the new one is bad, and leaves nothing when it stops', async () => {
  await writeConfig(CONFIG);
  const program = await begin();
  await writeConfig(CONFIG.replace('id: hall', 'id: door'));
  await program.reload();
  await until(async () => (await statusOf()).cameras.list.some(({ id }) => id === 'door'));
  await writeConfig(CONFIG.replace('timezone:', 'timezon:'));
  await program.reload();
  await until(async () => (await statusOf()).configuration.faults.length > 0);
  expect((await statusOf()).cameras.list.map(({ id }) => id)).toEqual(['door']);
  expect(lines.some(({ event }) => event === 'config_rejected')).toBe(true);
  await program.stop();
  running = null;
  await expect(fetch(program.url)).rejects.toThrow();
  expect(await readLock(join(folder, 'data'))).toBeNull();
});

it('the program refuses a data folder that another process owns, and lets go of all when the port is taken', async () => {
  await writeConfig(CONFIG);
  const program = await begin();
  await expect(start({ variables: variables(), logTo })).rejects.toMatchObject({
    code: 'data_locked',
  });
  const other = variables({
    PORT: new URL(program.url).port,
    TURNOUT_DATA: join(folder, 'other'),
  });
  await expect(start({ variables: other, logTo })).rejects.toMatchObject({ code: 'port_in_use' });
  expect(await readLock(join(folder, 'other'))).toBeNull();
});
