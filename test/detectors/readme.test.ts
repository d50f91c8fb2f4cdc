/** What `detectors/README.md` shows is code that runs, and its table is about the detectors and models that exist. */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runConformance } from '../../detectors/conformance.ts';
import { loadDetector } from '../../detectors/load.ts';
import { detectorNames } from '../../detectors/registry.ts';
import { MODELS } from '../../engine/models/list.ts';

const readme = readFileSync('detectors/README.md', 'utf8');

/** The fenced code after the mark `example: NAME`, without the indentation of a list. */
function example(name: string): string {
  const after = readme.split(`<!-- example: ${name} -->`)[1] ?? '';
  const [, code = ''] = /```js\n([\s\S]*?)\n *```/.exec(after) ?? [];
  const indent = /^ */.exec(code)?.[0] ?? '';
  return code.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
}

describe('the README of the detectors', () => {
  it('shows the example plugin as it is in its file', () => {
    const file = readFileSync('detectors/example/bright-spots.mjs', 'utf8');
    const shown = example('example/bright-spots.mjs');
    expect(shown).toContain('export const detector');
    expect(file).toContain(shown);
  });

  it('runs the conformance suite in a way that works', async () => {
    const code = example('conformance');
    const lines: string[] = [];
    const body = code
      .replaceAll(/^import .*$/gm, '')
      .replace('process.exitCode', 'result.exitCode');
    const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor;
    const result = { exitCode: -1 };
    const run = new AsyncFunction('runConformance', 'detector', 'console', 'result', body);
    const detector = await loadDetector('./detectors/example/bright-spots.mjs', '.');
    await run(
      runConformance,
      detector,
      { log: (...words: string[]) => lines.push(words.join(' ')) },
      result,
    );
    expect(result.exitCode).toBe(0);
    expect(lines[0]).toMatch(/^passed the definition has every field/);
  });

  it('imports from where the package exports', () => {
    const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
    for (const [, path] of example('conformance').matchAll(/from 'turnout\/([^']+)'/g)) {
      expect(Object.keys(exports)).toContain(`./${path}`);
    }
  });

  it('has every shipped detector, its default score and only models that exist', async () => {
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
});
