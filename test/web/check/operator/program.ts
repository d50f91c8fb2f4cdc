/** The built program in an empty folder, started again on the same port as often as a check wants. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../support/loopback.ts';
import { serve } from '../../../support/served.ts';

const COMMAND = fileURLToPath(new URL('../../../../bin/turnout.cjs', import.meta.url));

export type OwnProgram = Awaited<ReturnType<typeof startProgram>>;

/** @param prepare fills the folder before the first start. */
export async function startProgram(prepare?: (folder: string) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), 'turnout-first-'));
  await prepare?.(folder);
  const port = await freePort();
  const start = () =>
    serve([process.execPath, COMMAND, 'serve'], { cwd: folder, variables: { PORT: String(port) } });
  const before: string[] = [];
  let running = await start();
  const log = () => [...before, ...running.log];
  return {
    url: running.url,
    folder,
    /** Lines of its log so far, of all its starts. */
    log,
    /** By which the first owner gets in: its log has it. */
    setUpCode: () => /"set_up_code":"([^"]+)"/.exec(log().join('\n'))?.[1] ?? '',
    restart: async () => {
      await running.end();
      before.push(...running.log);
      running = await start();
    },
    /** Ends it and removes the folder. */
    end: async () => {
      await running.end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
