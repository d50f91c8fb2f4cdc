/** `turnout hq` as a process that is killed and started again. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const SOURCE = fileURLToPath(new URL('../../../../cli/index.ts', import.meta.url));

export class Office {
  readonly #databaseUrl: string;
  #child: ChildProcess | null = null;
  #url = '';

  constructor(databaseUrl: string) {
    this.#databaseUrl = databaseUrl;
  }

  /** Another one after each start. */
  get url(): string {
    return this.#url;
  }

  /** Resolves when it listens. */
  async start(): Promise<void> {
    const own = { HOST: '127.0.0.1', PORT: '0', TURNOUT_HQ_DATABASE: this.#databaseUrl };
    const child = spawn(process.execPath, ['--import', 'tsx', SOURCE, 'hq'], {
      env: { ...process.env, ...own, TURNOUT_HQ_URL: 'https://hq.invalid' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    this.#child = child;
    for await (const line of createInterface({ input: child.stdout })) {
      if (!line.startsWith('{"event":"listening"')) continue;
      this.#url = (JSON.parse(line) as { url: string }).url;
      return;
    }
    throw new Error('the head office ended before it listened');
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
}
