/** `turnout-detector` as an author has it: packed, and installed into an empty folder without a network. */

import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { suiteFolder } from '../support/folder.ts';
import { finished, linkPackages, packPackages, run } from '../support/packages.ts';

const folder = suiteFolder();
const project = join(folder, 'project');
const TSC = resolve('node_modules/typescript/bin/tsc');
const installed = join(project, 'node_modules/turnout-detector');
let archive: string;

beforeAll(async () => {
  archive = (await packPackages(folder)).detector;
  mkdirSync(project);
  await run(project, 'npm', 'install', '--offline', archive);
}, 120_000);

const write = (file: string, text: string) => writeFileSync(join(project, file), text);
const checkTypes = async (config: object) => {
  write('tsconfig.json', JSON.stringify(config));
  expect(await finished(project, process.execPath, TSC)).toEqual({ code: 0, output: '' });
};
const files = () =>
  readdirSync(installed, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

it('the package is small, and brings nothing else along', () => {
  expect(
    readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.')),
  ).toEqual(['turnout-detector']);
  expect(statSync(archive).size).toBeLessThan(110_000);
  const heavy = files().filter((file) => /\.(node|onnx|map)$/.test(file));
  // Those of the examples have a few hundred bytes.
  expect(heavy.filter((file) => statSync(file).size > 1_000)).toEqual([]);
  expect(readFileSync(join(installed, 'LICENSES'), 'utf8')).toMatch(/^fastest-levenshtein\n/);
});

it('the package imports what it has and Node alone, and names no path of this computer', () => {
  const texts = files().map((file) => readFileSync(file, 'utf8'));
  expect(texts.filter((text) => text.includes(process.cwd()))).toEqual([]);
  const names = texts.flatMap((text) => [...text.matchAll(/from ?["']([\w@][^"']*)["']/g)]);
  const others = names.map(([, name = '']) => name.replace(/^(node:|turnout-detector\b).*/, '$1'));
  expect([...new Set(others)].sort()).toEqual(['node:', 'turnout-detector']);
});

it('the package has types that hold under the strictest settings, with either way of looking modules up', async () => {
  linkPackages(project, ['@types/node', 'undici-types']);
  write('consumer.mts', CONSUMER);
  const readme = readFileSync(join(installed, 'README.md'), 'utf8');
  const [definition = '', suite = ''] = [...readme.matchAll(/```js\n(.*?)```/gs)].map(
    ([, code = '']) => code,
  );
  write('detector.mjs', definition);
  write('suite.mjs', suite);
  for (const [module, moduleResolution] of [
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ]) {
    const compilerOptions = { ...STRICTEST, module, moduleResolution };
    await checkTypes({ compilerOptions, include: ['*.mts', '*.mjs'] });
  }
}, 120_000);

it('the package has the pages and the examples, which link to nothing else', async () => {
  const pages = ['tutorial.md', 'reference.md'];
  const links = pages.flatMap((page) =>
    [...readFileSync(join(installed, page), 'utf8').matchAll(/\]\((?!https:)([^)#\s]+)/g)].map(
      ([, target = '']) => target,
    ),
  );
  expect(links.length).toBeGreaterThan(8);
  expect(links.filter((target) => !existsSync(join(installed, target)))).toEqual([]);
  const sums = await run(join(installed, 'examples'), 'sha256sum', '-c', 'light.sha256');
  expect(sums).toBe('light-density.onnx: OK\n');
}, 120_000);

it('the package runs what its README shows', async () => {
  const { code, output } = await finished(project, process.execPath, 'suite.mjs');
  expect(output.split('\n').filter((line) => !line.startsWith('passed '))).toEqual(['']);
  expect(code).toBe(0);
});

const STRICTEST = {
  target: 'es2023',
  lib: ['es2023'],
  types: ['node'],
  strict: true,
  allowJs: true,
  checkJs: true,
  noEmit: true,
  skipLibCheck: false,
  exactOptionalPropertyTypes: true,
  noPropertyAccessFromIndexSignature: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
};

const CONSUMER = `
import { CONTRACT_VERSION, checkOptions, defineDetector, detachedEnv, type Frame, loadDetector } from 'turnout-detector';
import { conformance, runConformance } from 'turnout-detector/conformance';
import { fitPicture, InputCanvas, mergeDetections, openModel, toPictureRatio } from 'turnout-detector/onnx';

const input = { width: 64, height: 64, colour: 'rgb', values: 'float32-chw', fit: 'letterbox', align: 'centre', pad: 0 } as const;
export const detector = defineDetector({
  name: 'typed', version: '1.0.0', contract: CONTRACT_VERSION, summary: 'For tests.', licence: 'MIT',
  options: {
    type: 'object',
    properties: { least: { type: 'number', default: 0.5 }, mode: { enum: ['fast', 'slow'], default: 'fast' } },
  },
  labels: ['person'], maxDetections: 10, stateBytes: 0, isWeak: true,
  create: async (options, env) => {
    const least: number = options.least;
    const mode: 'fast' | 'slow' = options.mode;
    // @ts-expect-error no such option
    options.lest;
    const model = await env.onnx(mode);
    env.log.info('open', { inputs: model.inputs.length });
    return {
      input,
      detect: async (frame: Frame, { signal }) => {
        signal.throwIfAborted();
        const box = [frame.content.x, 0, 1, 1] as const;
        toPictureRatio(box, frame).map((share: number) => share);
        return { detections: mergeDetections([{ box, score: least, label: 0 }], { twinIou: 0.5, partInside: 1, most: 1 }) };
      },
      close: () => undefined,
    };
  },
});
// @ts-expect-error a letterbox or stretched
new InputCanvas({ ...input, fit: 'crop' });
fitPicture({ width: 1, height: 1 }, input).content.x.toFixed();
mergeDetections([], { twinIou: 1, partInside: 1, most: 1 }).length.toFixed();
checkOptions(detector).least.toFixed();
export const report = await runConformance({ definition: detector, env: { resolveModel: (name) => name } });
export const names: readonly string[] = conformance.map(({ name }) => name);
export const others = [await loadDetector('./detector.mjs', '.'), detachedEnv().log, openModel];
`;
