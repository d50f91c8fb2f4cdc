/** Bare node:http: nothing of the request is looked at, one answer is sent. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sayListening, told } from './told.ts';

const { kept } = told();
const headers = [...kept.headers.flat(), 'Content-Length', String(kept.body.length)];
const server = createServer((_, response) => {
  response.writeHead(200, headers);
  response.end(kept.body);
});
server.listen(0, '127.0.0.1', () => sayListening((server.address() as AddressInfo).port));
