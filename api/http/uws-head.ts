/** The head of an answer as uWebSockets.js takes it: in two calls, for each costs as much as a look-up. */

import type { HttpResponse } from 'uWebSockets.js';
import type { WireHead } from './exchange.ts';
import { statusLine } from './status-line.ts';

/**
 * The server writes `200 OK` by itself, and checks nothing of what a value is: blocks go out as one header. A long
 * one that is fixed goes as the bytes that it is, since a text is put in one piece and written into bytes for every answer.
 */
export function writeHead(
  response: HttpResponse,
  status: number,
  headers: WireHead['headers'],
): void {
  if (status !== 200) response.writeStatus(statusLine(status));
  let name = '';
  let rest = '';
  for (const block of headers) {
    const long = block.longRest;
    if (long !== null) {
      response.writeHeader(block.name, long);
    } else if (name === '') {
      name = block.name;
      rest = block.rest;
    } else {
      rest += block.lines;
    }
  }
  if (name !== '') response.writeHeader(name, rest);
}
