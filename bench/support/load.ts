/**
 * Load for HTTP servers, always from a process of its own: how much a server can take, and how long it takes at a given
 * rate. Servers are processes of their own too, so that their processor time can be read.
 */

import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { every } from '../../engine/timers.ts';
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
const LOOK_MS = 100;
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
  const ran = await generate(command, args, target);
  const counted = JSON.parse(ran.line) as Counted;
  check(target, counted);
  const { serverCpuUs, serverShare, generatorShare } = ran;
  return {
    generator,
    perSecond: counted.requests / counted.seconds,
    serverUs: serverCpuUs === null ? null : serverCpuUs / counted.requests,
    serverShare,
    generatorShare,
  };
}

interface Ran {
  /** The last line of what the generator said. */
  readonly line: string;
  readonly serverCpuUs: number | null;
  readonly serverShare: number | null;
  readonly generatorShare: number | null;
}

/** Shares are read every {@link LOOK_MS} while it runs: the generator's time cannot be read once it has ended. */
async function generate(
  command: string,
  args: readonly string[],
  target: LoadTarget,
): Promise<Ran> {
  const server = new CpuTime(target.pid);
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const own = new CpuTime(child.pid ?? 0);
  const startMs = performance.now();
  let shares: readonly (number | null)[] = [null, null];
  const look = () => {
    const passedUs = (performance.now() - startMs) * 1_000;
    const spent = [server.spentUs(), own.spentUs()];
    if (spent[1] !== null) shares = spent.map((us) => (us === null ? null : us / passedUs));
  };
  const stop = new AbortController();
  const looking = every(
    { periodMs: LOOK_MS, signal: stop.signal, onError: () => undefined },
    async () => look(),
  );
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  stop.abort();
  await looking;
  if (code !== 0) throw new Error(`${command} ended with ${String(code)}: ${output}`);
  const [serverShare = null, generatorShare = null] = shares;
  const line = output.trimEnd().split('\n').at(-1) ?? '';
  return { line, serverCpuUs: server.spentUs(), serverShare, generatorShare };
}

export interface HeldRate {
  /** Latencies of the answers after the warm-up, each from the instant at which its request was due, µs. */
  readonly p50Us: number;
  readonly p99Us: number;
  readonly p999Us: number;
  readonly heldPerSecond: number;
  /** Why the figures are worth nothing; null where they are not. */
  readonly fault: string | null;
  /** Share of one core that the server and the generator had, 0..; null where the system does not tell. */
  readonly serverShare: number | null;
  readonly generatorShare: number | null;
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
  const asked = { url, secret, status, answerBytes, connections: CONNECTIONS };
  const wanted = { ...asked, perSecond, seconds, warmUpSeconds: RATE_WARM_UP_SECONDS };
  const args = [compiledFile('bench/support/rate-generator.ts'), JSON.stringify(wanted)];
  const ran = await generate(process.execPath, args, target);
  const held = JSON.parse(ran.line) as Omit<HeldRate, 'fault'>;
  const off = held.heldPerSecond / perSecond - 1;
  const isHeld = Math.abs(off) <= RATE_TOLERANCE;
  const fault = isHeld ? null : `${held.heldPerSecond.toFixed(0)} a second instead of ${perSecond}`;
  return { ...held, fault, serverShare: ran.serverShare, generatorShare: ran.generatorShare };
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
