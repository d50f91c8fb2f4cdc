/**
 * Writes every file that is made from the source; with `--check` writes none and fails where one is out of date.
 *
 * A generated file is checked in, so that a reader and an editor have it without building anything. To add one, add a
 * row to GENERATED.
 */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { publishedDocument } from '../api/published-document.ts';
import { clientTypes } from './generate/client-types.ts';
import { configurationPage } from './generate/configuration-page.ts';
import { errorCodes } from './generate/description.ts';
import { errorsPage } from './generate/errors-page.ts';
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
  readonly make: () => string;
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
];

const fromRoot = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

const isCheck = process.argv.includes('--check');
const outdated = GENERATED.filter(({ path, make }) => {
  const text = make();
  const file = fromRoot(path);
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return false;
  if (!isCheck) writeFileSync(file, text);
  return true;
}).map(({ path }) => path);
if (outdated.length > 0 && isCheck) {
  console.error(`out of date: ${outdated.join(', ')}; run "npm run generate"`);
  process.exitCode = 1;
} else for (const path of outdated) console.log(`wrote ${path}`);
