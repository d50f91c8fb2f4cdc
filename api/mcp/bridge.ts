/** Between our requests and answers and those of the web platform, which the library speaks. */

import {
  type Answer,
  type ApiRequest,
  type Headers,
  StreamBody,
  TextBody,
} from '../routes/route.ts';

/** What every client of MCP must take. Those that do not say so get an answer all the same: it is JSON, as a rule. */
const ACCEPTED = 'application/json, text/event-stream';
/** Headers of a message, and what is decided elsewhere: who may keep an answer (the guard), and its length. */
const NOT_COPIED = new Set([
  'cache-control',
  'connection',
  'content-length',
  'content-type',
  'keep-alive',
  'transfer-encoding',
]);

/** `base` is the public address: a request does not say under which it was reached. */
export function webRequest({ method, headers, body, signal }: ApiRequest, base: string): Request {
  const copied = [...headers].filter(([name]) => !NOT_COPIED.has(name) || name === 'content-type');
  return new Request(`${base}/mcp`, {
    method,
    headers: [...copied.filter(([name]) => name !== 'accept'), ['accept', ACCEPTED]],
    body: Uint8Array.from(body),
    signal,
  });
}

/** The body as JSON; undefined where it is none. */
export function bodyOf({ body }: Pick<ApiRequest, 'body'>): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Streams stay streams, all else is read whole. */
export async function answerOf(response: Response): Promise<Answer> {
  const { status } = response;
  const type = response.headers.get('content-type') ?? 'application/json';
  const headers: Headers = [...response.headers]
    .filter(([name]) => !NOT_COPIED.has(name))
    .map(([name, value]) => [capitalised(name), value]);
  const value =
    response.body !== null && type.startsWith('text/event-stream')
      ? new StreamBody(type, chunksOf(response.body))
      : new TextBody(type, await response.text());
  return { status, value, headers };
}

/** An error of JSON-RPC that belongs to no request. */
export function rpcError(status: number, code: number, message: string): Answer {
  return { status, value: { jsonrpc: '2.0', error: { code, message }, id: null } };
}

/** One chunk is read when the one before it was taken; whoever stops early cancels what makes them. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  let isDone = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      isDone = done;
      if (done) return;
      yield value;
    }
  } finally {
    if (!isDone) await reader.cancel();
  }
}

/** `x-accel-buffering` is `X-Accel-Buffering`. */
function capitalised(name: string): string {
  return name.replace(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase());
}
