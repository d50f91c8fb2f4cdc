/** The real program as a child process, with a folder of its own, for parts that hurt it. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Served, serve } from '../../../test/support/served.ts';

export interface ProgramOptions {
  /** The working folder. The data is in `data` below it. */
  readonly folder: string;
  /** Becomes `turnout.yaml` of the folder. */
  readonly config: object;
  readonly variables?: Readonly<Record<string, string>>;
  /** Ends it by SIGKILL while it starts; `startProgram` rejects then. */
  readonly signal?: AbortSignal;
}

export interface Program extends Served {
  readonly dataFolder: string;
}

/** A folder under the system's one for temporary files. `drop` removes it. */
export async function scratchFolder(): Promise<{ path: string; drop: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'turnout-torture-'));
  return { path, drop: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Resolves once it listens. Rejects with the end of its log where it ends before. */
export async function startProgram(options: ProgramOptions): Promise<Program> {
  const { folder, config, variables = {}, signal } = options;
  // JSON is YAML.
  await writeFile(join(folder, 'turnout.yaml'), JSON.stringify(config));
  const dataFolder = join(folder, 'data');
  const own = { TURNOUT_DATA: dataFolder, TURNOUT_CONFIG: join(folder, 'turnout.yaml') };
  const served = await serve([process.execPath, resolve('bin/turnout.cjs'), 'serve'], {
    cwd: folder,
    variables: { ...own, ...variables },
    ...(signal !== undefined && { signal }),
  });
  return { ...served, dataFolder };
}
