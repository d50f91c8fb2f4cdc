/** `turnout hq` as a process that is killed and started again. */

import { type Office as Running, startOffice } from '../../office-process.ts';

export class Office {
  readonly #databaseUrl: string;
  readonly #line: string;
  #running: Running | null = null;

  /** @param line address of the broker, as the head office reaches it. */
  constructor(databaseUrl: string, line: string) {
    this.#databaseUrl = databaseUrl;
    this.#line = line;
  }

  /** Where boxes join. Another one after each start. */
  get url(): string {
    return this.#running?.url ?? '';
  }

  /** Resolves when it listens. */
  async start(): Promise<void> {
    this.#running = await startOffice(this.#databaseUrl, { TURNOUT_HQ_LINE: this.#line });
  }

  async kill(): Promise<void> {
    await this.#running?.kill();
  }
}
