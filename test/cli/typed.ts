/** Commands as a user types them, over the data folder of a gym of the test's own. */

import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { run } from '../../cli/program.ts';
import type { Config } from '../../config/config.ts';
import { readEnvironment } from '../../config/environment.ts';
import { openConfig } from '../../config/load.ts';
import { testFolder } from '../support/folder.ts';
import { own } from './owned.fixture.ts';
import { world } from './world.ts';

/** A gym, and a folder for its data. */
export interface World {
  readonly dataDir: string;
  readonly configPath: string;
  readonly config: () => Promise<Config>;
}

const roomOf = (id: string, name: string) => {
  return { id, name, cameras: [{ id, url: 'scene:studio?people=3&seed=7' }] };
};
const TWO_ROOMS = [roomOf('hall', 'Main Hall'), roomOf('loft', 'Loft')];

/** The text of a configuration: the gym north with its hall, of which this is said too. */
export function gymText(gym: object = {}, file: object = {}): string {
  const rooms = [{ id: 'hall', name: 'Main Hall', capacity: 20 }];
  return JSON.stringify({
    gyms: [{ id: 'north', timezone: 'Europe/London', rooms, ...gym }],
    ...file,
  });
}

/** @param config text of `turnout.yaml`; left out: gym north with the rooms hall and loft, a camera in each. */
export async function createWorld(
  config = gymText({ name: 'North', rooms: TWO_ROOMS }),
): Promise<World> {
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

/** Owns the folder as a running server does, until the test is over. */
export async function owned({ dataDir, config }: World, seen?: Parameters<typeof own>[2]) {
  const owner = await own(dataDir, config, seen);
  onTestFinished(() => owner.stop());
  return owner;
}

/** What a command says that is typed with these words; without a folder the data is nowhere. */
export async function askIn(dataDir: string | undefined, ...args: string[]) {
  const { context, out, err } = world(args, dataDir);
  const code = await run(args, context);
  return { code, out: out(), err: err() };
}

/** As {@link createWorld}, in the environment of the commands. */
export async function typed(config?: string) {
  const here = await createWorld(config);
  vi.stubEnv('TURNOUT_CONFIG', here.configPath);
  vi.stubEnv('TURNOUT_DATA', here.dataDir);
  const ask = (...args: string[]) => askIn(here.dataDir, ...args);
  const json = async (...args: string[]) => JSON.parse((await ask(...args, '--json')).out);
  return { ...here, folder: dirname(here.configPath), ask, json };
}
