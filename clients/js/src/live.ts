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

const EVENTS: readonly string[] = [
  'hello',
  'rooms',
  'class',
  'cameras',
  'tick',
  'bye',
] satisfies readonly LiveEvent['event'][];

/** How far a stream has come. */
interface Progress {
  /** Id of the newest event; null before the first that has one. */
  newest: string | null;
  isConnected: boolean;
  /** Connections in a row that gave nothing. */
  failures: number;
}

/**
 * Events without an end. The first connection fails as any call does. Once there was one, a lost connection is made again
 * until that works, and goes on from the newest event; only a refusal (401, 403, …) ends it.
 */
export async function* liveEvents(
  transport: Transport,
  call: Call,
  lastId: string | undefined,
): AsyncGenerator<LiveEvent, never> {
  const progress: Progress = { newest: lastId ?? null, isConnected: false, failures: 0 };
  for (;;) {
    try {
      yield* connection(transport, call, progress);
    } catch (error) {
      if (!progress.isConnected || !isPassing(error)) throw error;
    }
    await pause(waitMs(progress.failures, null) ?? 0, call.signal);
    progress.failures += 1;
  }
}

/** The events of one connection. @throws as {@link pieces} */
async function* connection(
  transport: Transport,
  call: Call,
  progress: Progress,
): AsyncGenerator<LiveEvent> {
  const { newest, isConnected } = progress;
  const asked = {
    ...call,
    timeout_ms: call.timeout_ms ?? SILENCE_MS,
    ...(isConnected ? { max_retries: 0 } : {}),
    fields: newest === null ? {} : { 'last-event-id': newest },
  };
  for await (const { event, data, id = null } of pieces(transport, asked)) {
    progress.isConnected = true;
    progress.failures = 0;
    progress.newest = id ?? progress.newest;
    // Newer services may send more.
    if (EVENTS.includes(event)) yield { event, id, data: JSON.parse(data) } as LiveEvent;
  }
}

/** Whether it may work when it is tried again. */
function isPassing(error: unknown): boolean {
  if (error instanceof TurnoutConnectionError || error instanceof TurnoutTimeoutError) return true;
  const status = error instanceof TurnoutError ? error.status : null;
  return status === 429 || (status !== null && status >= 500);
}
