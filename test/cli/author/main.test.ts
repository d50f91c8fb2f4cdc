/** `turnout-detector`, run as an author runs it. */

import { createHash } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeTinyYolox } from '../../detectors/onnx/tiny-model.ts';
import { suiteFolder } from '../../support/folder.ts';
import { type Answer, type HttpCamera, startHttpCamera } from '../../support/http-camera.ts';
import { author, linkPackages, makePackages } from '../../support/packages.ts';

const folder = suiteFolder();
beforeAll(() => makePackages(folder), 60_000);

const command = (...words: string[]) => author(folder, folder, ...words);

function plugin(name: string, detect: string, create = ''): string {
  const input = `{ width: 64, height: 64, colour: 'grey', values: 'uint8-hwc', fit: 'stretch', align: 'centre', pad: 0 }`;
  writeFileSync(
    join(folder, `${name}.mjs`),
    `export const detector = {
      name: '${name}', version: '1.0.0', contract: 2, summary: 'For tests.', licence: 'MIT',
      options: { type: 'object', properties: { more: { type: 'integer', default: 0 } } },
      labels: ['person'], maxDetections: 10, stateBytes: 0, isWeak: true,
      create: async (options, env) => {
        ${create}
        return { input: ${input}, detect: ${detect}, close: () => undefined };
      },
    };`,
  );
  return `./${name}.mjs`;
}
const NO_ONE = '() => ({ detections: [] })';

it('turnout-detector check fails one that ends its process, says where, and shows what it printed', async () => {
  const exits = plugin('exits', "() => { console.log('over'); process.exit(0); }");
  const { code, output } = await command('check', exits);
  expect(output).toMatch(/^FAIL black, white.*got the end of its process: exit code 0$/m);
  expect(output).toMatch(/^FAIL 11 checks not run, after: black, white/m);
  expect(output.match(/^FAIL/gm)).toHaveLength(2);
  expect(output).toMatch(/^ {5}\| over$/m);
  expect(output).toMatch(/^error: detector exits: expected all/m);
  expect(code).toBe(1);
});

it('turnout-detector check takes options, and answers programs', async () => {
  const given = plugin('given', '() => ({ detections: [], count: options.more })');
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
  const opens = plugin('opens', NO_ONE, `await env.onnx(${JSON.stringify(model)});`);
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

describe('turnout-detector fetch', () => {
  const bytes = Buffer.from('a model');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  let server: HttpCamera;
  beforeAll(async () => {
    const answer: Answer = (_, response) => void response.end(bytes);
    server = await startHttpCamera({ '/people.onnx': answer });
  });
  afterAll(() => server.stop());

  const file = join(folder, 'models/people.onnx');

  it('refuses a file with another checksum, and stores nothing', async () => {
    const given = ['--url', server.url('/people.onnx'), '--sha256', '0'.repeat(64)];
    const { code, output } = await command('fetch', 'models/people.onnx', ...given);
    expect(output).toContain(`expected SHA-256 ${'0'.repeat(64)}, got ${sha256}`);
    expect(code).toBe(1);
    expect(existsSync(file)).toBe(false);
  });
});
