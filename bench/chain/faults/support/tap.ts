/** Stands before the head office, hands on what boxes ask, and counts it: in bounded batches, and what crosses more than once. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { SYNC_PATH, unpacked } from '../../../../chain/sync.ts';

export interface Crossed {
  /** Changes that had crossed before, with the same number. */
  readonly again: number;
  /** Of the largest batch. */
  readonly maxChanges: number;
  readonly receipts: number;
}

const NOTHING: Crossed = { again: 0, maxChanges: 0, receipts: 0 };

export class Tap {
  readonly #server: Server;
  readonly #officeUrl: () => string;
  #crossed: Crossed = NOTHING;
  readonly #seqs = new Map<string, number>();
  /** Whether answers are lost on their way to the boxes. */
  swallows = false;

  private constructor(officeUrl: () => string) {
    this.#officeUrl = officeUrl;
    this.#server = createServer((request, response) => {
      this.#pass(request, response).catch(() => void response.destroy());
    });
  }

  /** @param officeUrl of the head office that runs now. */
  static async open(officeUrl: () => string): Promise<Tap> {
    const tap = new Tap(officeUrl);
    await new Promise<void>((done) => tap.#server.listen(0, '127.0.0.1', done));
    return tap;
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  crossed(): Crossed {
    return this.#crossed;
  }

  /** Counts from nothing. */
  forget(): void {
    this.#crossed = NOTHING;
    this.#seqs.clear();
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }

  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const body = Buffer.concat(parts);
    const { url = '', headers } = request;
    if (url === SYNC_PATH) this.#take(body, headers['content-encoding']);
    const wanted = ['authorization', 'content-type', 'content-encoding'];
    const answer = await fetch(this.#officeUrl() + url, {
      method: 'POST',
      headers: Object.fromEntries(wanted.flatMap((name) => entry(name, headers[name]))),
      body: body as unknown as string,
    });
    const text = await answer.text();
    if (this.swallows) return void response.destroy();
    if (url === SYNC_PATH && answer.ok)
      this.#crossed = { ...this.#crossed, receipts: this.#crossed.receipts + 1 };
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(text);
  }

  #take(body: Buffer, encoding: string | undefined): void {
    const read = unpacked(body, encoding);
    if (read.is !== 'batch') return;
    const { batch } = read;
    let { again } = this.#crossed;
    for (const { kind, key, seq } of batch.changes) {
      const name = `${batch.gym} ${kind} ${key}`;
      const before = this.#seqs.get(name) ?? 0;
      if (seq <= before) again += 1;
      this.#seqs.set(name, Math.max(before, seq));
    }
    this.#crossed = {
      ...this.#crossed,
      again,
      maxChanges: Math.max(this.#crossed.maxChanges, batch.changes.length),
    };
  }
}

function entry(name: string, value: string | string[] | undefined): [string, string][] {
  return typeof value === 'string' ? [[name, value]] : [];
}
