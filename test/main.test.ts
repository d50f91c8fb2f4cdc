/** The whole program in one process: started and stopped, with nothing left behind. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { start } from '../main.ts';
import { readLock } from '../store/history/folder/lock.ts';
import { testFolder } from './support/folder.ts';
import { copyLogLine } from './support/log-copy.ts';

it('the program refuses a data folder that another process owns, and leaves nothing when the port is taken or it stops', async () => {
  const folder = testFolder();
  const [own, other] = [join(folder, 'data'), join(folder, 'other')];
  const TURNOUT_CONFIG = join(folder, 'turnout.yaml');
  await writeFile(TURNOUT_CONFIG, 'gyms: [{ id: north, timezone: Europe/London }]\n');
  const logTo = new Writable({
    write: (chunk, _, done) => {
      copyLogLine(String(chunk));
      done();
    },
  });
  const begin = (TURNOUT_DATA: string, PORT = '0') =>
    start({ variables: { PORT, TURNOUT_DATA, TURNOUT_CONFIG }, logTo });
  const program = await begin(own);
  await expect(begin(own)).rejects.toMatchObject({ code: 'data_locked' });
  const taken = begin(other, new URL(program.url).port);
  await expect(taken).rejects.toMatchObject({ code: 'port_in_use' });
  await program.stop();
  await expect(fetch(program.url)).rejects.toThrow();
  expect([await readLock(own), await readLock(other)]).toEqual([null, null]);
});
