/** Keeps the broker of the configuration up to date with all gyms. Where none is configured, nothing is loaded. */

import type { Config, MqttConfig } from '../config/config.ts';
import { messageOf } from '../errors.ts';
import { every } from '../runtime/timers.ts';
import type { GymSource } from '../service/gyms/gym-source.ts';
import type { EngineStatus, MqttStatus } from '../service/status.ts';
import { type LinkOptions, MqttLink } from './mqtt-link.ts';
import { deviceOf, statesOf } from './mqtt-topics.ts';

/** At most one message a room, and how late it may be, ms. */
const LOOK_MS = 1_000;

/** What it tells of: the engine. */
export interface MqttEngine {
  config(): Config;
  status(): EngineStatus;
  readonly gyms: Pick<GymSource, 'view'>;
}

export class Mqtt {
  readonly #world: Pick<LinkOptions, 'clock' | 'log' | 'network'>;
  readonly #links = new Map<string, MqttLink>();
  readonly #stopping = new AbortController();
  #looking: Promise<void> = Promise.resolve();

  constructor(world: Pick<LinkOptions, 'clock' | 'log' | 'network'>) {
    this.#world = world;
  }

  start(engine: MqttEngine): void {
    const onError = (error: unknown) =>
      this.#world.log.error('mqtt_look_failed', { detail: messageOf(error) });
    const { signal } = this.#stopping;
    this.#looking = every({ periodMs: LOOK_MS, signal, onError }, () => this.look(engine));
  }

  /** Brings each link up to date with the configuration, and the broker with the gym. */
  async look(engine: MqttEngine): Promise<void> {
    const { mqtt, gyms, server } = engine.config();
    for (const [gymId, link] of this.#links) {
      const isGone = mqtt === null || gyms.every(({ id }) => id !== gymId);
      if (!isGone && JSON.stringify(link.settings) === JSON.stringify(mqtt)) continue;
      this.#links.delete(gymId);
      await link.close(isGone || isElsewhere(link.settings, mqtt));
    }
    if (mqtt === null) return;
    for (const gym of gyms) {
      const known = this.#links.get(gym.id);
      const link = known ?? new MqttLink({ ...this.#world, gymId: gym.id, settings: mqtt });
      this.#links.set(gym.id, link);
      const view = engine.gyms.view(gym.id);
      if (!(await link.connected()) || view === null) continue;
      link.put(
        statesOf(link.topics, gym, view, engine.status()),
        deviceOf(link.topics, gym, server.publicUrl),
      );
    }
  }

  tell(gymId: string, payload: string): void {
    this.#links.get(gymId)?.tell(payload);
  }

  status(): readonly MqttStatus[] {
    return [...this.#links.values()].map((link) => link.status());
  }

  /** Says that the gyms are offline. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#looking;
    await Promise.all([...this.#links.values()].map((link) => link.close(false)));
  }
}

/** Whether what was published before is not replaced by what is published now. */
function isElsewhere(before: MqttConfig, now: MqttConfig): boolean {
  return (['url', 'prefix', 'discovery'] as const).some((key) => before[key] !== now[key]);
}
