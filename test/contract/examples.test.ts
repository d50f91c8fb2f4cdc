/** The examples for authors of plugins keep the contract, checked as an author checks: with `turnout-detector`. */

import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { suiteFolder } from '../support/folder.ts';
import { startInferenceServer } from '../support/inference-server.ts';
import { author, linkPackages, makePackages } from '../support/packages.ts';

const folder = suiteFolder();
await makePackages(folder);
linkPackages(folder, ['onnxruntime-node']);
const server = await startInferenceServer();
afterAll(() => server.stop());

const hasPython = spawnSync('python3', ['-c', 'pass']).status === 0;

for (const file of readdirSync('detectors/examples').filter((name) => name.endsWith('.mjs'))) {
  const lacks = file === 'python-child.mjs' && !hasPython ? ', skipped without python3' : '';
  const title = `the example ${file} passes the conformance suite${lacks}`;
  it.skipIf(lacks !== '')(title, { timeout: 180_000 }, async () => {
    const options = file === 'inference-server.mjs' ? { url: server.url } : {};
    const given = ['--options', JSON.stringify(options), '--json'];
    const detector = resolve(`detectors/examples/${file}`);
    const { output } = await author(folder, folder, 'check', detector, ...given);
    const [line = ''] = output.split('\n');
    const { checks } = JSON.parse(line) as { checks: readonly { fault: string | null }[] };
    expect(checks.filter(({ fault }) => fault !== null)).toEqual([]);
  });
}
