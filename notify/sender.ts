/**
 * Brings what waits in the queue to the channels: one message of a channel at a time, so that one that hangs holds up no other.
 * A message that arrived and could not be noted down any more goes out again with the same id.
 */

import type { ChannelConfig } from '../config/config.ts';
import { messageOf } from '../errors.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log/log.ts';
import type { Delivery, DeliveryStore, Outcome } from '../store/history/deliveries.ts';
import type { Try } from './try.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** From one try to the next, ms, as Standard Webhooks 1.0 recommends; after the last a message is a dead letter. */
export const RETRY_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];
/** By up to this share each wait is longer, so that a receiver that is back is not met by all at once. */
const JITTER = 0.1;

export interface SenderOptions {
  readonly store: DeliveryStore;
  /** Null where it is no longer configured, or wants nothing more. */
  readonly channelOf: (gymId: string, channel: string) => Promise<ChannelConfig | null>;
  readonly send: (channel: ChannelConfig, delivery: Delivery) => Promise<Try>;
  /** The channel wants nothing more, ever. */
  readonly onGone: (gymId: string, channel: string) => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
  readonly random: () => number;
}

export class Sender {
  readonly #options: SenderOptions;
  /** What each channel is being sent, one after the other. */
  readonly #busy = new Map<string, Promise<void>>();
  /** How tries ended that could not be noted down, because the disk failed: they are not made again. */
  readonly #unnoted = new Map<string, Outcome>();

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  /** Begins to send what is due, on channels that are free. */
  async look(): Promise<void> {
    const { store, clock, log } = this.#options;
    const due = await store.due(clock.nowUtcMs());
    const waiting = new Map<string, Delivery[]>();
    for (const delivery of due) {
      const key = `${delivery.gymId}/${delivery.channel}`;
      waiting.set(key, [...(waiting.get(key) ?? []), delivery]);
    }
    for (const [key, deliveries] of waiting) {
      if (this.#busy.has(key)) continue;
      const work = this.#all(deliveries)
        .catch((error: unknown) => log.error('notify_send_failed', { detail: messageOf(error) }))
        .finally(() => this.#busy.delete(key));
      this.#busy.set(key, work);
    }
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#busy.values());
  }

  async #all(deliveries: readonly Delivery[]): Promise<void> {
    for (const delivery of deliveries) await this.#one(delivery);
  }

  async #one(delivery: Delivery): Promise<void> {
    const { store } = this.#options;
    const outcome = this.#unnoted.get(delivery.id) ?? (await this.#try(delivery));
    this.#unnoted.set(delivery.id, outcome);
    await store.settle(delivery.id, outcome);
    this.#unnoted.delete(delivery.id);
  }

  async #try(delivery: Delivery): Promise<Outcome> {
    const { channelOf, send, onGone, clock, log, random } = this.#options;
    const { gymId, channel: name, kind, tries } = delivery;
    const channel = await channelOf(gymId, name);
    const result = channel === null ? UNWANTED : await send(channel, delivery);
    const nowUtcMs = clock.nowUtcMs();
    if (result.ok) return { dueUtcMs: null, sentUtcMs: nowUtcMs, fault: null };
    const { fault, isFinal, isGone, waitMs = 0 } = result;
    const usualMs = RETRY_MS[tries];
    const isDead = isFinal === true || usualMs === undefined;
    const laterMs = Math.max((usualMs ?? 0) * (1 + JITTER * random()), waitMs);
    const facts = { gym: gymId, channel: name, kind, tries: tries + 1, detail: fault };
    log.warn(isDead ? 'notification_dead' : 'notification_failed', facts);
    if (isGone) await onGone(gymId, name);
    return { dueUtcMs: isDead ? null : Math.round(nowUtcMs + laterMs), sentUtcMs: null, fault };
  }
}

const UNWANTED: Try = { ok: false, fault: 'The channel is switched off or gone.', isFinal: true };
