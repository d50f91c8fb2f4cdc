/** What is checked: the program as it starts with no configuration, and the endpoint with the fixtures of the suite. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Running, start } from '../../main.ts';
import { bearer, KEYS, startMcp } from '../api/mcp/mcp-service.fixture.ts';
import { BACKINGS, listen } from '../support/backings.ts';
import { conformanceFixtures } from './fixtures/index.ts';
import { startProxy } from './proxy.ts';

export interface Target {
  /** Through a proxy that adds the credential, without a slash at its end. */
  readonly url: string;
  close(): Promise<void>;
}

export interface Program extends Target {
  /** Without the proxy. */
  readonly ownUrl: string;
  readonly dataFolder: string;
  /** Of the owner of the only gym, which is the demo. */
  readonly key: string;
}

/** The program with the demo, in a data folder of its own. @param keepLine Takes each line of its log. */
export async function startProgram(
  keepLine: (line: string) => void = () => undefined,
): Promise<Program> {
  const folder = await mkdtemp(join(tmpdir(), 'turnout-conformance-'));
  const opened: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true })];
  const close = async (): Promise<void> => {
    for (const undo of opened.splice(0).reverse()) await undo();
  };
  try {
    const running = await start({
      variables: { HOST: '127.0.0.1', PORT: '0', TURNOUT_DATA: folder },
      logTo: { write: keepLine },
    });
    opened.push(() => running.stop());
    const key = await ownerKey(running);
    const proxy = await startProxy(running.url, bearer(key));
    opened.push(() => proxy.close());
    return { url: proxy.url, ownUrl: running.url, dataFolder: folder, key, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The endpoint over the same server as the program has, with what the scenarios look for. */
export async function startFixtures(): Promise<Target> {
  const over = BACKINGS.at(-1)?.[1] ?? listen;
  const service = await startMcp({ over, extend: conformanceFixtures() });
  const proxy = await startProxy(service.url, bearer(KEYS.owner));
  return {
    url: proxy.url,
    close: async () => {
      await proxy.close();
      await service.close();
    },
  };
}

async function ownerKey({ access, config }: Running): Promise<string> {
  const [gym] = config.gyms;
  if (gym === undefined) throw new Error('the program has no gym');
  const { secret } = await access.createKey({ gymId: gym.id, role: 'owner', by: 'conformance' });
  return secret;
}
