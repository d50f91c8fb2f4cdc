/** `turnout hq` as a process that is killed and started again. */

import { fileURLToPath } from 'node:url';
import { type Served, serve } from '../../../../test/support/served.ts';

const SOURCE = fileURLToPath(new URL('../../../../cli/index.ts', import.meta.url));

export class Office {
  readonly #databaseUrl: string;
  #running: Served | null = null;

  constructor(databaseUrl: string) {
    this.#databaseUrl = databaseUrl;
  }

  /** Another one after each start. */
  get url(): string {
    return this.#running?.url ?? '';
  }

  /** Resolves when it listens. */
  async start(): Promise<void> {
    const variables = {
      TURNOUT_HQ_DATABASE: this.#databaseUrl,
      TURNOUT_HQ_URL: 'https://hq.invalid',
    };
    this.#running = await serve([process.execPath, '--import', 'tsx', SOURCE, 'hq'], { variables });
  }

  async kill(): Promise<void> {
    await this.#running?.end('SIGKILL');
  }
}
