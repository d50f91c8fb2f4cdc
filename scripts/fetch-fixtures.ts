/**
 * `npx tsx scripts/fetch-fixtures.ts`: fetches what tests and benches need and the repository does not hold into `.fixtures/`, each by
 * its SHA-256. A file that is not the expected one is not stored. What cannot be fetched is named with the reason; the
 * tests that need it are skipped.
 *
 *   --from URL   fetches every file from below this address, in place of where it is published
 */

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { FIXTURE_FOLDER, FIXTURES, type Fixture, fixturePath } from '../test/support/fixtures.ts';

const TIMEOUT_MS = 120_000;

const { values: chosen } = parseArgs({ options: { from: { type: 'string' } } });
const missing: string[] = [];
for (const fixture of FIXTURES) {
  const reason = isHere(fixture) ? null : await bring(fixture);
  const state = reason === null ? fixturePath(fixture.file) : `missing: ${reason}`;
  console.log(`${fixture.file}: ${state}`);
  if (reason !== null) missing.push(fixture.file);
}
console.log(
  'labelled pictures: not published; `npx tsx bench/accuracy/run.ts --data DIR` takes your own',
);
process.exitCode = missing.length === 0 ? 0 : 1;

function isHere({ file, sha256 }: Fixture): boolean {
  const path = fixturePath(file);
  return existsSync(path) && sha256 === hashOf(readFileSync(path));
}

/** Stores the file; returns why it could not. */
async function bring({ file, sha256, address }: Fixture): Promise<string | null> {
  const from = chosen.from === undefined ? address : `${chosen.from}/${file}`;
  if (from === null) return 'no one publishes this file; put it there yourself';
  const bytes = await fetchBytes(from);
  if (typeof bytes === 'string') return `${bytes} from ${from}`;
  const got = hashOf(bytes);
  if (got !== sha256) return `expected SHA-256 ${sha256}, got ${got} from ${from}`;
  mkdirSync(FIXTURE_FOLDER, { recursive: true });
  const draft = join(FIXTURE_FOLDER, `${basename(file)}.${process.pid}`);
  writeFileSync(draft, bytes);
  renameSync(draft, join(FIXTURE_FOLDER, file));
  return null;
}

async function fetchBytes(address: string): Promise<Uint8Array | string> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok) return `got HTTP status ${response.status}`;
    return new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    return `got no answer (${error instanceof Error ? error.message : 'unknown'})`;
  }
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
