/** A real web server on loopback that serves one file as publishers do: ranges, validators, redirects, and faults on demand. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export interface FileServer {
  readonly address: string;
  /** Each request's path and range, in order. */
  readonly requests: { path: string; range: string | null }[];
  /** The published file and its validator. May be changed between requests. */
  file: Buffer;
  etag: string | null;
  /**
   * After how many bytes of the body the next answers break the connection; taken from the front. It breaks when
   * `received` says that the client has them, so that what arrived does not depend on luck.
   */
  breaksAfter: number[];
  received(bytes: number): void;
  /** Says nothing after the head, for the next answer. */
  stalls: boolean;
  close(): Promise<void>;
}

export async function startFileServer(file: Buffer): Promise<FileServer> {
  const server = createServer((request, response) => answer(state, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  const state: FileServer = {
    address: `http://127.0.0.1:${port}`,
    requests: [],
    file,
    etag: '"v1"',
    breaksAfter: [],
    received: () => undefined,
    stalls: false,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return state;
}

function answer(state: FileServer, request: IncomingMessage, response: ServerResponse): void {
  const path = request.url ?? '';
  state.requests.push({ path, range: request.headers.range ?? null });
  if (path === '/moved') {
    response.writeHead(302, { location: '/model.onnx' }).end();
  } else if (path === '/model.onnx') {
    serve(state, request, response);
  } else {
    response.writeHead(Number(path.slice(1)) || 404).end('nothing here');
  }
}

function serve(state: FileServer, request: IncomingMessage, response: ServerResponse): void {
  const start = startOf(state, request);
  const total = state.file.length;
  if (start >= total) {
    response.writeHead(416, { 'content-range': `bytes */${total}` }).end();
    return;
  }
  const body = state.file.subarray(start);
  response.writeHead(start === 0 ? 200 : 206, {
    'content-length': body.length,
    ...(state.etag !== null && { etag: state.etag }),
    ...(start > 0 && { 'content-range': `bytes ${start}-${total - 1}/${total}` }),
  });
  if (state.stalls) {
    response.flushHeaders();
    return;
  }
  const breakAfter = state.breaksAfter.shift();
  if (breakAfter === undefined) {
    response.end(body);
    return;
  }
  if (breakAfter === 0) {
    response.flushHeaders();
    response.destroy();
    return;
  }
  state.received = (bytes) => bytes >= start + breakAfter && response.destroy();
  response.write(body.subarray(0, breakAfter));
}

/** A range counts only when its condition holds: another validator means the whole file. */
function startOf(state: FileServer, request: IncomingMessage): number {
  const range = /^bytes=(\d+)-$/.exec(request.headers.range ?? '');
  return range !== null && request.headers['if-range'] === state.etag ? Number(range[1]) : 0;
}
