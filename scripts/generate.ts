/**
 * Writes every file that is made from the source; with `--check` writes none and fails where one is out of date.
 *
 * A generated file is checked in, so that a reader and an editor have it without building anything. To add one, add a
 * row to GENERATED.
 */

import { readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publishedDocument } from '../api/published-document.ts';
import { clientTypes } from './generate/client-types.ts';
import { configurationPage } from './generate/configuration-page.ts';
import { errorCodes } from './generate/description.ts';
import { errorsPage } from './generate/errors-page.ts';
import { exampleModelSums, lightDensity } from './generate/example-models.ts';
import { figuresPage } from './generate/figures-page.ts';
import { configSchema } from './generate/json-schema.ts';
import { makersPage } from './generate/makers-page.ts';
import { ownerPage } from './generate/owner-page.ts';
import { pythonTypes } from './generate/python-types.ts';
import { thirdPartyPage } from './generate/third-party/page.ts';

interface Generated {
  /** From the root of the project. */
  readonly path: string;
  /** The whole file, the same for the same source. */
  readonly make: () => string | Uint8Array;
}

const GENERATED: readonly Generated[] = [
  { path: 'config/schema.json', make: () => `${JSON.stringify(configSchema(), null, 2)}\n` },
  {
    path: 'api/openapi/openapi.json',
    make: () => `${JSON.stringify(publishedDocument(), null, 2)}\n`,
  },
  { path: 'docs/owner-api.md', make: ownerPage },
  { path: 'docs/camera-makers.md', make: makersPage },
  { path: 'docs/configuration.md', make: configurationPage },
  { path: 'docs/errors.md', make: errorsPage },
  { path: 'docs/figures.md', make: figuresPage },
  {
    path: 'THIRD-PARTY.md',
    make: () => thirdPartyPage(readFileSync(fromRoot('package-lock.json'), 'utf8')),
  },
  { path: 'clients/js/src/api.generated.ts', make: clientTypes },
  { path: 'clients/python/src/turnout_client/types.py', make: pythonTypes },
  {
    path: 'clients/contract/error-codes.json',
    make: () => `${JSON.stringify(errorCodes(), null, 2)}\n`,
  },
  { path: 'detectors/examples/light-density.onnx', make: lightDensity },
  { path: 'detectors/examples/light.sha256', make: exampleModelSums },
];

/** Paths of the generated files that are on the disk not what the source makes. */
export async function outdated(): Promise<readonly string[]> {
  const paths = await Promise.all(
    GENERATED.map(async ({ path, make }) => ((await isAsMade(path, make())) ? [] : [path])),
  );
  return paths.flat();
}

async function isAsMade(path: string, made: string | Uint8Array): Promise<boolean> {
  try {
    return (await readFile(fromRoot(path))).equals(Buffer.from(made));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

function fromRoot(path: string): string {
  return fileURLToPath(new URL(`../${path}`, import.meta.url));
}

async function writeAll(paths: readonly string[]): Promise<void> {
  for (const { path, make } of GENERATED) {
    if (!paths.includes(path)) continue;
    await mkdir(dirname(fromRoot(path)), { recursive: true });
    await writeFile(fromRoot(path), make());
    console.log(`wrote ${path}`);
  }
}

async function main(): Promise<void> {
  const paths = await outdated();
  if (!process.argv.includes('--check')) {
    await writeAll(paths);
  } else if (paths.length > 0) {
    console.error(`out of date: ${paths.join(', ')}; run "npm run generate"`);
    process.exitCode = 1;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
