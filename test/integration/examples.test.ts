/** The examples for authors of plugins at work: a camera each, in the program as a user starts it. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { examplePath, examples } from '../support/examples.ts';
import { snapshots, startHttpCamera } from '../support/http-camera.ts';
import { startInferenceServer } from '../support/inference-server.ts';
import { lightFigures, PEOPLE } from '../support/light-figures.ts';
import { npmStart, turnout } from '../support/turnout.ts';

interface StatusAnswer {
  readonly counts: Readonly<Record<string, { samples: readonly { count: number | null }[] }>>;
}

test('each example counts the people of its camera', { timeout: 180_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'turnout-examples-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const inference = await startInferenceServer();
  onTestFinished(() => inference.stop());
  const people = await lightFigures();
  // People who come and go: each picture differs from the one before by all of them.
  const moving = await startHttpCamera({ '/moving': snapshots([people, await lightFigures([])]) });
  onTestFinished(() => moving.stop());
  await writeFile(join(folder, 'people.png'), people);
  const runnable = examples(inference.url).filter(({ lacks }) => lacks === undefined);

  const urls: Readonly<Record<string, string>> = {
    'frame-difference': moving.url('/moving'),
  };
  const cameras = runnable.map(({ name, options }) => ({
    id: name,
    url: urls[name] ?? './people.png',
    detector: examplePath(name),
    detector_options: options,
  }));
  const config = {
    gyms: [{ id: 'gym', timezone: 'UTC', rooms: [{ id: 'room', cameras }] }],
    sampling: { class_period: '1s' },
  };
  const variables = {
    TURNOUT_DATA: join(folder, 'data'),
    TURNOUT_CONFIG: join(folder, 'turnout.yaml'),
  };
  await writeFile(variables.TURNOUT_CONFIG, JSON.stringify(config));
  const server = await npmStart(variables);
  onTestFinished(() => server.stop());

  const counted = async () => {
    const { stdout } = await turnout(['status', '--json'], folder, variables);
    const { counts } = JSON.parse(stdout) as StatusAnswer;
    // Of a camera whose picture changes, a sample may see the same picture again.
    return runnable
      .filter(({ name }) => counts[name]?.samples.some(({ count }) => count === PEOPLE.length))
      .map(({ name }) => name);
  };
  await vi.waitFor(async () => expect(await counted()).toEqual(runnable.map(({ name }) => name)), {
    timeout: 150_000,
    interval: 1000,
  });
});
