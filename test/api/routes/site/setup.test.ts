/** `/setup` before there is a gym: the code of the terminal makes one with its owner, and only where that succeeds. */

import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadConfig } from '../../../../config/load.ts';
import { configurationFile } from '../../../../service/operator/configuration-file.ts';
import { NEW_GYM } from '../../../../store/access/waiting.ts';
import { testFolder } from '../../../support/folder.ts';
import { startSite } from './sign-in/site.fixture.ts';

async function demoWithoutFile() {
  const folder = testFolder();
  const parent = join(folder, 'config');
  const newPath = join(parent, 'turnout.yaml');
  let reloads = 0;
  const environment = { configPath: newPath, dataFolder: join(folder, 'data'), variables: {} };
  const reload = async () => {
    reloads += 1;
  };
  const config = () => ({ gyms: [], path: null });
  const file = configurationFile({ environment, config, follower: { reload } });
  const site = await startSite({
    openGym: () => 'demo',
    isDemo: () => true,
    operator: ({ access }) => ({ access, file, config: () => ({ gyms: [] }) as never }),
  });
  return { site, folder, parent, newPath, reloads: () => reloads };
}

it('a code that could not make the file is good again, and makes the owner once it can', async () => {
  const { site, parent, newPath, reloads } = await demoWithoutFile();
  const { setUpCodes } = site.access;
  // A file is where the folder of the configuration should be.
  await writeFile(parent, '');
  // In the file it would name a variable.
  const name = '# "$' + '{NORTH}": $$';
  const fields = { code: setUpCodes.make(NEW_GYM), name, timezone: 'Europe/London' };
  const browser = site.browser();
  const refused = await browser.post('/setup', fields);
  expect([refused.status, reloads()]).toEqual([409, 0]);
  expect(await refused.text()).not.toContain('tk_');
  expect(site.access.keys('north')).toEqual([]);
  await rm(parent);
  await mkdir(parent);
  const made = await browser.post('/setup', fields);
  expect([made.status, reloads()]).toEqual([200, 1]);
  expect(await made.text()).toMatch(/tk_\w{32}/);
  const { gyms } = await loadConfig(newPath, { variables: { NORTH: 'a-secret' } } as never);
  expect(gyms).toMatchObject([{ id: 'north', name }]);
  expect(site.access.keys('north')).toMatchObject([{ role: 'owner', label: 'First owner' }]);
  expect(setUpCodes.isOffered('north')).toBe(false);
  expect(setUpCodes.hold(fields.code, '192.0.2.1', 'south')).toBeNull();
});

it('a wrong code, time zone or currency makes nothing, and a fault of the form uses no code up', async () => {
  const { site, newPath } = await demoWithoutFile();
  const code = site.access.setUpCodes.make(NEW_GYM);
  const fields = { code, name: 'North', timezone: 'Europe/London' };
  const browser = site.browser();
  for (const [change, status] of [
    [{ code: '0000 0000' }, 401],
    [{ timezone: 'Europe/Nowhere' }, 400],
    [{ currency: 'GBX' }, 400],
    [{ name: ' ' }, 400],
  ] as const) {
    const refused = await browser.post('/setup', { ...fields, ...change });
    expect([change, refused.status]).toEqual([change, status]);
  }
  await expect(readFile(newPath)).rejects.toThrow();
  expect(site.access.setUpCodes.hold(code, '192.0.2.1', 'north')).not.toBeNull();
});
