/** A box of the bench: a process that is started, asked, and killed. */

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { BoxOrder, Calls, FromBox, ToBox } from './box-main.ts';

const MAIN = fileURLToPath(new URL('box-main.ts', import.meta.url));

export class Box {
  /** Id of its gym. */
  readonly name: string;
  readonly #order: BoxOrder;
  #child: ChildProcess | null = null;
  readonly #awaited = new Map<number, (value: unknown) => void>();
  #asked = 0;
  #made = 0;
  #hasJoined = false;

  constructor(order: BoxOrder) {
    this.name = order.gym;
    this.#order = order;
  }

  get dir(): string {
    return this.#order.dir;
  }

  /** Changes that were stored, as far as it was told. */
  made(): number {
    return this.#made;
  }

  /** @param env more of it, such as a clock that is off. Resolves when it runs. */
  async start(env: NodeJS.ProcessEnv = {}): Promise<void> {
    const order = this.#hasJoined ? { ...this.#order, token: null } : this.#order;
    const child = fork(MAIN, [JSON.stringify(order)], {
      execArgv: ['--import', 'tsx'],
      env: { ...process.env, ...env },
    });
    this.#child = child;
    return new Promise((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`box ${this.name} ended: ${code}`)));
      child.on('message', (message: FromBox) => {
        if (message.is === 'ready') {
          this.#hasJoined = true;
          resolve();
        } else if (message.is === 'made') this.#made += message.changes;
        else this.#awaited.get(message.id)?.(message.value);
      });
    });
  }

  /** Rejects where it does not run, or ends before it answers. */
  async ask<Call extends keyof Calls>(
    call: Call,
    value = 0,
  ): Promise<Awaited<ReturnType<Calls[Call]>>> {
    this.#asked += 1;
    const id = this.#asked;
    const child = this.#child;
    if (child === null) throw new Error(`box ${this.name} does not run`);
    const settled = new AbortController();
    const answered = new Promise<unknown>((resolve) => this.#awaited.set(id, resolve));
    const exited = once(child, 'exit', { signal: settled.signal }).then(() => {
      throw new Error(`box ${this.name} ended before it answered: ${call}`);
    });
    child.send({ id, call, value } satisfies ToBox);
    try {
      return (await Promise.race([answered, exited])) as Awaited<ReturnType<Calls[Call]>>;
    } finally {
      settled.abort();
      this.#awaited.delete(id);
    }
  }

  /** Ends it as a signal to end would. */
  async end(): Promise<void> {
    if (this.#child === null) return;
    const ended = once(this.#child, 'exit');
    await this.ask('end');
    await ended;
    this.#child = null;
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
