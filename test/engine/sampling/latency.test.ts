import { describe, expect, test } from 'vitest';
import { LatencyWindow } from '../../../engine/sampling/queue.ts';

describe('latency window', () => {
  test('gives nearest-rank percentiles, in whatever order the values came', () => {
    const window = new LatencyWindow();
    for (let i = 0; i < 100; i++) {
      window.add(((i * 37) % 100) + 1);
    }
    expect(window.percentiles()).toEqual({ p50: 50, p99: 99 });
  });

  test('forgets the oldest when it is full', () => {
    const window = new LatencyWindow(4);
    for (const ms of [1000, 1000, 1, 2, 3, 4]) {
      window.add(ms);
    }
    expect(window.percentiles()).toEqual({ p50: 2, p99: 4 });
  });
});
