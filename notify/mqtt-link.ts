/**
 * The connection of a gym to the broker, one a gym, since a broker says that a gym is gone by the last will of a connection.
 * It knows the newest value of each topic and nothing else: while the broker is away nothing is queued, and a connection
 * begins with everything as it is then.
 */

import { randomBytes } from 'node:crypto';
import type { MqttClient } from 'mqtt';
import type { MqttConfig } from '../config/config.ts';
import { unsetVariables } from '../config/environment.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log/log.ts';
import { delay } from '../runtime/timers.ts';
import { parsedJson } from '../runtime/wire.ts';
import type { MqttStatus } from '../service/status.ts';
import type { GuardedNetwork } from '../store/guarded-fetch.ts';
import { type Component, type Device, type GymTopics, topicsOf } from './mqtt-topics.ts';
import { ANSWER_MS, networkFault, silent } from './try.ts';

/** From one try to the next, ms. Chosen here: a home broker that restarts is back in some seconds. */
const RETRY_MS = 10_000;
/** How soon a broker misses a computer that lost its power: after one and a half of it, s. */
const KEEPALIVE_S = 30;
/** How long a stop waits for the broker, ms. */
const STOP_MS = 2_000;
/** Longest document of a device that is read, bytes: that of 64 rooms has some 50,000. */
const MAX_DOCUMENT = 1_000_000;

const BROKER = 'broker';
/** What is not confirmed before a connection is ready; no topic is empty. */
const CONNECTION = '';

export interface LinkOptions {
  readonly gymId: string;
  readonly settings: MqttConfig;
  readonly clock: Clock;
  readonly log: Log;
  /** Other certificates; for tests. */
  readonly network?: GuardedNetwork;
}

export class MqttLink {
  readonly #options: LinkOptions;
  readonly topics: GymTopics;
  #client: MqttClient | null = null;
  /** Whether what the broker has of before was asked for, so that what goes out comes after it. */
  #isReady = false;
  #retryAtMs = Number.NEGATIVE_INFINITY;
  /** What retained topics have, as far as this connection put it there. */
  readonly #sent = new Map<string, string>();
  /** What the broker has not confirmed, and since when: one value a topic. */
  readonly #unconfirmed = new Map<string, number>();
  /** What Home Assistant knows of the device, by name. */
  readonly #published = new Map<string, Pick<Component, 'platform' | 'state_topic'>>();
  #state: Pick<MqttStatus, 'state' | 'sinceUtcMs' | 'detail'>;

  constructor(options: LinkOptions) {
    this.#options = options;
    this.topics = topicsOf(options.settings, options.gymId);
    this.#state = { state: 'connecting', sinceUtcMs: options.clock.nowUtcMs(), detail: null };
  }

  get settings(): MqttConfig {
    return this.#options.settings;
  }

  status(): MqttStatus {
    return { gymId: this.#options.gymId, ...this.#state };
  }

  /** Connects where it is time to. Gives whether there is a connection. */
  async connected(): Promise<boolean> {
    const nowMs = this.#options.clock.monotonicMs();
    if (this.#client === null && nowMs >= this.#retryAtMs) {
      this.#retryAtMs = nowMs + RETRY_MS;
      await this.#connect();
    }
    const client = this.#client;
    const isHanging = [...this.#unconfirmed.values()].some((since) => nowMs - since > ANSWER_MS);
    if (client !== null && isHanging) this.#lost(client, silent(BROKER));
    return this.#isReady;
  }

  /** Brings the broker up to date: what changed, and what is no longer there. */
  put(states: ReadonlyMap<string, string>, device: Device): void {
    const { topics } = this;
    const { components } = device;
    const gone = [...this.#published].filter(([name]) => !Object.hasOwn(components, name));
    // Home Assistant drops a component that has nothing but its platform; the next document is without it.
    const dropped = Object.fromEntries(gone.map(([name, { platform }]) => [name, { platform }]));
    const document = { ...device, components: { ...components, ...dropped } };
    const wanted = new Map([...states, [topics.status, 'online']]);
    this.#retain(topics.device, JSON.stringify(document), () => {
      for (const [name] of gone) this.#published.delete(name);
      for (const [name, one] of Object.entries(components)) this.#published.set(name, one);
    });
    for (const [topic, value] of wanted) this.#retain(topic, value);
    const before = gone.map(([, { state_topic: topic }]) => topic);
    for (const topic of [...this.#sent.keys(), ...before]) {
      if (!wanted.has(topic) && topic !== topics.device) this.#retain(topic, '');
    }
  }

  /** Something that happened: gone where there is no connection. */
  tell(payload: string): void {
    if (this.#isReady) this.#publish(this.topics.classes, payload, false);
  }

  /** @param isForgotten whether the broker is to have nothing of the gym afterwards. */
  async close(isForgotten: boolean): Promise<void> {
    const client = this.#client;
    if (client === null) return;
    this.#client = null;
    const { device, status } = this.topics;
    const values: [topic: string, value: string][] = isForgotten
      ? [device, ...this.#sent.keys()].map((topic) => [topic, ''])
      : [[status, 'offline']];
    const sent = values.map(([topic, value]) =>
      client.publishAsync(topic, value, { qos: 1, retain: true }),
    );
    const ended = new AbortController();
    const all = this.#isReady ? Promise.allSettled(sent) : Promise.resolve();
    await Promise.race([all, delay(STOP_MS, ended.signal)]);
    ended.abort();
    for (const one of sent) one.catch(() => undefined);
    client.end(!this.#isReady);
    await Promise.race([client.endAsync(true), delay(STOP_MS)]);
  }

  async #connect(): Promise<void> {
    const { gymId, settings, network } = this.#options;
    const { url, username, password } = settings;
    const unset = [url, username, password].flatMap((text) => unsetVariables(text ?? ''));
    if (unset.length > 0) {
      return this.#fail(`The variable ${unset[0]} isn't set where the server runs.`);
    }
    // In the bundle, a CommonJS package has only its default export.
    const { default: mqtt } = await import('mqtt');
    const { device, status, homeAssistant } = this.topics;
    const client = mqtt.connect(url, {
      clientId: `turnout-${gymId.slice(0, 32)}-${randomBytes(4).toString('hex')}`,
      ...(username !== null && { username }),
      ...(password !== null && { password }),
      ...(network?.ca !== undefined && { ca: network.ca }),
      will: { topic: status, payload: Buffer.from('offline'), qos: 1, retain: true },
      // A new client each time: the library sends again what it has queued, and that would be old.
      reconnectPeriod: 0,
      keepalive: KEEPALIVE_S,
      timerVariant: 'native',
    });
    this.#client = client;
    this.#isReady = false;
    this.#sent.clear();
    this.#unconfirmed.clear();
    this.#unconfirmed.set(CONNECTION, this.#options.clock.monotonicMs());
    this.#published.clear();
    client.on('error', (error) => this.#lost(client, brokerFault(error)));
    client.on('close', () => this.#lost(client, networkFault({}, BROKER)));
    client.on('message', (topic, payload, { retain }) => {
      // What the broker has of before; the own document comes back without the mark.
      if (topic === device && retain) this.#readBefore(payload);
      if (topic === homeAssistant && String(payload) === 'online') this.#sent.delete(device);
    });
    client.on('connect', () => {
      client.subscribe([device, homeAssistant], { qos: 1 }, () => {
        if (this.#client !== client) return;
        this.#isReady = true;
        this.#unconfirmed.delete(CONNECTION);
        this.#enter('connected', null);
      });
    });
  }

  /** Components of a run before, so that rooms that were removed meanwhile go from Home Assistant too. */
  #readBefore(payload: Buffer): void {
    for (const [name, { platform, state_topic: topic }] of componentsIn(payload)) {
      if (typeof platform !== 'string' || typeof topic !== 'string') continue;
      const isOurs = topic.startsWith(`${this.topics.root}/`);
      if (isOurs && !this.#published.has(name)) {
        this.#published.set(name, { platform, state_topic: topic });
      }
    }
  }

  #retain(topic: string, value: string, onSent?: () => void): void {
    if (this.#sent.get(topic) === value || this.#unconfirmed.has(topic)) return;
    this.#sent.set(topic, value);
    this.#publish(topic, value, true, (isSent) => {
      if (!isSent || value === '') this.#sent.delete(topic);
      if (isSent) onSent?.();
    });
  }

  #publish(
    topic: string,
    value: string,
    retain: boolean,
    onEnd: (isSent: boolean) => void = () => undefined,
  ): void {
    const client = this.#client;
    const key = retain ? topic : `${topic} ${value}`;
    this.#unconfirmed.set(key, this.#options.clock.monotonicMs());
    client?.publish(topic, value, { qos: 1, retain }, (error) => {
      if (this.#client !== client) return;
      this.#unconfirmed.delete(key);
      onEnd(!error);
    });
  }

  #lost(client: MqttClient, fault: string): void {
    if (this.#client !== client) return;
    this.#client = null;
    this.#isReady = false;
    this.#unconfirmed.clear();
    client.end(true);
    this.#fail(fault);
  }

  #fail(fault: string): void {
    this.#enter('failing', fault);
  }

  /** A broker that is down for a day is one line of the log. */
  #enter(state: MqttStatus['state'], detail: string | null): void {
    const { gymId, clock, log } = this.#options;
    const before = this.#state;
    if (before.state === state && before.detail === detail) return;
    const sinceUtcMs = before.state === state ? before.sinceUtcMs : clock.nowUtcMs();
    this.#state = { state, sinceUtcMs, detail };
    if (detail === null) log.info('mqtt_connected', { gym: gymId });
    else log.warn('mqtt_failed', { gym: gymId, detail });
  }
}

function componentsIn(payload: Buffer): readonly [string, Partial<Component>][] {
  if (payload.length > MAX_DOCUMENT) return [];
  const { components } = Object(parsedJson(payload)) as { components?: object };
  return Object.entries(components ?? {}).filter(([, one]) => one !== null);
}

/** Never what the broker or the library wrote: it can have the address. */
function brokerFault(error: Error): string {
  const { code } = error as { code?: unknown };
  // MQTT 3.1.1, section 3.2.2.3.
  if (code === 4 || code === 5) return 'The broker refused the user name or the password.';
  if (typeof code === 'number') return `The broker refused the connection (${code}).`;
  return networkFault(error, BROKER);
}
