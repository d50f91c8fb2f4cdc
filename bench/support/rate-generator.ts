/**
 * Asks a server at a fixed rate, whatever its answers: `rate-generator.js JSON`. Run by `load.ts`.
 *
 * An open loop: each request has its instant from the start, and its latency counts from that instant, not from when it
 * could be sent. So a server (or a generator) that stands still for 10 ms is charged for every request that was due in
 * them, and nothing is omitted that a stall has kept from being asked (coordinated omission). What is due while every
 * connection waits for its answer waits too, and its time runs.
 */

import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { createHistogram } from 'node:perf_hooks';

const wanted = JSON.parse(process.argv[2] ?? '');
const { url, secret, perSecond, seconds, warmUpSeconds, connections, answerBytes } = wanted;
const { hostname, port, host, pathname, search } = new URL(url);
const request = Buffer.from(
  `GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${secret}\r\n\r\n`,
);
const statusLine = `HTTP/1.1 ${wanted.status} `;
const periodMs = 1_000 / perSecond;

/** Requests at their instants, from the first to the answer of the last. */
class Phase {
  /** In ns. */
  readonly latencies = createHistogram({ lowest: 1, highest: 60_000_000_000, figures: 3 });
  readonly #total: number;
  readonly #startMs = performance.now();
  readonly #over: () => void;
  #sent = 0;
  #answered = 0;

  constructor(total: number, over: () => void) {
    this.#total = total;
    this.#over = over;
  }

  /** Sends what is due, and looks again as soon as answers were taken: timers of whole milliseconds would send in bursts. */
  readonly turn = (): void => {
    const passedMs = performance.now() - this.#startMs;
    const due = Math.min(this.#total, Math.floor(passedMs / periodMs) + 1);
    while (this.#sent < due) {
      const connection = idle.pop();
      if (connection === undefined) break;
      connection.ask(this, this.#sent);
      this.#sent += 1;
    }
    if (this.#answered < this.#total) setImmediate(this.turn);
    else this.#over();
  };

  answered(number: number): void {
    const tookMs = performance.now() - this.#startMs - number * periodMs;
    this.latencies.record(Math.max(1, Math.round(tookMs * 1e6)));
    this.#answered += 1;
  }

  /** From the first request to the last answer, where they came as they should: as many as were wanted. */
  perSecond(): number {
    return this.#total / ((performance.now() - this.#startMs) / 1_000);
  }
}

class Connection {
  readonly #socket: Socket;
  #phase: Phase | null = null;
  /** Of the request that is under way. */
  #number = 0;
  #missingBytes = 0;

  constructor(opened: () => void) {
    const onread = {
      // One piece of memory for all that is read: new ones would have to be collected, in pauses that look like the server's.
      buffer: Buffer.alloc(65_536),
      callback: (size: number, buffer: Uint8Array) => this.#take(size, buffer),
    };
    this.#socket = connect({ host: hostname, port: Number(port), onread }, opened);
    this.#socket.setNoDelay(true);
    this.#socket.on('error', (error) => assert.fail(error));
    this.#socket.on('end', () => assert.fail('the server has closed a connection'));
  }

  ask(phase: Phase, number: number): void {
    this.#phase = phase;
    this.#number = number;
    this.#missingBytes = answerBytes;
    this.#socket.write(request);
  }

  end(): void {
    this.#socket.destroy();
  }

  #take(size: number, buffer: Uint8Array): boolean {
    if (this.#missingBytes === answerBytes) {
      const begin = Buffer.from(buffer.buffer, buffer.byteOffset, statusLine.length);
      assert.equal(begin.toString('latin1'), statusLine);
    }
    this.#missingBytes -= size;
    assert.ok(this.#missingBytes >= 0, `an answer is longer than ${answerBytes} bytes`);
    if (this.#missingBytes === 0) {
      this.#phase?.answered(this.#number);
      idle.push(this);
    }
    return true;
  }
}

const idle: Connection[] = [];
const all: Connection[] = [];
while (all.length < connections) {
  await new Promise<void>((opened) => void all.push(new Connection(opened)));
}
idle.push(...all);
await run(warmUpSeconds);
const { latencies, heldPerSecond } = await run(seconds);
for (const connection of all) connection.end();
console.log(JSON.stringify({ heldPerSecond, p99Us: latencies.percentile(99) / 1_000 }));

async function run(forSeconds: number) {
  const total = Math.ceil(forSeconds * perSecond);
  const phase = await new Promise<Phase>((resolve) => {
    const made: Phase = new Phase(total, () => resolve(made));
    made.turn();
  });
  return { latencies: phase.latencies, heldPerSecond: phase.perSecond() };
}
