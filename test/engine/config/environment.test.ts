import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findConfig, readEnvironment } from '../../../engine/config/index.ts';

describe('the environment', () => {
  it('says nothing when it is empty, and data lies in the working folder', () => {
    expect(readEnvironment({ HOST: '', PORT: '' }, '/srv')).toMatchObject({
      host: null,
      port: null,
      configPath: null,
      dataFolder: '/srv/data',
    });
  });

  it('is read relative to the working folder', () => {
    const variables = { HOST: '::', PORT: '0', TURNOUT_CONFIG: 'a.yaml', TURNOUT_DATA: '/var/t' };
    expect(readEnvironment(variables, '/srv')).toMatchObject({
      host: '::',
      port: 0,
      configPath: '/srv/a.yaml',
      dataFolder: '/var/t',
    });
  });

  it.each(['65536', '-1', '80.5', 'http', '0x50', ' 80', '999999'])('has no port %j', (PORT) => {
    expect(() => readEnvironment({ PORT })).toThrow(
      /^environment variable PORT: expected a whole number, 0\.\.65535, got "/,
    );
  });
});

describe('the configuration file', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'turnout-find-'));
    await mkdir(join(folder, 'data'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is looked for in the working folder, then in the data folder, then there is none', async () => {
    const environment = readEnvironment({}, folder);
    expect(findConfig(environment, folder)).toBeNull();
    await writeFile(join(folder, 'data', 'turnout.yaml'), '');
    expect(findConfig(environment, folder)).toBe(join(folder, 'data', 'turnout.yaml'));
    await writeFile(join(folder, 'turnout.yaml'), '');
    expect(findConfig(environment, folder)).toBe(join(folder, 'turnout.yaml'));
  });

  it('is where TURNOUT_CONFIG says, there or not: a slip of the pen must not start the demo', () => {
    const environment = readEnvironment({ TURNOUT_CONFIG: 'gone.yaml' }, folder);
    expect(findConfig(environment, folder)).toBe(join(folder, 'gone.yaml'));
  });
});
