/** An answer as its bytes come over the socket, to be sent by others too and to be compared with theirs. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';

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
const HEAD_END = '\r\n\r\n';

/** Asks once. Only for answers with a length. */
export async function rawAnswer({ url, path, secret }: Target): Promise<RawAnswer> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${secret}${HEAD_END}`,
  );
  let bytes = Buffer.alloc(0);
  for await (const chunk of socket) {
    bytes = Buffer.concat([bytes, chunk as Buffer]);
    const answer = parsed(bytes);
    // Leaving the loop ends the connection.
    if (answer !== null) return answer;
  }
  return assert.fail(`no whole answer of ${url}`);
}

/** Null while it is not whole. */
function parsed(bytes: Buffer): RawAnswer | null {
  const headLength = bytes.indexOf(HEAD_END) + HEAD_END.length;
  if (headLength < HEAD_END.length) return null;
  const [line = '', ...lines] = bytes
    .subarray(0, headLength)
    .toString('latin1')
    .trim()
    .split('\r\n');
  const headers = lines.map((text) => {
    const at = text.indexOf(':');
    return [text.slice(0, at), text.slice(at + 1).trim()] as const;
  });
  const length = headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1];
  assert.ok(length !== undefined, 'the answer has a length');
  const body = bytes.subarray(headLength);
  if (body.length < Number(length)) return null;
  assert.equal(body.length, Number(length));
  return { status: Number(line.split(' ')[1]), headers, body, sizeBytes: bytes.length };
}

export function keptOf({ headers, body }: RawAnswer): KeptAnswer {
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
    const headers = keptOf(answer).headers.map(
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
