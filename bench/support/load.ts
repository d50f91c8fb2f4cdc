/**
 * Load for HTTP servers, always from a process of its own: how much a server can take, and how long it takes at a given
 * rate. Servers are processes of their own too, so that their processor time can be read.
 */

import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { compiledFile, compiledTree } from '../../test/support/compiled.ts';
import { cpuUsOf } from './cpu-time.ts';
import { isQuick } from './quick.ts';

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
  readonly perSecond: number;
  /** Processor time of the server for one request, µs, all its threads; null where the system does not tell. */
  readonly serverUs: number | null;
  /** Share of one core that the server had while it ran, 0..; null where the system does not tell. */
  readonly serverShare: number | null;
}

/** Asked at the same time, each for one thing at once. Chosen here: with fewer the servers wait for the generator. */
const CONNECTIONS = 64;
/**
 * How far the bytes of all answers may be off those expected: what was under way at the end is counted in bytes alone. In
 * a quick run on a busy machine that may be as many answers as were counted.
 */
const TOLERANCE = isQuick ? 1 : 0.005;

/** Linux alone, part of util-linux. */
const hasTaskset = spawnSync('taskset', ['--version']).error === undefined;

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
 * As many requests as the server can answer, each connection asking again when it was answered: by wrk, which is no package
 * but Debian's, since what runs on Node is slower than fast servers. Throws where an answer is not the expected one.
 */
export async function saturate(target: LoadTarget, seconds: number): Promise<Saturation> {
  const ran = await generate('wrk', wrkArguments(target, seconds), target);
  const counted = JSON.parse(ran.line) as Counted;
  check(target, counted);
  const { serverCpuUs } = ran;
  return {
    perSecond: counted.requests / counted.seconds,
    serverUs: serverCpuUs === null ? null : serverCpuUs / counted.requests,
    serverShare: serverCpuUs === null ? null : serverCpuUs / 1e6 / counted.seconds,
  };
}

interface Ran {
  /** The last line of what the generator said. */
  readonly line: string;
  readonly serverCpuUs: number | null;
}

async function generate(
  command: string,
  args: readonly string[],
  { pid }: LoadTarget,
): Promise<Ran> {
  const beforeUs = cpuUsOf(pid);
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const code = await new Promise((resolve, reject) =>
    child
      .on('error', ({ message }) => reject(new Error(`${message}: install ${command}`)))
      .on('close', resolve),
  );
  if (code !== 0) throw new Error(`${command} ended with ${String(code)}: ${output}`);
  const afterUs = cpuUsOf(pid);
  const serverCpuUs = beforeUs === null || afterUs === null ? null : afterUs - beforeUs;
  return { line: output.trimEnd().split('\n').at(-1) ?? '', serverCpuUs };
}

export interface HeldRate {
  /** Of the answers after the warm-up, each from the instant at which its request was due, µs. */
  readonly p99Us: number;
  readonly heldPerSecond: number;
  /** Why the figures are worth nothing; null where they are not. */
  readonly fault: string | null;
}

/** How far the rate may be off, and the time before the one that counts, s. */
const RATE_TOLERANCE = 0.02;
const RATE_WARM_UP_SECONDS = 0.5;

/**
 * How long answers take at a rate that is held whatever they take (`rate-generator.ts`). Throws where an answer is not the
 * expected one; tells a fault where the rate was not held.
 */
export async function holdRate(
  target: LoadTarget,
  perSecond: number,
  seconds: number,
): Promise<HeldRate> {
  compiledTree();
  const { url, secret, status, answerBytes } = target;
  const load = { url, secret, status, answerBytes, connections: CONNECTIONS };
  const wanted = { ...load, perSecond, seconds, warmUpSeconds: RATE_WARM_UP_SECONDS };
  const args = [
    // Its own collections must wait for no helper: the server would be charged for it.
    '--single-threaded-gc',
    compiledFile(new URL('./rate-generator.ts', import.meta.url)),
    JSON.stringify(wanted),
  ];
  const ran = await apart(target.pid, (command, before) =>
    generate(command, [...before, ...args], target),
  );
  const held = JSON.parse(ran.line) as Omit<HeldRate, 'fault'>;
  const off = held.heldPerSecond / perSecond - 1;
  const isHeld = Math.abs(off) <= RATE_TOLERANCE;
  const fault = isHeld ? null : `${held.heldPerSecond.toFixed(0)} a second instead of ${perSecond}`;
  return { ...held, fault };
}

/**
 * Has the generator on the first core and the thread that answers on the others, where the system can tell them apart. The
 * generator never sleeps: left to itself the scheduler wakes the server on the generator's core now and then, where it
 * waits for milliseconds, and the more the more of its time the server is awake.
 */
async function apart<T>(
  pid: number,
  run: (command: string, before: readonly string[]) => Promise<T>,
): Promise<T> {
  const cores = availableParallelism();
  if (!hasTaskset || cores < 2) return await run(process.execPath, []);
  const keep = (list: string) => spawnSync('taskset', ['-c', '-p', list, String(pid)]);
  keep(`1-${cores - 1}`);
  try {
    return await run('taskset', ['-c', '0', process.execPath]);
  } finally {
    keep(`0-${cores - 1}`);
  }
}

function check({ url, status, answerBytes }: LoadTarget, counted: Counted): void {
  const { requests, bytes, refused, broken } = counted;
  // On a busy machine, which a quick run may have, an answer may come too late.
  const isBroken = broken > 0 && !isQuick;
  if (requests === 0 || isBroken) throw new Error(`${url}: ${broken} of ${requests} broke`);
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

function wrkArguments({ url, secret }: LoadTarget, seconds: number): string[] {
  const script = join(tmpdir(), 'turnout-bench-wrk.lua');
  writeFileSync(script, DONE);
  const load = ['-t', '1', '-c', String(CONNECTIONS), '-d', `${seconds}s`, '-s', script];
  return [...load, '-H', `Authorization: Bearer ${secret}`, url];
}
