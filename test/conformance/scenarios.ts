/** Which scenarios the official suite has for a server, and which of them are run against the program itself. */

import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { installedPath } from './installed.ts';

export const REVISIONS = ['2026-07-28', '2025-11-25'] as const;
export type Revision = (typeof REVISIONS)[number];

/** Those that look for nothing that a server is not free to have: no tool, resource or prompt of a certain name. */
export const WITHOUT_FIXTURES: Readonly<Record<Revision, readonly string[]>> = {
  '2026-07-28': [
    'tools-list',
    'server-sse-multiple-streams',
    'resources-list',
    'sep-2164-resource-not-found',
    'prompts-list',
    'dns-rebinding-protection',
    'caching',
    'input-required-result-unsupported-methods',
    'http-header-validation',
  ],
  '2025-11-25': [
    'server-initialize',
    'ping',
    'tools-list',
    'server-sse-multiple-streams',
    'resources-list',
    'prompts-list',
    'dns-rebinding-protection',
    'server-session-lifecycle',
  ],
};

export interface Requirements {
  readonly required: readonly string[];
  /** Run, but of no weight for whether a server conforms. */
  readonly notScored: readonly string[];
}

/** As the suite itself lists them. */
export async function requirementsOf(revision: Revision): Promise<Requirements> {
  const file = new URL(
    `../requirements/${revision}.yaml`,
    `file://${installedPath('conformance')}`,
  );
  const { server, not_scored } = parse(await readFile(file, 'utf8')) as {
    readonly server: readonly string[];
    readonly not_scored: readonly { readonly scenario: string; readonly leg: string }[];
  };
  const notScored = not_scored.filter(({ leg }) => leg === 'server');
  return { required: server, notScored: notScored.map(({ scenario }) => scenario) };
}
