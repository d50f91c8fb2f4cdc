/** RTSP cameras as the engine runs them, with nobody who samples. */

import assert from 'node:assert/strict';
import { Fleet } from '../../engine/cameras/supervision/supervisor.ts';
import { ReaderThread } from '../../engine/cameras/thread/reader-thread.ts';
import type { PostedFrame } from '../../engine/frames/encoded-frame.ts';
import { systemClock } from '../../runtime/clock.ts';
import { silentLog } from '../../runtime/log/log.ts';
import { delay, systemTimers } from '../../runtime/timers.ts';

const MAX_WAIT_MS = 30_000;

export class BenchFleet {
  readonly #readers = new ReaderThread();
  readonly #fleet = new Fleet<PostedFrame>({
    clock: systemClock,
    timers: systemTimers,
    log: silentLog,
    createSource: (source) => this.#readers.createSource(source),
    deliver: () => undefined,
    random: Math.random,
  });

  /** Makes it one camera an address, and waits until each has delivered two keyframes; throws after half a minute. */
  async grow(urls: readonly string[]): Promise<void> {
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
    const untilMs = performance.now() + MAX_WAIT_MS;
    while (!this.#fleet.snapshots().every(({ keyframes }) => keyframes >= 2)) {
      assert.ok(performance.now() < untilMs, 'all cameras deliver keyframes');
      await delay(100);
    }
  }

  /** Keyframes of all cameras so far. */
  keyframes(): number {
    return this.#fleet.snapshots().reduce((sum, { keyframes }) => sum + keyframes, 0);
  }

  async stop(): Promise<void> {
    await this.#fleet.stop();
    await this.#readers.stop();
  }
}
