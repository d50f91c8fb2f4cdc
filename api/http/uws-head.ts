/** The head of an answer as uWebSockets.js takes it: in one call, for each costs as much as a look-up. */

import type { HttpResponse } from 'uWebSockets.js';
import type { WireHead } from './exchange.ts';
import { HeadPage } from './head-page.ts';
import type { HeaderBlock } from './header-block.ts';
import { statusLine } from './status-line.ts';

/**
 * The server puts `HTTP/1.1` before what is told as the status and a line end behind, and looks at nothing of it: the
 * lines of all headers follow the status in the same bytes.
 */
export function writeHead(
  response: HttpResponse,
  status: number,
  headers: WireHead['headers'],
): void {
  let host: HeaderBlock | null = null;
  let page: HeadPage | null = null;
  for (const block of headers) {
    const own = block.page(status);
    if (own !== null) {
      host = block;
      page = own;
    }
  }
  page ??= new HeadPage(statusLine(status));
  page.begin();
  for (const block of headers) {
    if (block !== host) block.put(page);
  }
  response.writeStatus(page.whole());
}
