/**
 * `npx tsx scripts/fetch-fixtures.ts`: fetches what tests and benches need and the repository does not hold into `.fixtures/`, each by
 * its SHA-256. A file that is not the expected one is not stored. What cannot be fetched is named with the reason; the
 * tests that need it are skipped.
 */

import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { download } from '../engine/models/download.ts';
import { messageOf } from '../errors.ts';
import { sha256Of } from '../runtime/sha256.ts';
import { FIXTURE_FOLDER, FIXTURES, type Fixture, fixturePath } from '../test/support/fixtures.ts';

mkdirSync(FIXTURE_FOLDER, { recursive: true });
for (const fixture of FIXTURES) {
  const { file, sha256 } = fixture;
  const path = fixturePath(file);
  try {
    if (!existsSync(path) || (await sha256Of(path)) !== sha256) await bring(fixture);
    console.log(`${file}: ${fixturePath(file)}`);
  } catch (error) {
    console.log(`${file}: missing: ${messageOf(error)}`);
    process.exitCode = 1;
  }
}
console.log(
  'labelled pictures: not published; `npx tsx bench/accuracy/run.ts --data DIR` takes your own',
);

async function bring({ file, sha256, address }: Fixture): Promise<void> {
  if (address === null) throw new Error('no one publishes this file; put it there yourself');
  const draft = join(FIXTURE_FOLDER, `${file}.${process.pid}`);
  try {
    await download(address, draft, { where: file, hint: 'try again later' });
    const got = await sha256Of(draft);
    if (got !== sha256) throw new Error(`expected SHA-256 ${sha256}, got ${got} from ${address}`);
    renameSync(draft, join(FIXTURE_FOLDER, file));
  } finally {
    rmSync(draft, { force: true });
  }
}
