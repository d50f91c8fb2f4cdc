/**
 * Asks a server at a fixed rate: `steady-requests.ts JSON`. Prints the time of each answer, ms, as one JSON line.
 * Requests begin in even steps whether or not earlier ones are answered, so a server that stands still is told with
 * every request that would have come meanwhile. A time begins where the request does: how late this process itself got a
 * core for its timer is not the server's. Run by benches.
 */

import { Agent, get } from 'node:http';

const { url, secret, perSecond, seconds } = JSON.parse(process.argv[2] ?? '') as {
  readonly url: string;
  readonly secret: string;
  readonly perSecond: number;
  readonly seconds: number;
};

/** Before the first one that is timed: connections are opened, code is compiled. */
const WARM_UP = 20;

const agent = new Agent({ keepAlive: true, maxSockets: 16, scheduling: 'fifo' });
const total = WARM_UP + Math.round(perSecond * seconds);
const times: number[] = [];
const startMs = performance.now() + 10;
const answered: Promise<void>[] = [];
for (let request = 0; request < total; request += 1) {
  const dueMs = startMs + (request * 1000) / perSecond;
  const waitMs = dueMs - performance.now();
  if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
  answered.push(ask(request >= WARM_UP));
}
await Promise.all(answered);
agent.destroy();
console.log(JSON.stringify(times));

function ask(isTimed: boolean): Promise<void> {
  const beganMs = performance.now();
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${secret}` };
    const request = get(url, { agent, headers }, (response) => {
      response.resume().on('end', () => {
        if (response.statusCode !== 200) reject(new Error(`status ${response.statusCode}`));
        if (isTimed) times.push(performance.now() - beganMs);
        resolve();
      });
    });
    request.on('error', reject);
  });
}
