/**
 * In tests in place of `runtime/worker-module.ts`: threads start from the compiled tree. Through tsx each takes two seconds
 * of a core, here a third of one.
 */

import { pathToFileURL } from 'node:url';
import type { WorkerModule } from '../../runtime/worker-module.ts';
import { compiledFile } from './compiled.ts';

/** As there. */
export function workerModule(name: string): WorkerModule {
  return { url: pathToFileURL(compiledFile(`${name}.ts`)), execArgv: [] };
}
