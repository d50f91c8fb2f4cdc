/**
 * Load for HTTP servers, always from a process of its own: how much a server can take, and how long it takes at a given
 * rate. Servers are processes of their own too, so that their processor time can be read.
 */

import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { delay } from '../../engine/timers.ts';
import { compiledFile, compiledTree } from './compiled.ts';
import { CpuTime } from './cpu-time.ts';

/** What is asked, and what must come back. */
export interface LoadTarget {
  /** Of the server. */
  readonly pid: number;
  /** With path and query. */
  readonly url: string;
  readonly secret: string;
  readonly status: number;
  /** Head and body of an answer, bytes. */
  readonly answerBytes: number;
}

export interface Saturation {
  readonly generator: 'wrk' | 'autocannon';
  readonly perSecond: number;
  /** Processor time of the server for one request, µs, all its threads; null where the system does not tell. */
  readonly serverUs: number | null;
  /** Share of one core that the server and the generator had while it ran, 0..; null where the system does not tell. */
  readonly serverShare: number | null;
  readonly generatorShare: number | null;
}

/** Asked at the same time, each for one thing at once. Chosen here: with fewer the servers wait for the generator. */
const CONNECTIONS = 64;
/** How far the bytes of all answers may be off those expected: what was under way at the end is counted in bytes alone. */
const TOLERANCE = 0.005;

export const hasWrk = spawnSync('wrk', ['--version']).error === undefined;

interface Counted {
  readonly requests: number;
  readonly seconds: number;
  readonly bytes: number;
  /** Answers of a status of 400 and more. */
  readonly refused: number;
  /** Connections that broke, and requests without an answer in time. */
  readonly broken: number;
}

/**
 * As many requests as the server can answer, each connection asking again when it was answered: by wrk where it is
 * installed, else by autocannon, which is slower than fast servers. Throws where an answer is not the expected one.
 */
export async function saturate(target: LoadTarget, seconds: number): Promise<Saturation> {
  const generator = hasWrk ? 'wrk' : 'autocannon';
  const [command, args] = generator === 'wrk' ? wrk(target, seconds) : autocannon(target, seconds);
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const server = new CpuTime(target.pid);
  const generatorShare = shareUntil(child.pid ?? 0, seconds * 0.9);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  if (code !== 0) throw new Error(`${generator} ended with ${String(code)}: ${output}`);
  const counted = JSON.parse(output.trimEnd().split('\n').at(-1) ?? '') as Counted;
  check(target, counted);
  const cpuUs = server.spentUs();
  return {
    generator,
    perSecond: counted.requests / counted.seconds,
    serverUs: cpuUs === null ? null : cpuUs / counted.requests,
    serverShare: cpuUs === null ? null : cpuUs / 1e6 / counted.seconds,
    generatorShare: await generatorShare,
  };
}

/** Share of a core that a process has from now on for so many seconds; read while it lives. */
async function shareUntil(pid: number, seconds: number): Promise<number | null> {
  const time = new CpuTime(pid);
  await delay(seconds * 1_000);
  const cpuUs = time.spentUs();
  return cpuUs === null ? null : cpuUs / 1e6 / seconds;
}

function check({ url, status, answerBytes }: LoadTarget, counted: Counted): void {
  const { requests, bytes, refused, broken } = counted;
  if (requests === 0 || broken > 0) throw new Error(`${url}: ${broken} of ${requests} broke`);
  const expected = status >= 400 ? requests : 0;
  if (refused !== expected) throw new Error(`${url}: ${refused} of ${requests} are 4xx or 5xx`);
  const off = bytes / (requests * answerBytes) - 1;
  if (Math.abs(off) > TOLERANCE) {
    throw new Error(`${url}: ${bytes / requests} bytes an answer, expected ${answerBytes}`);
  }
}

/** Tells what it counted exactly; its usual text rounds. */
const DONE = `function done(s, l, r)
  local e = s.errors
  io.write(string.format('{"requests":%d,"seconds":%f,"bytes":%d,"refused":%d,"broken":%d}\\n',
    s.requests, s.duration / 1e6, s.bytes, e.status, e.connect + e.read + e.write + e.timeout))
end
`;

type Command = readonly [command: string, args: string[]];

function wrk({ url, secret }: LoadTarget, seconds: number): Command {
  const script = join(tmpdir(), 'turnout-bench-wrk.lua');
  writeFileSync(script, DONE);
  const load = ['-t', '1', '-c', String(CONNECTIONS), '-d', `${seconds}s`, '-s', script];
  return ['wrk', [...load, '-H', `Authorization: Bearer ${secret}`, url]];
}

function autocannon({ url, secret }: LoadTarget, seconds: number): Command {
  compiledTree();
  const file = compiledFile('bench/support/autocannon-saturation.ts');
  const wanted = { url, secret, seconds, connections: CONNECTIONS };
  return [process.execPath, [file, JSON.stringify(wanted)]];
}
