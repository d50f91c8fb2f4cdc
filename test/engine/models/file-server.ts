/** A real web server on loopback that serves one file as publishers do: a redirect, and faults on demand. */

import { createServer } from 'node:http';
import { listening, stopped } from '../../support/loopback.ts';

export interface FileServer {
  readonly address: string;
  /** Each request's path, in order. */
  readonly requests: string[];
  /** The published file. May be changed between requests. */
  file: Buffer;
  /** Breaks the connection in the middle of the next answer. */
  breaks: boolean;
  /** Says nothing after the head. */
  stalls: boolean;
  close(): Promise<void>;
}

export async function startFileServer(file: Buffer): Promise<FileServer> {
  const server = createServer(({ url = '' }, response) => {
    state.requests.push(url);
    if (url === '/moved') {
      response.writeHead(302, { location: '/model.onnx' }).end();
    } else if (url !== '/model.onnx') {
      response.writeHead(Number(url.slice(1)) || 404).end('nothing here');
    } else {
      response.writeHead(200, { 'content-length': state.file.length });
      if (state.stalls) response.flushHeaders();
      else if (state.breaks) response.write(state.file.subarray(0, 1000), () => response.destroy());
      else response.end(state.file);
      state.breaks = false;
    }
  });
  const port = await listening(server);
  const state: FileServer = {
    address: `http://127.0.0.1:${port}`,
    requests: [],
    file,
    breaks: false,
    stalls: false,
    close: () => stopped(server),
  };
  return state;
}
