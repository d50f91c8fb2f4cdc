/** RTSP cameras as the engine runs them, with nobody who samples: each keyframe replaces the one before it. */

import assert from 'node:assert/strict';
import { createSource, Fleet } from '../../engine/cameras/index.ts';
import { systemClock } from '../../engine/clock.ts';
import { Mailbox } from '../../engine/frames/index.ts';
import { silentLog } from '../../engine/log.ts';
import { delay, systemTimers } from '../../engine/timers.ts';

const LONGEST_WAIT_MS = 30_000;

export class BenchFleet {
  readonly #mailboxes = new Map<string, Mailbox>();
  readonly #fleet = new Fleet({
    clock: systemClock,
    timers: systemTimers,
    log: silentLog,
    createSource,
    deliver: (cameraId, frame) => this.#mailboxes.get(cameraId)?.put(frame),
    random: Math.random,
  });

  /** Makes it one camera an address, and waits until each has delivered two keyframes; throws after half a minute. */
  async grow(urls: readonly string[]): Promise<void> {
    for (const url of urls) {
      if (!this.#mailboxes.has(url)) this.#mailboxes.set(url, new Mailbox(systemClock));
    }
    await this.#fleet.apply(
      urls.map((url) => ({
        id: url,
        url,
        transport: 'tcp' as const,
        openTimeoutMs: 20_000,
        readTimeoutMs: 20_000,
        wantedPeriodMs: () => Number.POSITIVE_INFINITY,
      })),
    );
    const untilMs = performance.now() + LONGEST_WAIT_MS;
    while (!this.#fleet.snapshots().every(({ keyframes }) => keyframes >= 2)) {
      assert.ok(performance.now() < untilMs, 'all cameras deliver keyframes');
      await delay(100);
    }
  }

  /** Keyframes of all cameras so far. */
  keyframes(): number {
    return this.#fleet.snapshots().reduce((sum, { keyframes }) => sum + keyframes, 0);
  }

  stop(): Promise<void> {
    return this.#fleet.stop();
  }
}
