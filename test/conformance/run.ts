/**
 * `npm run conformance`: the official suite, in both revisions of the protocol, against the program as it starts with no
 * configuration. It runs the scenarios that ask for no tool, resource or prompt of a certain name. Ends with 1 when one
 * does not pass that is not in `NOT_PASSED`. Needs `npm ci --prefix test/conformance/official`.
 */

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { start } from '../../main.ts';
import { listening, stopped } from '../support/loopback.ts';

const IN_BOTH = [
  ...['tools-list', 'server-sse-multiple-streams', 'resources-list', 'prompts-list'],
  'dns-rebinding-protection',
];
const SCENARIOS = {
  '2026-07-28': [
    ...IN_BOTH,
    ...['sep-2164-resource-not-found', 'caching', 'http-header-validation'],
    'input-required-result-unsupported-methods',
  ],
  '2025-11-25': [...IN_BOTH, 'server-initialize', 'ping', 'server-session-lifecycle'],
};

/** The program keeps no sessions, as the protocol allows: the suite stops where it gets no id of one. */
const NOT_PASSED = [
  '2025-11-25 server-sse-multiple-streams',
  '2025-11-25 server-session-lifecycle',
];

const SUITE = installed('@modelcontextprotocol/conformance/dist/index.js');
/** The suite wants Node 22; Turnout itself runs on this one. */
const NODE =
  Number.parseInt(process.versions.node, 10) >= 22
    ? process.execPath
    : installed(`node-linux-${process.arch}/bin/node`);

const folder = await newFolder();
const variables = { HOST: '127.0.0.1', PORT: '0', TURNOUT_DATA: folder };
const program = await start({ variables, logTo: { write: () => undefined } });
const gymId = program.config.gyms[0]?.id ?? '';
const { secret } = await program.access.createKey({ gymId, role: 'owner', by: 'conformance' });
/**
 * Adds a credential, which the official suite cannot send. Everything else goes through as it is, `Host` and `Origin`
 * above all: what the program makes of them is part of what is checked.
 */
const proxy = createServer((incoming, outgoing) => {
  const { hostname, port } = new URL(program.url);
  const { method, url: path } = incoming;
  const headers = { ...incoming.headers, authorization: `Bearer ${secret}` };
  const forwarded = request({ hostname, port, method, path, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
    answer.on('error', () => outgoing.destroy());
  });
  forwarded.on('error', () => outgoing.destroy());
  outgoing.on('close', () => forwarded.destroy());
  incoming.pipe(forwarded);
});
const endpoint = `http://127.0.0.1:${await listening(proxy)}/mcp`;
const surprises: string[] = [];
try {
  for (const [revision, scenarios] of Object.entries(SCENARIOS)) {
    for (const scenario of scenarios) {
      const name = `${revision} ${scenario}`;
      let faults = await faultsOf(scenario, revision);
      const isListed = NOT_PASSED.includes(name);
      // The suite waits for some answers for half a second only, which a busy machine may miss: once more.
      if (faults.length > 0 && !isListed) faults = await faultsOf(scenario, revision);
      const isPassed = faults.length === 0;
      console.log(`${name}: ${isPassed ? 'passed' : faults.join('; ')}`);
      if (isPassed === isListed) surprises.push(name);
    }
  }
} finally {
  await stopped(proxy);
  await program.stop();
  await rm(folder, { recursive: true });
}
const verdict = surprises.length === 0 ? 'All as expected' : `Not as expected: ${surprises}`;
console.log(`\n${verdict}`);
process.exitCode = surprises.length === 0 ? 0 : 1;

interface Check {
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
}

/** What failed, in the words of the suite, or that nothing was checked. */
async function faultsOf(scenario: string, revision: string): Promise<readonly string[]> {
  const folder = await newFolder();
  try {
    const to = ['--url', endpoint, '--output-dir', folder];
    const what = ['--scenario', scenario, '--spec-version', revision];
    // The exit status says no more than the files.
    await new Promise((done) => execFile(NODE, [SUITE, 'server', ...to, ...what], done));
    const checks: Check[] = [];
    for (const name of await readdir(folder)) {
      checks.push(...JSON.parse(await readFile(join(folder, name, 'checks.json'), 'utf8')));
    }
    const failed = checks.filter(({ status }) => status === 'FAILURE');
    if (failed.length > 0) {
      return failed.map(({ id, errorMessage }) => `${id}: ${errorMessage ?? 'no reason'}`);
    }
    return checks.some(({ status }) => status === 'SUCCESS') ? [] : ['nothing was checked'];
  } finally {
    await rm(folder, { recursive: true });
  }
}

function newFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'turnout-conformance-'));
}

function installed(path: string): string {
  const whole = new URL(`official/node_modules/${path}`, import.meta.url);
  if (existsSync(whole)) return fileURLToPath(whole);
  throw new Error(
    `${path} is not installed: run "npm ci --prefix test/conformance/official" first`,
  );
}
