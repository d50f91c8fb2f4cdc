/** node:http with the work of a kept summary. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { contenderInput, sayListening } from './contender-input.ts';
import { openPlainWork } from './plain-work.ts';

const work = await openPlainWork(contenderInput());

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const startMs = performance.now();
  const { authorization, 'if-none-match': ifNoneMatch } = request.headers;
  const ip = request.socket.remoteAddress ?? '';
  const { status, headers, body } = await work.answer({ authorization, ifNoneMatch, ip });
  response.writeHead(status, { ...headers, 'Content-Length': body?.length ?? 0 });
  response.end(body);
  work.answered(status, startMs);
}

const server = createServer((request, response) => {
  const [path] = request.url?.split('?', 1) ?? [];
  if (request.method === 'GET' && path === '/v1/summary') {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  } else {
    response.writeHead(404).end();
  }
});
server.listen(0, '127.0.0.1', () => sayListening((server.address() as AddressInfo).port));
