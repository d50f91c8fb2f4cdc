import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findConfig, interpolate, readEnvironment, secretsPath } from '../../config/environment.ts';
import { testFolder } from '../support/folder.ts';

it('the environment says nothing when it is empty, and data lies in the working folder', () => {
  expect(readEnvironment({ HOST: '', PORT: '' }, '/srv')).toMatchObject({
    host: null,
    port: null,
    configPath: null,
    dataFolder: '/srv/data',
  });
});

it.each(['300.1.1.1', 'my host', 'a:80', 'http://gym'])('no host is %j', (HOST) => {
  const words =
    /^environment variable HOST: expected an IP address or a host name, got another text$/;
  expect(() => readEnvironment({ HOST })).toThrow(words);
});

it.each(['gym.lan', '0.0.0.0', '::', 'fe80::1'])('a host is %j', (HOST) => {
  expect(readEnvironment({ HOST }).host).toBe(HOST);
});

it.each(['65536', '-1', '80.5', '0x50', ' 80'])('no port is %j', (PORT) => {
  const words = /^environment variable PORT: expected a whole number, 0\.\.65535, got "/;
  expect(() => readEnvironment({ PORT })).toThrow(words);
});

it('variables are those of the process, then those of secrets.env in the data folder, as it is now', async () => {
  const TURNOUT_DATA = testFolder();
  const { variables } = readEnvironment({ TURNOUT_DATA });
  expect(variables['HALL_PASSWORD']).toBeUndefined();
  const later = readEnvironment({ TURNOUT_DATA, DOOR_PASSWORD: 'mine', EMPTY: '' });
  const lines = "HALL_PASSWORD='a#b'\nDOOR_PASSWORD=file\nEMPTY=file\n";
  await writeFile(secretsPath(TURNOUT_DATA), lines);
  const read = { HALL_PASSWORD: 'a#b', DOOR_PASSWORD: 'mine', EMPTY: 'file' };
  expect(later.variables).toMatchObject(read);
});

it('a file of variables that cannot be read is named', async () => {
  const TURNOUT_DATA = testFolder();
  await mkdir(secretsPath(TURNOUT_DATA));
  const read = () => readEnvironment({ TURNOUT_DATA }).variables;
  expect(read).toThrow(/secrets\.env: expected a file of variables/);
});

it('the configuration is looked for in the working folder, then in the data folder, then there is none', async () => {
  const folder = testFolder();
  const environment = readEnvironment({}, folder);
  expect(findConfig(environment, folder)).toBeNull();
  await mkdir(join(folder, 'data'));
  for (const path of [join(folder, 'data', 'turnout.yaml'), join(folder, 'turnout.yaml')]) {
    await writeFile(path, '');
    expect(findConfig(environment, folder)).toBe(path);
  }
});

const ENV = { NAME: 'hall', EMPTY: '', NESTED: `\${NAME}` };

it.each([
  [`a \${NAME} b`, 'a hall b'],
  [`\${GONE:-spare}`, 'spare'],
  [`\${EMPTY:-spare}`, 'spare'],
  [`\${NAME:-spare}`, 'hall'],
  [`\${NESTED}`, `\${NAME}`],
  ['$$', '$'],
  [`$$\{NAME}`, `\${NAME}`],
  ['pa$word', 'pa$word'],
])('a text with variables %s becomes %s', (text, filled) => {
  expect(interpolate(text, ENV)).toMatchObject({ text: filled, faults: [] });
});

it('a text with variables names every variable that is not set, and no value', () => {
  expect(interpolate(`\${constructor}`, {}).unset).toEqual(['constructor']);
  const { faults, unset } = interpolate(`\${ONE}\${NAME}\${EMPTY}\${ONE}`, ENV);
  expect(unset).toEqual(['ONE', 'EMPTY']);
  expect(faults).toMatchObject([
    { expected: 'the environment variable ONE to be set' },
    { expected: 'the environment variable EMPTY to be set', got: 'an empty text' },
  ]);
  expect(JSON.stringify(faults)).not.toContain('hall');
});

const BROKEN = [`\${`, `\${NAME`, `\${}`, `\${9}`, `\${a b}`, `\${NAME-x}`];
it.each(BROKEN)('a text with variables %s is a fault that says how to write it', (text) => {
  const { faults } = interpolate(text, ENV);
  expect(faults).toHaveLength(1);
  expect(faults[0]?.hint).toBe('write $$ for a dollar sign');
});
