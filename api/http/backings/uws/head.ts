/** The head of an answer as uWebSockets.js takes it: in one call, for each costs as much as a look-up. */

import type { HttpResponse } from '@trufflesuite/uws-js-unofficial';
import type { WireHead } from '../../exchange.ts';
import { HeadPage } from '../../reply/head-page.ts';
import { statusLine } from '../../reply/status-line.ts';

/**
 * The server puts `HTTP/1.1` before what is told as the status and a line end behind, and looks at nothing of it: the
 * lines of all headers follow the status in the same bytes.
 */
export function writeHead(
  response: HttpResponse,
  status: number,
  headers: WireHead['headers'],
): void {
  response.writeStatus(headBytes(status, headers));
}

/**
 * Status and headers, without a line end at either end. The same memory each time. Cheapest where the last of the headers
 * are fixed: the others are written behind them.
 */
export function headBytes(status: number, headers: WireHead['headers']): Uint8Array {
  const last = headers.length - 1;
  const fixed = headers[last]?.page(status) ?? null;
  const page = fixed ?? new HeadPage(statusLine(status));
  page.begin();
  const others = fixed === null ? headers.length : last;
  for (let at = 0; at < others; at += 1) headers[at]?.put(page);
  return page.whole();
}
