/** An answer as its bytes come over the socket, to be sent by others too and to be compared with theirs. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** What is asked of every contender. */
export interface Target {
  readonly url: string;
  /** Path and query. */
  readonly path: string;
  readonly secret: string;
}

export interface RawAnswer {
  readonly status: number;
  /** In their order, those of the server itself too. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  /** Head and body. */
  readonly sizeBytes: number;
}

/** What a contender is told to send: without what a server writes itself. */
export interface KeptAnswer {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

/** Headers that servers write by themselves. */
const OF_SERVERS = new Set(['date', 'content-length', 'uwebsockets', 'connection', 'keep-alive']);
/** Asks once, over a connection of its own. Only for answers with a length. */
export async function rawAnswer({ url, path, secret }: Target): Promise<RawAnswer> {
  const headers = { authorization: `Bearer ${secret}` };
  // Kept alive, as the generator keeps it: with another agent the server would be told to close.
  const agent = new Agent({ keepAlive: true });
  const request = get(`${url}${path}`, { agent, headers });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  const { rawHeaders, statusCode = 0, socket } = answer;
  const body = await buffer(answer);
  agent.destroy();
  assert.ok(answer.headers['content-length'] !== undefined, 'the answer has a length');
  const pairs = rawHeaders.flatMap((name, at) =>
    at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? ''] as const] : [],
  );
  return { status: statusCode, headers: pairs, body, sizeBytes: socket.bytesRead };
}

export function cachedAnswerOf({ headers, body }: RawAnswer): KeptAnswer {
  return { headers: headers.filter(([name]) => !OF_SERVERS.has(name.toLowerCase())), body };
}

/**
 * Throws where two answers are not the same bytes. What differs from one answer to the next (time, request id, what is
 * left of a quota) must be as long.
 */
export function assertSameBytes(one: RawAnswer, other: RawAnswer): void {
  assert.equal(maskedHead(other), maskedHead(one));
  assert.ok(one.body.equals(other.body), 'the bodies are the same');
}

/** Throws where another server answers something else, its own headers and the order apart. */
export function assertSameAnswer(one: RawAnswer, other: RawAnswer): void {
  const sorted = (answer: RawAnswer) => {
    const headers = cachedAnswerOf(answer).headers.map(
      ([name, value]) => [name.toLowerCase(), value] as const,
    );
    return maskedHead({ ...answer, headers })
      .split('\n')
      .toSorted();
  };
  assert.deepEqual(sorted(other), sorted(one));
  assert.ok(one.body.equals(other.body), 'the bodies are the same');
}

function maskedHead({ status, headers }: RawAnswer): string {
  const lines = headers.map(([name, value]) => {
    switch (name.toLowerCase()) {
      case 'date':
      case 'x-request-id':
        return `${name}: ${value.replaceAll(/[0-9A-Za-z]/g, '?')}`;
      case 'ratelimit':
        return `${name}: ${value.replaceAll(/\d/g, '?')}`;
      default:
        return `${name}: ${value}`;
    }
  });
  return [status, ...lines].join('\n');
}
