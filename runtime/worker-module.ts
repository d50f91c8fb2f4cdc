/**
 * Where a worker thread finds its entry. In `dist` that is a `.js` file which Node runs as it is; under tsx and vitest
 * it is the `.ts` source, for which the thread needs tsx's loader too.
 */

import { IS_SOURCE, installedFile } from './installation.ts';

/** With `execArgv` for the thread: a loader for TypeScript, or nothing. */
export type WorkerModule = ReturnType<typeof workerModule>;

/** @param name path of the entry from the root, without its extension: `engine/pool/worker`. */
export function workerModule(name: string) {
  const url = installedFile(IS_SOURCE ? `${name}.ts` : `dist/${name}.js`);
  if (!IS_SOURCE) return { url, execArgv: [] as string[] };
  // `--import tsx` registers its loader on the main thread only (tsx 4.23), so the thread is made to register it itself.
  const tsx = JSON.stringify(import.meta.resolve('tsx/esm/api'));
  const register = `import { register } from ${tsx}; register();`;
  return { url, execArgv: ['--import', `data:text/javascript,${encodeURIComponent(register)}`] };
}
