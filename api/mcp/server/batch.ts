/**
 * Several messages in one request, which only the revision 2025-03-26 had. What the library would answer with one reply
 * for two calls, or never, does not reach it.
 */

/** Messages in one request: each may cost as much as a request. Chosen here. */
export const MAX_MESSAGES = 10;

export type BatchReading =
  | { readonly isOk: true; readonly body: unknown }
  | { readonly isOk: false; readonly message: string };

/**
 * `body` as it may be handed on. Of calls with one id the library gives back one result, and all would be charged. A
 * cancellation can only be of a concurrent call, since there are no sessions, and the library would wait for that call's
 * result for ever: it is left out, which the protocol allows.
 */
export function readBatch(body: unknown): BatchReading {
  if (!Array.isArray(body)) return { isOk: true, body };
  if (body.length > MAX_MESSAGES) {
    return refused(`at most ${MAX_MESSAGES} messages at once.`);
  }
  const ids = body.filter((one) => 'method' in membersOf(one)).map((one) => membersOf(one)['id']);
  const told = ids.filter((id) => id !== undefined);
  if (new Set(told).size < told.length) return refused('each message needs an id of its own.');
  const messages = body.filter((one) => membersOf(one)['method'] !== 'notifications/cancelled');
  // One notification in its place: it is taken, and nothing is answered.
  return { isOk: true, body: messages.length === 0 && body.length > 0 ? body[0] : messages };
}

function refused(why: string): BatchReading {
  return { isOk: false, message: `Invalid Request: ${why}` };
}

function membersOf(message: unknown): Readonly<Record<string, unknown>> {
  return typeof message === 'object' && message !== null
    ? (message as Readonly<Record<string, unknown>>)
    : {};
}
