/** `turnout analyze` on a computer where nothing is installed. */

import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../../../cli/program.ts';
import { clip } from '../../support/clips.ts';
import { testFolder } from '../../support/folder.ts';
import { lightFigures, PEOPLE } from '../../support/light-figures.ts';
import { world } from '../world.ts';

/** Workers start at low priority: on a busy machine they wait for their first turn. */
const PATIENT_MS = 60_000;

async function analyze(file: string, ...options: string[]) {
  const args = ['analyze', file, '--json', ...options];
  const here = world(args);
  expect(await run(args, here.context)).toBe(0);
  return JSON.parse(here.out());
}

describe('with a plugin', { timeout: PATIENT_MS }, () => {
  it('hands options on to it', async () => {
    const picture = join(testFolder(), 'people.png');
    writeFileSync(picture, await lightFigures());
    const plugin = ['--detector', resolve('detectors/examples/density.mjs')];
    expect((await analyze(picture, ...plugin)).estimate.people).toBe(PEOPLE.length);
    const none = await analyze(picture, ...plugin, '--options', '{"noise":1}');
    expect(none.estimate.people).toBe(0);
  });
});

describe('without a model', { timeout: PATIENT_MS }, () => {
  it('counts with the detector that comes with the program, by name', async () => {
    const file = clip({ codec: 'h264', container: 'mp4' });
    const { cost, estimate, samples } = await analyze(file, '--every', '500ms');
    expect(cost).toMatchObject({
      detector: 'person',
      model: 'own',
      weak: true,
      passed_over: [],
      failures: {},
    });
    // A bright square on grey is nobody.
    expect(estimate.people).toBe(0);
    expect(samples.length).toBeGreaterThan(2);
  });
});
