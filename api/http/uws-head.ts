/** The head of an answer as uWebSockets.js takes it: in as few calls as can be, for each costs as much as a look-up. */

import type { HttpResponse } from 'uWebSockets.js';
import type { WireHead } from './exchange.ts';
import { statusLine } from './status-line.ts';

/** The server writes `200 OK` by itself, and checks nothing of what a value is: a block goes out as one header. */
export function writeHead(
  response: HttpResponse,
  status: number,
  headers: WireHead['headers'],
): void {
  if (status !== 200) response.writeStatus(statusLine(status));
  for (const block of headers) {
    if (block.name !== '') response.writeHeader(block.name, block.rest);
  }
}
