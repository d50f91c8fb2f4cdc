/** What the pages for authors of plugins show is code that runs, and their tables are about what exists. */

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parseConfig } from '../../config/load.ts';
import { conformance, runConformance } from '../../detectors/conformance.ts';
import { loadDetector } from '../../detectors/load.ts';
import { detectorNames } from '../../detectors/registry.ts';
import { MODELS } from '../../engine/models/list.ts';

const readme = readFileSync('detectors/README.md', 'utf8');
const reference = readFileSync('detectors/reference.md', 'utf8');

/** The fenced code after the mark `example: NAME`, without the indentation of a list. */
function example(name: string): string {
  const after = reference.split(`<!-- example: ${name} -->`)[1] ?? '';
  const [, code = ''] = /```js\n([\s\S]*?)\n *```/.exec(after) ?? [];
  const indent = /^ */.exec(code)?.[0] ?? '';
  return code.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
}

it('the reference of the contract names every check of the conformance suite', () => {
  const names = conformance.map(({ name }) => name);
  expect(names.filter((name) => !reference.includes(`\n- ${name}`))).toEqual([]);
  expect(reference).toContain(`${names.length} checks`);
});

it('the reference of the contract has a row for each field of the contract', () => {
  const sources = ['detectors/detector.ts', 'detectors/env.ts'].map((path) => readFileSync(path));
  const types = sources.join('\n').replaceAll(/\/\*.*?\*\//gs, '');
  const declared = /^ {2}(?:readonly )?(\w+)\??[(<:].*(?<!,)$/gm;
  const fields = [...types.matchAll(declared)].map(([, field = '']) => field);
  expect(fields.length).toBeGreaterThan(50);
  const code = [...reference.matchAll(/`[^`\n]+`/g)].join(' ');
  expect(fields.filter((field) => !new RegExp(`\\b${field}\\b`).test(code))).toEqual([]);
});

it('the reference of the contract runs the conformance suite in a way that works', async () => {
  const code = example('conformance');
  const lines: string[] = [];
  const runs = code.replaceAll(/^import .*$/gm, '');
  const body = runs.replace('process.exitCode', 'result.exitCode');
  const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor;
  const result = { exitCode: -1 };
  const run = new AsyncFunction('runConformance', 'detector', 'console', 'result', body);
  const detector = await loadDetector('./detectors/examples/frame-difference.mjs', '.');
  const log = (...words: string[]) => lines.push(words.join(' '));
  await run(runConformance, detector, { log }, result);
  expect(result.exitCode).toBe(0);
  expect(lines[0]).toMatch(/^passed the definition has every field/);
});

it('the reference of the contract imports from where the package of authors exports', () => {
  const manifest = readFileSync('detectors/package/turnout-detector/package.json', 'utf8');
  const { exports } = JSON.parse(manifest);
  const paths = [...example('conformance').matchAll(/from 'turnout-detector\/([^']+)'/g)];
  expect(paths).not.toEqual([]);
  for (const [, path] of paths) expect(Object.keys(exports)).toContain(`./${path}`);
});

it('the tutorial shows a configuration that Turnout takes', () => {
  const tutorial = readFileSync('detectors/tutorial.md', 'utf8');
  const [, yaml = ''] = /```yaml\n(gyms:.*?)```/s.exec(tutorial) ?? [];
  const { cameras } = parseConfig(yaml, 'turnout.yaml', { variables: {}, host: null, port: null })
    .gyms[0]!.rooms[0]!;
  expect(cameras[0]?.detector).toMatch(/my-detector\/detector\.mjs$/);
  expect(cameras[0]?.detectorOptions).toEqual({ score_threshold: 0.3 });
});

it('the README of the detectors has every shipped detector, its default score and only models that exist', async () => {
  for (const name of detectorNames()) {
    expect(readme).toContain(`| \`${name}\` |`);
    const { properties } = (await loadDetector(name, '.')).options;
    const score: unknown = Reflect.get(Object(properties['score_threshold']), 'default');
    // Those of the list alone: the table of decoders names detectors too, and no score.
    const list = readme.slice(0, readme.indexOf('\n## At which size'));
    const rows = list.split('\n').filter((line) => line.startsWith(`| \`${name}\``));
    expect(rows).not.toEqual([]);
    if (score !== undefined && name !== 'motion') {
      expect(rows.every((row) => row.includes(`| ${score} |`))).toBe(true);
    }
  }
  const names = MODELS.map(({ name }) => name);
  for (const [, name] of readme.matchAll(/\| `(?:yolox|gfl)` \| `([^`]+)`/g)) {
    expect(names).toContain(name);
  }
});
