/** The built program in an empty folder, started again on the same port as often as a check wants. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../support/loopback.ts';
import { serve } from '../../../support/served.ts';
import { COMMAND } from '../../../support/turnout.ts';

export type OwnProgram = Awaited<ReturnType<typeof startProgram>>;

/** @param prepare fills the folder before the first start. @param variables of its environment. */
export async function startProgram(
  prepare?: (folder: string) => Promise<void>,
  variables: NodeJS.ProcessEnv = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'turnout-first-'));
  await prepare?.(folder);
  const port = await freePort();
  const place = { cwd: folder, variables: { PORT: String(port), ...variables } };
  const start = () => serve([process.execPath, COMMAND, 'serve'], place);
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
