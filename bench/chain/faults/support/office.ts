/** `turnout hq` as a process. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../../../../test/support/postgres.ts';

export class Office {
  readonly url: string;
  readonly #env: NodeJS.ProcessEnv;
  #child: ChildProcess | null = null;

  private constructor(port: number, env: NodeJS.ProcessEnv) {
    this.url = `http://127.0.0.1:${port}`;
    this.#env = { ...process.env, ...env, HOST: '127.0.0.1', PORT: String(port) };
  }

  /** @param line address of the broker, as the head office reaches it. */
  static async create(databaseUrl: string, line: string): Promise<Office> {
    const env = { TURNOUT_HQ_DATABASE: databaseUrl, TURNOUT_HQ_LINE: line };
    return new Office(await freePort(), env);
  }

  /** Resolves when it listens. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, ['--import', 'tsx', 'cli/index.ts', 'hq'], {
      env: this.#env,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    this.#child = child;
    await new Promise<void>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`the head office ended: ${code}`)));
      child.stdout?.on('data', (text) => {
        if (String(text).includes('"listening"')) resolve();
      });
    });
  }

  /** `kill -9`. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
}
