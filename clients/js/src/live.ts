/** What happens in a gym while it happens: the events of `/v1/live`, and how a stream of them goes on after a lost connection. */

import type { LiveEvent } from './api.generated.ts';
import { TurnoutConnectionError, TurnoutError, TurnoutTimeoutError } from './errors.ts';
import type { CallOptions } from './options.ts';
import { pieces } from './server-events.ts';
import type { Call, Transport } from './transport.ts';
import { pause, waitMs } from './waiting.ts';

export interface LiveOptions extends CallOptions {
  /** Id of the newest event that is known: classes that were missed since come first, up to 4,096 of them. */
  readonly last_event_id?: string | undefined;
}

/** Parameters of {@link LiveOptions} without those of every call. */
export const LIVE_NAMES = ['last_event_id'] as const;

/** Longest silence, ms: three ticks. */
const SILENCE_MS = 45_000;

const EVENTS = new Set<string>(['hello', 'rooms', 'class', 'cameras', 'tick', 'bye']);

/**
 * Events without an end. The first connection fails as any call does. Once there was one, a lost connection is made again
 * until that works, and goes on from the newest event; only a refusal (401, 403, …) ends it.
 */
export async function* liveEvents(
  transport: Transport,
  call: Call,
): AsyncGenerator<LiveEvent, never> {
  const { timeout_ms = SILENCE_MS } = call;
  /** With the id of the newest event, once there is one. */
  const fields: Record<string, string> = { ...call.fields };
  let isConnected = false;
  let request = { ...call, timeout_ms, fields };
  for (let failures = 0; ; failures += 1) {
    try {
      for await (const { event, data, id = null } of pieces(transport, request, EVENTS)) {
        isConnected = true;
        failures = 0;
        request = { ...request, max_retries: 0 };
        if (id !== null) fields['last-event-id'] = id;
        if (data !== null) yield { event, id, data } as LiveEvent;
      }
    } catch (error) {
      if (!isPassing(error, isConnected)) throw error;
    }
    await pause(waitMs(failures, null) ?? 0, call.signal);
  }
}

/** Whether it may work when it is tried again. */
function isPassing(error: unknown, isConnected: boolean): boolean {
  if (!isConnected || !(error instanceof TurnoutError)) return false;
  const isLost = error instanceof TurnoutConnectionError || error instanceof TurnoutTimeoutError;
  return isLost || error.status === 429 || (error.status ?? 0) >= 500;
}
