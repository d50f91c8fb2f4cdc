import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findConfig, readEnvironment, secretsPath } from '../../config/environment.ts';

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

describe('the variables', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'turnout-secrets-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  const environment = (variables = {}) =>
    readEnvironment({ TURNOUT_DATA: folder, ...variables }, folder);

  it('are those of the process, then those of secrets.env in the data folder, as it is now', async () => {
    const { variables } = environment();
    expect(variables['HALL_PASSWORD']).toBeUndefined();
    const later = environment({ DOOR_PASSWORD: 'mine', EMPTY: '' });
    await writeFile(secretsPath(folder), "HALL_PASSWORD='a#b'\nDOOR_PASSWORD=file\nEMPTY=file\n");
    expect(later.variables).toMatchObject({
      HALL_PASSWORD: 'a#b',
      DOOR_PASSWORD: 'mine',
      EMPTY: 'file',
    });
  });

  it('say which file cannot be read', async () => {
    await mkdir(secretsPath(folder));
    expect(() => environment().variables).toThrow(/secrets\.env: expected a file of variables/);
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
});
