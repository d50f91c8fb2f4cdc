/**
 * The real program over the data folder of fourteen seeded gyms, at an instant that does not pass. What made the folder is
 * `test/recorded/gyms.fixture.ts` of commit fa2581e2.
 */

import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { ownerOf } from '../../cli/owner.ts';
import { compiledTree } from '../support/compiled.ts';
import { serve } from '../support/served.ts';

/** Monday 23 November 2026, 18:50 in London: classes of the evening are on. */
const RECORDED_AT_UTC_MS = Date.UTC(2026, 10, 23, 18, 50);
export const RECORDED_FOLDER = new URL('../fixtures/recorded/', import.meta.url);

export type RecordedProgram = Awaited<ReturnType<typeof startRecorded>>;

export async function startRecorded() {
  const folder = await mkdtemp(join(tmpdir(), 'turnout-recorded-'));
  const data = join(folder, 'data');
  const config = join(folder, 'turnout.yaml');
  await mkdir(data, { mode: 0o700 });
  await copyFile(new URL('turnout.yaml', RECORDED_FOLDER), config);
  const packed = await readFile(new URL('turnout.sqlite.gz', RECORDED_FOLDER));
  await writeFile(join(data, 'turnout.sqlite'), gunzipSync(packed), { mode: 0o600 });
  const clock = fileURLToPath(new URL('frozen-clock.mjs', import.meta.url));
  const variables = {
    TURNOUT_CONFIG: config,
    TURNOUT_DATA: data,
    NODE_OPTIONS: `--import ${clock}`,
    RECORDED_AT_UTC_MS: String(RECORDED_AT_UTC_MS),
  };
  const launcher = join(compiledTree(), 'bin/turnout.cjs');
  const server = await serve([process.execPath, launcher, 'serve'], { cwd: folder, variables });
  const owner = ownerOf(data);
  return {
    url: server.url,
    /** A key of an owner, made as by the command line. */
    key: async (gym: string) =>
      (await owner('POST /keys', { query: { gym }, body: { role: 'owner' } })).secret,
    stop: async () => {
      await server.end();
      await rm(folder, { recursive: true });
    },
  };
}
