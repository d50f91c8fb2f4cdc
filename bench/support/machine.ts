/** Where and on what figures were taken: kept beside them, since a figure without it tells nothing. */

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';

export interface Machine {
  /** The instant, ISO 8601 in UTC. */
  readonly when: string;
  /** Commit of the working tree, with `+` at its end where something is changed; null outside a repository. */
  readonly revision: string | null;
  readonly processor: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly node: string;
  /** What the figures depend on most, by package. */
  readonly packages: Readonly<Record<string, string>>;
  /** Load average of the minute before. */
  readonly load: number;
}

const PACKAGES = [
  'node-av',
  'onnxruntime-node',
  'sharp',
  'piscina',
  '@btc-vision/uwebsockets.js',
  '@trufflesuite/uws-js-unofficial',
  'sqlite3',
  'fastify',
];

/** Kept figures are not what was measured: a long run in pieces, which keeps each, is one of one revision. */
const KEPT = ['bench/**/results.json', 'docs/reliability.md'].map(
  (path) => `:(exclude,glob)${path}`,
);

/** Facts of this computer and of the project in the folder the process was started in. */
export function machine(): Machine {
  return {
    when: new Date().toISOString(),
    revision: revision(),
    processor: cpus()[0]?.model ?? 'unknown processor',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 1e9),
    node: process.version,
    packages: Object.fromEntries(PACKAGES.map((name) => [name, versionOf(name)])),
    load: Number((loadavg()[0] ?? 0).toFixed(2)),
  };
}

function revision(): string | null {
  try {
    const commit = git('rev-parse', '--short', 'HEAD');
    return git('status', '--porcelain', '--', '.', ...KEPT) === '' ? commit : `${commit}+`;
  } catch {
    return null;
  }
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}

/** What is installed, whatever the package exports; not every package lets its own description be imported. */
function versionOf(name: string): string {
  try {
    const { version } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8'));
    return String(version);
  } catch {
    return 'not installed';
  }
}
