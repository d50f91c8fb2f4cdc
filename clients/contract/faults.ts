/** What stands between a client and the service: passes requests on, or does to them what a case says. */

import {
  request as ask,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';

/** Done to one request. */
export type Fault =
  /** It is passed on, and its answer given. */
  | { readonly kind: 'none' }
  /** It is answered here, and the service never sees it. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      /** JSON, or a text that is none. */
      readonly body?: unknown;
    }
  /** The connection is cut before the service sees the request. */
  | { readonly kind: 'drop_before' }
  /** The service answers, and the connection is cut before the client has a byte of it. */
  | { readonly kind: 'drop_after' }
  /** The service answers, and the connection is cut after half of the body. */
  | { readonly kind: 'drop_half' }
  /** The service answers, and after half of the body nothing comes until the client goes away. */
  | { readonly kind: 'slow_half' }
  /** Nobody answers until the client goes away; the service never sees the request. */
  | { readonly kind: 'slow' }
  /** It is passed on, and the body of the answer comes in pieces of seven bytes. */
  | { readonly kind: 'crumbs' };

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Bytes of a crumb: fewer than any line, and no divisor of anything. */
const CRUMB = 7;

/** @param target Address of the service with path and query. */
export async function meet(
  fault: Fault,
  target: string,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
): Promise<void> {
  const sent = await bytesOf(request);
  switch (fault.kind) {
    case 'none':
      passOn(target, sent, { request, response });
      return;
    case 'slow':
      return;
    case 'drop_before':
      request.socket.destroy();
      return;
    case 'answer': {
      const { status, headers = {}, body } = fault;
      const isJson = typeof body === 'object' && body !== null;
      const type = isJson ? 'application/json' : 'text/html';
      response.writeHead(status, { 'content-type': type, ...headers });
      response.end(isJson ? JSON.stringify(body) : (body ?? ''));
      return;
    }
    default:
      await give(fault.kind, await answerOf(target, request, sent), { request, response });
  }
}

/** As it comes: a stream of live events has no end. */
function passOn(
  target: string,
  sent: Buffer,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
): void {
  const { host: _, connection: __, ...own } = request.headers;
  const asked = ask(target, { method: request.method ?? 'GET', headers: own }, (answer) => {
    const { 'transfer-encoding': ___, connection: ____, ...told } = answer.headers;
    response.writeHead(answer.statusCode ?? 502, told);
    answer.on('error', () => response.destroy());
    answer.pipe(response);
  });
  response.on('close', () => asked.destroy());
  asked.on('error', () => response.destroy());
  asked.end(sent);
}

async function give(
  kind: 'drop_after' | 'drop_half' | 'slow_half' | 'crumbs',
  { status, headers, body }: Answer,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
): Promise<void> {
  if (kind === 'drop_after') {
    request.socket.destroy();
    return;
  }
  response.writeHead(status, headers);
  if (kind === 'drop_half' || kind === 'slow_half') {
    const isCut = kind === 'drop_half';
    response.write(body.subarray(0, Math.ceil(body.length / 2)), () => {
      if (isCut) request.socket.destroy();
    });
    return;
  }
  for (let at = 0; kind === 'crumbs' && at < body.length; at += CRUMB) {
    await new Promise((sent) => response.write(body.subarray(at, at + CRUMB), sent));
  }
  response.end(kind === 'crumbs' ? '' : body);
}

/** What the service answers to the request as it came. */
function answerOf(target: string, { method, headers }: IncomingMessage, sent: Buffer) {
  return new Promise<Answer>((resolve, reject) => {
    const { host: _, connection: __, ...own } = headers;
    const asked = ask(target, { method: method ?? 'GET', headers: own }, (answer) => {
      const { 'transfer-encoding': ___, connection: ____, ...told } = answer.headers;
      bytesOf(answer).then(
        (body) => resolve({ status: answer.statusCode ?? 502, headers: told, body }),
        reject,
      );
    });
    asked.on('error', reject);
    asked.end(sent);
  });
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
