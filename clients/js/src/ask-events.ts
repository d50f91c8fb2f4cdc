/** The pieces of an answer, read from a stream. Whoever stops reading closes the connection. */

import { type AskEvent, isAskEvent } from './ask.ts';
import { pieces, type ServerEvent } from './server-events.ts';
import type { Call, Transport } from './transport.ts';

/** @throws as `json` of the transport; `TurnoutConnectionError` where the stream ends before it is complete. */
export async function* askEvents(transport: Transport, call: Call): AsyncGenerator<AskEvent> {
  for await (const event of pieces(transport, call)) {
    const piece = pieceOf(event);
    if (piece !== null) yield piece;
    if (piece?.event === 'complete') return;
  }
}

/** Null for what this version does not know. */
function pieceOf({ event, data }: ServerEvent): AskEvent | null {
  return isAskEvent(event) ? ({ event, data: JSON.parse(data) } as AskEvent) : null;
}
