/** `turnout hq` as a process that is killed and started again. */

import { type Office as Running, startOffice } from '../../office-process.ts';

export class Office {
  readonly #databaseUrl: string;
  #running: Running | null = null;

  constructor(databaseUrl: string) {
    this.#databaseUrl = databaseUrl;
  }

  /** Another one after each start. */
  get url(): string {
    return this.#running?.url ?? '';
  }

  /** Resolves when it listens. */
  async start(): Promise<void> {
    this.#running = await startOffice(this.#databaseUrl, {});
  }

  async kill(): Promise<void> {
    await this.#running?.kill();
  }
}
