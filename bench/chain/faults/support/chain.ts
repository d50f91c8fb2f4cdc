/** A whole chain of real parts on this computer: PostgreSQL, a head office and boxes, each behind a line of its own. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, migrate, openDatabase } from '../../../../hq/database/database.ts';
import { addGym } from '../../../../hq/gyms/directory.ts';
import { createToken } from '../../../../hq/sync/boxes.ts';
import { delay } from '../../../../runtime/timers.ts';
import { type Postgres, startPostgres } from '../../../../test/support/postgres.ts';
import { Box } from './box.ts';
import { type Compared, compare } from './compare.ts';
import { Office } from './office.ts';
import { type LineProxy, startProxy } from './proxy.ts';
import { Tap } from './tap.ts';

export interface ChainOptions {
  readonly boxes: number;
  readonly classes: number;
  /** Between two changes of a box, ms. */
  readonly pauseMs: number;
}

export interface Placed {
  readonly box: Box;
  readonly line: LineProxy;
}

export class Chain {
  readonly #dir = mkdtempSync(join(tmpdir(), 'turnout-chain-'));
  readonly #options: ChainOptions;
  readonly postgres: Postgres;
  readonly database: Database;
  readonly office: Office;
  readonly tap: Tap;
  readonly boxes: Placed[] = [];
  #mendedMs = 0;
  #closing: Promise<void> | null = null;

  private constructor(options: ChainOptions, parts: Parts) {
    this.#options = options;
    this.postgres = parts.postgres;
    this.database = parts.database;
    this.office = parts.office;
    this.tap = parts.tap;
  }

  static async start(options: ChainOptions): Promise<Chain> {
    const chain = new Chain(options, await startParts());
    await chain.office.start();
    const names = ['one', 'two', 'three', 'four', 'five'].slice(0, options.boxes);
    for (const name of names) await chain.#place(name);
    await Promise.all(chain.boxes.map(({ box }) => box.start()));
    return chain;
  }

  /** The box that most faults meet. */
  get first(): Placed {
    const [first] = this.boxes;
    if (first === undefined) throw new Error('a chain has boxes');
    return first;
  }

  newFolder(name: string): string {
    return mkdtempSync(join(this.#dir, `${name}-`));
  }

  /** A box that is not started yet, and not among those that are compared. */
  makeBox(gym: string, line: LineProxy, about: { dir: string; token: string | null }): Box {
    const url = `http://127.0.0.1:${line.port}`;
    return new Box({ ...about, gym, classes: this.#options.classes, url });
  }

  /** All boxes change their classes until {@link settle}. */
  async run(): Promise<void> {
    const { pauseMs } = this.#options;
    await Promise.all(this.boxes.map(({ box }) => box.ask('run', pauseMs)));
  }

  /** Changes that were made since the start. */
  made(): number {
    return this.boxes.reduce((sum, { box }) => sum + box.made(), 0);
  }

  /** Resolves when so many more changes were made. */
  async madeMore(changes: number): Promise<void> {
    const wanted = this.made() + changes;
    await until(`${changes} more changes`, () => this.made() >= wanted);
  }

  /** Resolves when so many more receipts came: everything flows. */
  async receiptsCame(count: number): Promise<void> {
    const wanted = this.tap.crossed().receipts + count;
    await until(`${count} more receipts`, () => this.tap.crossed().receipts >= wanted);
  }

  /** The fault is over: from now on it counts how long it takes until all is equal. */
  mend(): void {
    this.#mendedMs = performance.now();
  }

  /** Lets all boxes rest, and waits until each has the same as its head office. @returns since the mending, s. */
  async settle(): Promise<{ readonly seconds: number; readonly compared: readonly Compared[] }> {
    await Promise.all(this.boxes.map(({ box }) => box.ask('rest')));
    const compared = await Promise.all(this.boxes.map(({ box }) => this.#equal(box)));
    return { seconds: (performance.now() - this.#mendedMs) / 1_000, compared };
  }

  /** Resolves when a box that rests and its head office have the same; with what differs where they never do. */
  async #equal(box: Box): Promise<Compared> {
    const sent = async () => {
      const { line, waiting } = await box.ask('state');
      return waiting === 0 && line?.state === 'online';
    };
    await until(`box ${box.name} has sent all`, sent).catch(() => false);
    const compared = async () => compare(this.database, box.name, await box.ask('rows'));
    const isEqual = async () => (await compared()).isEqual;
    await until(`box ${box.name} is equal`, isEqual, 20_000).catch(() => false);
    return compared();
  }

  /** Ends all of it, once. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await Promise.all(this.boxes.map(({ box }) => box.kill()));
    await this.office.kill();
    await this.tap.close();
    await this.database.close();
    await Promise.all(this.boxes.map(({ line }) => line.close()));
    await this.postgres.close();
    rmSync(this.#dir, { recursive: true, force: true });
  }

  async #place(name: string): Promise<void> {
    await addGym(this.database, { id: name, name, groups: [] }, Date.now());
    const { token } = await createToken(this.database, name, Date.now());
    const line = await startProxy(this.tap.port);
    const box = this.makeBox(name, line, { dir: this.newFolder(name), token });
    this.boxes.push({ box, line });
  }
}

/** Waits for a condition, never for a time. Rejects after a limit with what was waited for. */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  limitMs = 180_000,
): Promise<void> {
  const endMs = performance.now() + limitMs;
  while (!(await isSo())) {
    if (performance.now() > endMs) throw new Error(`not within ${limitMs / 1_000} s: ${what}`);
    await delay(50);
  }
}

type Parts = Pick<Chain, 'postgres' | 'database' | 'office' | 'tap'>;

async function startParts(): Promise<Parts> {
  const postgres = await startPostgres();
  const database = openDatabase({ url: postgres.url });
  await migrate(database);
  const office = new Office(postgres.url);
  return { postgres, database, office, tap: await Tap.open(() => office.url) };
}
