/** Tells the people and programs of all gyms what their channels ask for: producers, queue and sender, joined. */

import type { ChannelConfig, Config } from '../config/config.ts';
import { messageOf, TurnoutError } from '../errors.ts';
import type { GymView } from '../gym/sessions/view.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log/log.ts';
import { every } from '../runtime/timers.ts';
import type { ClassesSource } from '../service/gyms/gym-source.ts';
import type { Notifications } from '../service/operator/operator.ts';
import type { EngineStatus } from '../service/status.ts';
import type { GuardedNetwork } from '../store/guarded-fetch.ts';
import type { Delivery, DeliveryStore, Outcome } from '../store/history/deliveries.ts';
import { ON, tryChannel } from './channel.ts';
import { EMPTY, type Message } from './message.ts';
import { GymNotifier } from './notifier.ts';
import type { Try } from './try.ts';

/** How often gyms are looked at, and the queue, ms. Chosen here: an alert that lasts ten minutes can wait half of one. */
const LOOK_MS = 30_000;
const SEND_MS = 1_000;
const TIDY_MS = 3_600_000;
/** How long what was sent stays in the list, ms. */
const RETENTION_MS = 30 * 86_400_000;

export interface NotifyOptions {
  readonly store: DeliveryStore;
  readonly config: () => Config;
  readonly view: (gymId: string) => GymView | null;
  readonly classesIn: ClassesSource['classesIn'];
  readonly status: () => EngineStatus;
  readonly clock: Clock;
  readonly log: Log;
  /** Other names and certificates; for tests. */
  readonly network?: GuardedNetwork;
  /** Gets the payload of each class that is told, where the configuration names an MQTT broker. */
  readonly onClass?: (gymId: string, payload: string) => void;
}

export interface Notify extends Notifications {
  /** Looks at all gyms now; what they find is queued when it resolves. */
  look(): Promise<void>;
  /** Begins to send what is due. */
  send(): Promise<void>;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
  /** Ends what is under way: it goes out again after the next start. */
  stop(): Promise<void>;
}

export function createNotify(options: NotifyOptions): Notify {
  const { config, clock } = options;
  const stopping = new AbortController();
  const notifiers = new Map<string, GymNotifier>();
  const gymOf = (id: string) => config().gyms.find((gym) => gym.id === id);
  const channelIn = (gymId: string, id: string) =>
    gymOf(gymId)?.notify.find((channel) => channel.id === id) ?? null;

  const notifierOf = (gymId: string) => {
    const known = notifiers.get(gymId);
    if (known !== undefined) return known;
    const own = {
      gymId,
      gym: () => gymOf(gymId) ?? null,
      // A view is as old as what changed last in the gym.
      view: () => {
        const view = options.view(gymId);
        return view && { ...view, nowUtcMs: clock.nowUtcMs() };
      },
      hasMqtt: () => config().mqtt !== null,
    };
    const made = new GymNotifier({ ...options, ...own });
    notifiers.set(gymId, made);
    return made;
  };
  const send = (channel: ChannelConfig, delivery: Parameters<typeof tryChannel>[1]) => {
    const { mail, server } = config();
    const world = { ...options, mail, publicUrl: server.publicUrl };
    return tryChannel(channel, delivery, world, stopping.signal);
  };
  const sender = new Sender({
    ...options,
    send,
    random: Math.random,
    channelOf: async (gymId, id) =>
      (await notifierOf(gymId).isOff(id)) ? null : channelIn(gymId, id),
    onGone: (gymId, id) => notifierOf(gymId).setOff(id, true, clock.nowUtcMs()),
  });
  const look = async () => {
    const { gyms, mqtt } = config();
    for (const { id, notify } of gyms) {
      if (notify.length > 0 || mqtt !== null) await notifierOf(id).look();
    }
  };
  return {
    look,
    send: () => sender.look(),
    settled: () => sender.settled(),
    stop: async () => {
      stopping.abort();
      await sender.settled();
    },
    test: async (gymId, id) => {
      const channel = channelIn(gymId, id) ?? noChannel(gymOf(gymId)?.notify ?? [], id);
      const nowUtcMs = clock.nowUtcMs();
      const name = gymOf(gymId)?.name ?? gymId;
      const body = channel.webhook === null ? testMessage(name) : testEvent(gymId, nowUtcMs);
      const about = { gymId, channel: id, about: 'test', kind: 'test', madeUtcMs: nowUtcMs };
      const state = { dueUtcMs: nowUtcMs, tries: 0, sentUtcMs: null, fault: null };
      const result = await send(channel, { id: `msg_test_${nowUtcMs}`, ...about, ...state, body });
      if (!result.ok) return { fault: result.fault };
      await notifierOf(gymId).setOff(id, false, nowUtcMs);
      return { fault: null };
    },
    isOff: (gymId, id) => notifierOf(gymId).isOff(id),
  };

  function noChannel(channels: readonly ChannelConfig[], got: string): never {
    const ids = channels.map(({ id }) => id);
    throw new TurnoutError('unknown_name', {
      where: 'channel',
      expected: ids.length === 0 ? 'one under "notify:" in the file' : `one of ${ids.join(', ')}`,
      got,
      hint: 'see docs/notifications.md',
    });
  }
}

/** Looks and sends until `stop`. */
export function startNotify(options: NotifyOptions): Notify {
  const { store, clock, log } = options;
  const notify = createNotify(options);
  const ending = new AbortController();
  const round = (periodMs: number, event: string, action: () => Promise<void>) => {
    const onError = (error: unknown) => log.error(event, { detail: messageOf(error) });
    return every({ periodMs, signal: ending.signal, onError }, action);
  };
  const rounds = [
    round(LOOK_MS, 'notify_look_failed', () => notify.look()),
    round(SEND_MS, 'notify_send_failed', () => notify.send()),
    round(TIDY_MS, 'notify_tidy_failed', () => store.tidy(clock.nowUtcMs() - RETENTION_MS)),
  ];
  const stop = async () => {
    ending.abort();
    await notify.stop();
    await Promise.all(rounds);
  };
  return { ...notify, stop };
}

function testMessage(gym: string): Message {
  return {
    ...EMPTY,
    title: `${gym}: this channel works`,
    intro: ['You asked Turnout for a test message. There is nothing to do.'],
    path: '/',
  };
}

function testEvent(gymId: string, nowUtcMs: number): object {
  return { type: 'test', timestamp: new Date(nowUtcMs).toISOString(), data: { gym_id: gymId } };
}

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
    await store.conclude(delivery.id, outcome);
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

const UNWANTED: Try = { ok: false, fault: `The channel is off or gone. ${ON}`, isFinal: true };
