/** The detectors of `detectors/examples/`, each with options that run it without a network. */

import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

export interface Example {
  readonly name: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** Why it cannot run here. */
  readonly lacks?: string;
}

export const examplePath = (name: string) => resolve(`detectors/examples/${name}.mjs`);

const hasPython = spawnSync('python3', ['-c', 'pass']).status === 0;

/** @param serverUrl of an inference server. */
export function examples(serverUrl: string): readonly Example[] {
  return [
    { name: 'python-child', options: {}, ...(!hasPython && { lacks: 'skipped without python3' }) },
    { name: 'inference-server', options: { url: serverUrl } },
    { name: 'frame-difference', options: {} },
    { name: 'density', options: {} },
  ];
}
