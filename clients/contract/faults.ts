/** What stands between a client and the service: passes requests on, or does to them what a case says. */

import {
  request as ask,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { buffer } from 'node:stream/consumers';

/** It is answered here, and the service never sees it. */
interface OwnAnswer {
  readonly kind: 'answer';
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, or a text that is none. */
  readonly body?: unknown;
}

/**
 * Done to one request. `none`: it is passed on, and its answer given. `drop_before`: the connection is cut before the
 * service sees the request. `drop_after`: the service answers, and the connection is cut before the client has a byte of it.
 * `drop_half`: it is cut after half of the body. `slow_half`: after half of the body nothing comes until the client goes
 * away. `slow`: nobody answers until then; the service never sees the request.
 */
export type Fault =
  | OwnAnswer
  | { readonly kind: 'none' | 'drop_before' | 'drop_after' | 'drop_half' | 'slow_half' | 'slow' };

/** @param target Address of the service with path and query. */
export async function meet(
  fault: Fault,
  target: string,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
): Promise<void> {
  const sent = await buffer(request);
  if (fault.kind === 'slow') return;
  if (fault.kind === 'drop_before') {
    request.socket.destroy();
    return;
  }
  if (fault.kind === 'answer') {
    const { status, headers = {}, body = '' } = fault;
    const isJson = typeof body !== 'string';
    const type = isJson ? 'application/json' : 'text/html';
    response.writeHead(status, { 'content-type': type, ...headers });
    response.end(isJson ? JSON.stringify(body) : body);
    return;
  }
  const answer = await forwarded(target, request, sent);
  if (fault.kind === 'none') {
    // As it comes: a stream of live events has no end.
    response.on('close', () => answer.destroy());
    answer.on('error', () => response.destroy());
    answer.pipe(response.writeHead(answer.statusCode ?? 502, headersOf(answer)));
    return;
  }
  const body = await buffer(answer);
  if (fault.kind === 'drop_after') {
    request.socket.destroy();
    return;
  }
  response.writeHead(answer.statusCode ?? 502, headersOf(answer));
  response.write(body.subarray(0, Math.ceil(body.length / 2)), () => {
    if (fault.kind === 'drop_half') request.socket.destroy();
  });
}

/** What the service answers to the request as it came. */
function forwarded(target: string, request: IncomingMessage, sent: Buffer) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const { method = 'GET' } = request;
    ask(target, { method, headers: headersOf(request) }, resolve)
      .on('error', reject)
      .end(sent);
  });
}

/** Without those of one connection. */
function headersOf({ headers }: IncomingMessage): IncomingHttpHeaders {
  const { host: _, connection: __, 'transfer-encoding': ___, ...own } = headers;
  return own;
}
