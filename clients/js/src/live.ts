/** What happens in a gym while it happens: the events of `/v1/live`, and how a stream of them goes on after a lost connection. */

import type { ClassSession, RoomHour, RoomNow } from './api.generated.ts';
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

/** How everything is now. It comes first, and again after a gap. */
export interface LiveHello {
  /** Version of the service. */
  readonly build: string;
  readonly gym_id: string;
  readonly server_time: string;
  readonly role: string;
  /** False: events may have been missed, so read again what you show. */
  readonly resumed: boolean;
  readonly minutes_from: string;
  readonly rooms: readonly RoomHour[];
  /** Classes that run now. */
  readonly running: readonly ClassSession[];
}

export type LiveRoom = Pick<RoomNow, 'occupancy' | 'state' | 'updated_at'> & {
  readonly id: string;
};

export interface LiveClass extends ClassSession {
  readonly kind: 'started' | 'ended' | 'estimated' | 'corrected' | 'changed';
}

export interface LiveCamera {
  readonly id: string;
  readonly state: string;
  readonly reasons: readonly string[];
}

interface LiveData {
  readonly hello: LiveHello;
  readonly rooms: { readonly changed: readonly LiveRoom[] };
  readonly class: LiveClass;
  /** To the key of an owner only. */
  readonly cameras: { readonly changed: readonly LiveCamera[] };
  /** Every 15 seconds: the stream lives. */
  readonly tick: { readonly server_time: string };
  /** Before the service ends the stream; the client connects again. */
  readonly bye: { readonly reason: string };
}

/** One event; `id` is null for what no one goes on from. */
export type LiveEvent = {
  readonly [Name in keyof LiveData]: {
    readonly event: Name;
    readonly id: string | null;
    readonly data: LiveData[Name];
  };
}[keyof LiveData];

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
  let asked = { ...call, timeout_ms, fields };
  for (let failures = 0; ; failures += 1) {
    try {
      for await (const { event, data, id = null } of pieces(transport, asked, EVENTS)) {
        isConnected = true;
        failures = 0;
        asked = { ...asked, max_retries: 0 };
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
