/** The head of an answer as uWebSockets.js takes it: in one call, for each costs as much as a look-up. */

import type { HttpResponse } from 'uWebSockets.js';
import type { WireHead } from './exchange.ts';
import { statusLine } from './status-line.ts';

/** The server writes `200 OK` by itself, and checks nothing of what a value is: all blocks go out as one header. */
export function writeHead(
  response: HttpResponse,
  status: number,
  headers: WireHead['headers'],
): void {
  if (status !== 200) response.writeStatus(statusLine(status));
  let name = '';
  let rest = '';
  for (const block of headers) {
    if (name === '') {
      name = block.name;
      rest = block.rest;
    } else {
      rest += block.lines;
    }
  }
  if (name !== '') response.writeHeader(name, rest);
}
