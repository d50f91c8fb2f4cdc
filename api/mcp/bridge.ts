/** Between our requests and answers and those of the web platform, which the library speaks. */

import type { ProblemBody } from '../../errors.ts';
import {
  type Answer,
  type ApiRequest,
  type Headers,
  LIMITS,
  StreamBody,
  TextBody,
} from '../http/message.ts';

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
  const copied = [...headers]
    .filter(([name]) => !NOT_COPIED.has(name) || name === 'content-type')
    .map(([name, value]) => [name, byteString(value)] as [string, string]);
  return new Request(`${base}/mcp`, {
    method,
    headers: [...copied.filter(([name]) => name !== 'accept'), ['accept', ACCEPTED]],
    body: Uint8Array.from(body),
    signal,
  });
}

/** As the platform has values of headers: one character for each byte. Some backings decode UTF-8, others leave bytes. */
function byteString(value: string): string {
  return /[^\0-\xff]/.test(value) ? Buffer.from(value).toString('latin1') : value;
}

/** Name of a header with bytes that are no UTF-8, where the backing says so; undefined where there is none. */
export function unreadableHeader({ headers }: Pick<ApiRequest, 'headers'>): string | undefined {
  for (const [name, value] of headers) if (value.includes('\ufffd')) return name;
  return undefined;
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

/**
 * A refusal as clients of MCP show it to people and models: an error with the id of the request, its sentence as message.
 * The code is the status, as for resources. Status and headers stay.
 */
export function rpcRefusal(
  refusal: Answer<ProblemBody>,
  request: Pick<ApiRequest, 'body'>,
): Answer {
  const data = refusal.value as ProblemBody;
  const error = { code: refusal.status, message: sentenceOf(data), data };
  return { ...refusal, value: { jsonrpc: '2.0', error, id: idOf(request) } };
}

/** What `Not authenticated` leaves open stands in its hint. */
function sentenceOf(problem: ProblemBody): string {
  const { detail, hint } = problem as ProblemBody & { readonly hint?: string };
  return hint === undefined ? detail : `${detail}. ${hint}`;
}

/** Null where it cannot be told: several messages, no JSON, or more of it than is worth reading for a refusal. */
function idOf(request: Pick<ApiRequest, 'body'>): string | number | null {
  if (request.body.length > LIMITS.bodyBytes) return null;
  const given = bodyOf(request);
  const id = typeof given === 'object' && given !== null && 'id' in given ? given.id : null;
  return typeof id === 'string' || Number.isInteger(id) ? (id as string | number) : null;
}

/** One chunk is read when the one before it was taken; anyone who stops early cancels what makes them. */
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
