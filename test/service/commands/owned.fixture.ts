/** A gym with two rooms, and a process that owns its data folder: this one, or a real second one. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import type { Config } from '../../../config/config.ts';
import { readEnvironment } from '../../../config/environment.ts';
import { openConfig } from '../../../config/load.ts';
import { systemClock } from '../../../runtime/clock.ts';
import { silentLog } from '../../../runtime/log/log.ts';
import { createOperations } from '../../../service/commands/operations.ts';
import { type Access, openAccess } from '../../../store/access/access.ts';
import { lockDataDir } from '../../../store/history/folder/lock.ts';
import { type History, openHistory } from '../../../store/history/history.ts';
import { compiledFile } from '../../support/compiled.ts';
import { serveOperations, TOKEN } from './served.fixture.ts';

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
  const folder = await mkdtemp(join(tmpdir(), 'turnout-owned-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const configPath = join(folder, 'turnout.yaml');
  await writeFile(configPath, config);
  const variables = { TURNOUT_CONFIG: configPath, TURNOUT_DATA: join(folder, 'data') };
  return {
    dataDir: join(folder, 'data'),
    configPath,
    config: () => openConfig(readEnvironment(variables)),
  };
}

export interface Owner {
  readonly access: Access;
  readonly history: History;
  stop(): Promise<void>;
}

/** Owns the folder as a server does. */
export async function own(
  dataDir: string,
  config: () => Promise<Config>,
  { status = null }: { readonly status?: (() => object) | null } = {},
): Promise<Owner> {
  const here = await config();
  const lock = await lockDataDir(dataDir, { clock: systemClock });
  const history = await openHistory({ dir: dataDir, clock: systemClock, log: silentLog });
  const world = { history, config: () => here, clock: systemClock };
  const access = await openAccess({ ...world, log: silentLog });
  const operations = createOperations({ ...world, access, status, notifications: null });
  const served = await serveOperations(operations);
  await lock.setServer(served.url, TOKEN);
  return {
    history,
    access,
    stop: async () => {
      await served.close();
      await access.close();
      await history.close();
      await lock.release();
    },
  };
}

/** The same in a second process; resolves once it takes operations. */
export async function ownElsewhere({
  dataDir,
  configPath,
}: World): Promise<{ kill(): Promise<void> }> {
  const path = compiledFile(new URL('./owner-main.fixture.ts', import.meta.url));
  const child = spawn(process.execPath, [path, dataDir, configPath], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const kill = async () => {
    child.kill('SIGKILL');
    await exited;
  };
  onTestFinished(kill);
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === 'owned') break;
  }
  return { kill };
}
