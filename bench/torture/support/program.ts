/** The real program as a child process, with a folder of its own, for parts that hurt it. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const LAUNCHER = resolve('bin/turnout.cjs');
/** Chosen here: a start takes 1.2 to 1.9 s, and 10 s where 28 others want the two cores. */
const START_LIMIT_MS = 60_000;
/** Newest lines of the log that are kept. */
const LOG_LINES = 2_000;

export interface ProgramOptions {
  /** The working folder. The data is in `data` below it. */
  readonly folder: string;
  /** Becomes `turnout.yaml` of the folder; without it the file that is there stays. */
  readonly config?: object;
  readonly variables?: Readonly<Record<string, string>>;
  /** Goes before `node`, such as `prlimit --nofile=64`; it must become the program, not start it. */
  readonly before?: readonly string[];
  /** Ends it by SIGKILL while it starts; `startProgram` rejects then. */
  readonly signal?: AbortSignal;
  /** Where the log goes instead of `log`: an open descriptor. */
  readonly stderr?: number;
}

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface Program {
  readonly pid: number;
  /** Without a slash at its end. */
  readonly url: string;
  readonly port: number;
  /** From the start of the process until it listened. */
  readonly startMs: number;
  readonly dataFolder: string;
  /** Newest lines of its log, as they came: one JSON object each, unless the program did not write them. */
  readonly log: readonly string[];
  /** Resolves when the process is gone. */
  readonly ended: Promise<Ended>;
  isAlive(): boolean;
  send(signal: NodeJS.Signals): void;
  /** Sends SIGKILL and waits until it is gone. */
  kill(): Promise<void>;
  /** Sends SIGTERM and waits until it is gone. */
  stop(): Promise<Ended>;
}

/** A folder under the system's one for temporary files. `drop` removes it. */
export async function scratchFolder(): Promise<{ path: string; drop: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'turnout-torture-'));
  return { path, drop: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}

const living = new Set<ChildProcess>();
// Whatever ends this process: no program is left behind.
process.on('exit', () => {
  for (const child of living) child.kill('SIGKILL');
});

/** Resolves once it listens. Rejects with the end of its log where it ends before, or takes a minute. */
export async function startProgram(options: ProgramOptions): Promise<Program> {
  const { folder, config, variables = {}, before = [], stderr = 'pipe', signal } = options;
  // JSON is YAML.
  if (config !== undefined) await writeFile(join(folder, 'turnout.yaml'), JSON.stringify(config));
  const dataFolder = join(folder, 'data');
  const beganMs = performance.now();
  const [command = '', ...args] = [...before, process.execPath, LAUNCHER, 'serve'];
  const child = spawn(command, args, {
    cwd: folder,
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: '0',
      TURNOUT_DATA: dataFolder,
      TURNOUT_CONFIG: join(folder, 'turnout.yaml'),
      ...variables,
    },
    stdio: ['ignore', 'pipe', stderr],
  });
  living.add(child);
  const ended = new Promise<Ended>((resolvePromise) => {
    child.once('exit', (code, signal) => {
      living.delete(child);
      resolvePromise({ code, signal });
    });
  });
  const log = keptLog(child);
  const giveUp = () => child.kill('SIGKILL');
  signal?.addEventListener('abort', giveUp, { once: true });
  const url = await listening(child, log).finally(() =>
    signal?.removeEventListener('abort', giveUp),
  );
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  const endBy = (signal: NodeJS.Signals) => {
    if (isAlive()) child.kill(signal);
    return ended;
  };
  return {
    pid: child.pid ?? 0,
    url,
    port: Number(new URL(url).port),
    startMs: performance.now() - beganMs,
    dataFolder,
    log,
    ended,
    isAlive,
    send: (signal) => void child.kill(signal),
    kill: () => endBy('SIGKILL').then(() => undefined),
    stop: () => endBy('SIGTERM'),
  };
}

function keptLog({ stderr }: ChildProcess): readonly string[] {
  const lines: string[] = [];
  if (stderr === null) return lines;
  createInterface({ input: stderr }).on('line', (line) => {
    lines.push(line);
    if (lines.length > LOG_LINES) lines.shift();
  });
  return lines;
}

async function listening(child: ChildProcess, log: readonly string[]): Promise<string> {
  if (child.stdout === null) throw new Error('the program has no output');
  const timer = setTimeout(() => child.kill('SIGKILL'), START_LIMIT_MS);
  const lines = createInterface({ input: child.stdout });
  try {
    for await (const line of lines) {
      if (line.startsWith('{"event":"listening"')) return (JSON.parse(line) as { url: string }).url;
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    throw new Error(`the program ended before it listened: ${log.slice(-5).join(' ')}`);
  } finally {
    clearTimeout(timer);
    child.stdout.resume();
  }
}
