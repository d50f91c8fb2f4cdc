/** The examples for authors of plugins keep the contract, checked as an author checks: with `turnout-detector`. */

import { readdirSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { type Example, examplePath, examples } from '../support/examples.ts';
import { suiteFolder } from '../support/folder.ts';
import { startInferenceServer } from '../support/inference-server.ts';
import { author, linkPackages, makePackages } from '../support/packages.ts';

const folder = suiteFolder();
await makePackages(folder);
linkPackages(folder, ['onnxruntime-node']);
const server = await startInferenceServer();
const ALL = examples(server.url);
afterAll(() => server.stop());

async function faultsOf(detector: string, { options }: Example): Promise<readonly string[]> {
  const given = ['--options', JSON.stringify(options), '--json'];
  const { output } = await author(folder, folder, 'check', detector, ...given);
  const [line = ''] = output.split('\n');
  const { checks }: { checks: readonly { name: string; fault: string | null }[] } =
    JSON.parse(line);
  return checks.flatMap(({ name, fault }) => (fault === null ? [] : [`${name}: ${fault}`]));
}

const PATIENT = { timeout: 180_000 };

for (const example of ALL) {
  const { name, lacks } = example;
  describe.skipIf(lacks !== undefined)(`the example ${name} ${lacks ?? ''}`, () => {
    it('passes the conformance suite', PATIENT, async () => {
      expect(await faultsOf(examplePath(name), example)).toEqual([]);
    });
  });
}

it('there is a row for each example', () => {
  const named = readdirSync('detectors/examples').filter((file) => file.endsWith('.mjs'));
  expect(named).toEqual(ALL.map(({ name }) => `${name}.mjs`).sort());
});
