/** Commands as a user types them, over the data folder of a gym of the test's own. */

import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { vi } from 'vitest';
import { run } from '../../cli/program.ts';
import type { Config } from '../../config/config.ts';
import { readEnvironment } from '../../config/environment.ts';
import { openConfig } from '../../config/load.ts';
import { testFolder } from '../support/folder.ts';
import { world } from './world.ts';

/** A gym with two rooms, and a folder for its data. */
export interface World {
  readonly dataDir: string;
  readonly configPath: string;
  readonly config: () => Promise<Config>;
}

const CONFIG = `
gyms:
  - id: north
    name: North
    timezone: Europe/London
    rooms:
      - id: hall
        name: Main Hall
        cameras: [{ id: hall, url: "scene:studio?people=3&seed=7" }]
      - id: loft
        name: Loft
        cameras: [{ id: loft, url: "scene:studio?people=3&seed=8" }]
`;

export async function createWorld(config = CONFIG): Promise<World> {
  const folder = testFolder();
  const configPath = join(folder, 'turnout.yaml');
  await writeFile(configPath, config);
  const variables = { TURNOUT_CONFIG: configPath, TURNOUT_DATA: join(folder, 'data') };
  return {
    dataDir: join(folder, 'data'),
    configPath,
    config: () => openConfig(readEnvironment(variables)),
  };
}

/** @param config text of `turnout.yaml`; left out: gym north with the rooms hall and loft. */
export async function typed(config?: string) {
  const here = await createWorld(config);
  vi.stubEnv('TURNOUT_CONFIG', here.configPath);
  vi.stubEnv('TURNOUT_DATA', here.dataDir);
  const ask = async (...args: string[]) => {
    const { context, out, err } = world(args, here.dataDir);
    const code = await run(args, context);
    return { code, out: out(), err: err() };
  };
  const json = async (...args: string[]) => JSON.parse((await ask(...args, '--json')).out);
  return { ...here, folder: dirname(here.configPath), ask, json };
}
