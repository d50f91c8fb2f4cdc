/** The pieces of an answer, read from a stream. Whoever stops reading closes the connection. */

import { type AskEvent, isAskEvent } from './ask.ts';
import { EventParser, type ServerEvent } from './server-events.ts';
import type { Call, Opened, Transport } from './transport.ts';

/** @throws as `json` of the transport; `TurnoutConnectionError` where the stream ends before it is complete. */
export async function* askEvents(transport: Transport, call: Call): AsyncGenerator<AskEvent> {
  const opened = await transport.open(call);
  const { attempt } = opened;
  try {
    for await (const event of eventsOf(opened, (error) =>
      transport.brokenOff(call, attempt, error),
    )) {
      const piece = pieceOf(event);
      if (piece !== null) yield piece;
      if (piece?.event === 'complete') return;
    }
    throw transport.brokenOff(call, attempt, new Error('the stream ended before it was complete'));
  } finally {
    attempt.close();
  }
}

/** @param broken Makes the error of a connection that was lost. */
async function* eventsOf(
  { response, attempt }: Opened,
  broken: (error: unknown) => Error,
): AsyncGenerator<ServerEvent> {
  const reader = response.body?.getReader();
  const parser = new EventParser();
  while (reader !== undefined) {
    attempt.restart();
    const { done, value } = await reader.read().catch((error: unknown) => {
      throw broken(error);
    });
    attempt.rest();
    if (done) return;
    yield* parser.push(value);
  }
}

/** Null for what this version does not know. */
function pieceOf({ event, data }: ServerEvent): AskEvent | null {
  return isAskEvent(event) ? ({ event, data: JSON.parse(data) } as AskEvent) : null;
}
