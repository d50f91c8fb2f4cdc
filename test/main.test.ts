/** The whole program in one process: started, reconfigured and stopped, with nothing left behind. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { askServer } from '../cli/owner.ts';
import { start } from '../main.ts';
import { readLock } from '../store/history/folder/lock.ts';
import { testFolder } from './support/folder.ts';
import { copyLogLine } from './support/log-copy.ts';
import { until } from './support/until.ts';

const CONFIG = `
gyms:
  - id: north
    timezone: Europe/London
    rooms: [{ id: studio, cameras: [{ id: hall, url: "scene:studio?people=3&seed=7" }] }]
`;

it('the program keeps its configuration where the new one is bad, shares neither folder nor port, and leaves nothing when it stops', async () => {
  const folder = testFolder();
  const data = join(folder, 'data');
  const path = join(folder, 'turnout.yaml');
  const events: unknown[] = [];
  const logTo = new Writable({
    write: (chunk, _, done) => {
      events.push(JSON.parse(String(chunk)).event);
      copyLogLine(String(chunk));
      done();
    },
  });
  const own = { PORT: '0', TURNOUT_DATA: data, TURNOUT_CONFIG: path };
  const begin = (more = {}) => start({ variables: { ...own, ...more }, logTo });
  await writeFile(path, CONFIG);
  const program = await begin();
  onTestFinished(() => program.stop());
  await writeFile(path, CONFIG.replace('timezone:', 'timezon:'));
  await program.reload();
  /** As who is at the machine sees it. */
  const statusOf = async () => {
    const owner = (await readLock(data)) ?? { url: null, token: null };
    return (await askServer(owner, 'GET', '/v1/status')) as {
      cameras: { list: { id: string }[] };
      configuration: { faults: string[] };
    };
  };
  await until(async () => (await statusOf()).configuration.faults.length > 0);
  expect((await statusOf()).cameras.list).toMatchObject([{ id: 'hall' }]);
  expect(events).toContain('config_rejected');
  await writeFile(path, CONFIG);
  await expect(begin()).rejects.toMatchObject({ code: 'data_locked' });
  const other = { TURNOUT_DATA: join(folder, 'other'), PORT: new URL(program.url).port };
  await expect(begin(other)).rejects.toMatchObject({ code: 'port_in_use' });
  expect(await readLock(other.TURNOUT_DATA)).toBeNull();
  await program.stop();
  await expect(fetch(program.url)).rejects.toThrow();
  expect(await readLock(data)).toBeNull();
});
