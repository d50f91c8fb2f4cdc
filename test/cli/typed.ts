/** Commands as a user types them, over the data folder of a gym of the test's own. */

import { dirname } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { run } from '../../cli/program.ts';
import { createWorld } from '../service/commands/owned.fixture.ts';
import { world } from './world.ts';

/** @param config text of `turnout.yaml`; left out: gym north with the rooms hall and loft. */
export async function typed(config?: string) {
  const here = await createWorld(config);
  vi.stubEnv('TURNOUT_CONFIG', here.configPath);
  vi.stubEnv('TURNOUT_DATA', here.dataDir);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    process.exitCode = undefined;
  });
  const ask = async (...args: string[]) => {
    process.exitCode = undefined;
    const { context, out, err } = world(args, here.dataDir);
    const code = await run(args, context);
    return { code, out: out(), err: err() };
  };
  const json = async (...args: string[]) => JSON.parse((await ask(...args, '--json')).out);
  return { ...here, folder: dirname(here.configPath), ask, json };
}
