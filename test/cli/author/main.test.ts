/** `turnout-detector`, run as an author runs it. */

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { writeTinyYolox } from '../../detectors/onnx/tiny-model.ts';
import { suiteFolder } from '../../support/folder.ts';
import { author, linkPackages, makePackages } from '../../support/packages.ts';
import { writePlugin } from '../../support/plugins/written.ts';
import { listeningInTest } from '../../support/test-server.ts';

const folder = suiteFolder();
beforeAll(() => makePackages(folder), 60_000);

const command = (...words: string[]) => author(folder, folder, ...words);

it('turnout-detector check fails one that ends its process, says where, and shows what it printed', async () => {
  const detect = "() => { console.log('over'); process.exit(0); }";
  const exits = writePlugin(folder, 'exits', { detect });
  const { code, output } = await command('check', exits);
  expect(output).toMatch(/^FAIL black, white.*got the end of its process: exit code 0$/m);
  expect(output).toMatch(/^FAIL 11 checks not run, after: black, white/m);
  expect(output.match(/^FAIL/gm)).toHaveLength(2);
  expect(output).toMatch(/^ {5}\| over$/m);
  expect(output).toMatch(/^error: detector exits: expected all/m);
  expect(code).toBe(1);
});

it('turnout-detector check takes options, and answers programs', async () => {
  const detect = '() => ({ detections: [], count: options.more })';
  const given = writePlugin(folder, 'given', { detect });
  const more = ['--options', '{"more":-1}', '--json'];
  const { code, output } = await command('check', given, ...more);
  const report = JSON.parse(output.split('\n')[0] ?? '');
  expect(report).toMatchObject({ detector: 'given', passed: false });
  expect(report.checks[0]).toMatchObject({ outcome: 'passed' });
  expect(report.checks[2].fault).toMatch(/count: expected 0\.\.100000 people, got -1/);
  expect(code).toBe(1);
});

it('turnout-detector check takes onnxruntime-node from the folder it runs in: npx does not install it', async () => {
  const model = writeTinyYolox(join(folder, 'tiny.onnx'), { width: 64, height: 64 });
  const create = `await env.onnx(${JSON.stringify(model)})`;
  const opens = writePlugin(folder, 'opens', { create });
  const without = await command('check', opens);
  expect(without.output).toMatch(/^skip .*; npm install --save-dev onnxruntime-node$/m);
  expect(without.code).toBe(1);
  linkPackages(folder, ['onnxruntime-node']);
  expect((await command('check', opens)).output).toMatch(/all \d+ checks passed$/m);
});

it.each([
  [['check']],
  [['check', './fine.mjs', '--limit', '3']],
  [['list']],
  [['fetch', 'a.onnx']],
])('turnout-detector check does not understand %j', async (words) => {
  const { code, output } = await command(...words);
  expect(output).toMatch(/^error: turnout-detector: expected .*turnout-detector --help$/m);
  expect(code).toBe(2);
});

it('turnout-detector fetch refuses a file with another checksum, and stores nothing', async () => {
  const bytes = Buffer.from('a model');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const server = createServer((_, response) => response.end(bytes));
  const url = `http://127.0.0.1:${await listeningInTest(server)}/people.onnx`;
  const given = ['--url', url, '--sha256', '0'.repeat(64)];
  const { code, output } = await command('fetch', 'models/people.onnx', ...given);
  expect(output).toContain(`expected SHA-256 ${'0'.repeat(64)}, got ${sha256}`);
  expect(code).toBe(1);
  expect(existsSync(join(folder, 'models/people.onnx'))).toBe(false);
});
