/** Keeps what is drawn and generated up to date while the program runs: the demo's classes, and the sandbox's date. */

import type { Config } from '../../config/config.ts';
import { messageOf } from '../../errors.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log/log.ts';
import { delay, every } from '../../runtime/timers.ts';
import type { ClassStore } from '../../store/history/classes/store.ts';
import { prepareSandbox } from './sandbox.ts';
import { DEMO_SEED_PERIOD_MS, seedDemo } from './seed.ts';

/** The sandbox is made ready this long after the demo's classes, ms: the server has begun to listen by then. Chosen here. */
const SANDBOX_AFTER_MS = 2_000;

interface KeepDemoOptions {
  /** As it is now: a file may take the place of the demo. */
  readonly config: () => Config;
  readonly store: ClassStore;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Seeds the gym of the demo, as long as it is the configuration, and goes on doing so; the sandbox is made ready in any case,
 * in slices between other work. Resolves once the demo's classes are in the store, or cannot be stored, which is logged.
 *
 * @returns `stop` resolves when nothing is stored any more.
 */
export async function keepDemo({ config, store, clock, log }: KeepDemoOptions) {
  const startedUtcMs = clock.nowUtcMs();
  const stopping = new AbortController();
  const { signal } = stopping;
  const seed = async () => {
    const { origin, gyms } = config();
    const [gym] = gyms;
    if (origin !== 'demo' || gym === undefined) return;
    await seedDemo({ gym, store, startedUtcMs, nowUtcMs: clock.nowUtcMs(), signal });
  };
  const onError = (error: unknown) => log.error('demo_failed', { detail: messageOf(error) });
  // A full disk takes no new classes: those that are there are shown.
  await seed().catch(onError);
  const round = async () => {
    await seed();
    await prepareSandbox(clock.nowUtcMs(), signal);
  };
  const keeping = delay(SANDBOX_AFTER_MS, signal)
    .then(() => prepareSandbox(clock.nowUtcMs(), signal))
    .catch(onError)
    .then(() => every({ periodMs: DEMO_SEED_PERIOD_MS, signal, onError }, round));
  return {
    stop: async () => {
      stopping.abort();
      await keeping;
    },
  };
}
