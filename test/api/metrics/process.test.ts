/** What the process needs, as it is measured. */

import { closeSync, openSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { ProcessWatch } from '../../../api/metrics/process.ts';
import { until } from '../../support/until.ts';

let watch = new ProcessWatch();
afterEach(() => {
  watch.close();
  watch = new ProcessWatch();
});

it('knows memory and open descriptors', () => {
  const { memoryBytes, openDescriptors } = watch.read();
  expect(memoryBytes.rss).toBeGreaterThan(memoryBytes.heapUsed);
  expect(memoryBytes.heapTotal).toBeGreaterThanOrEqual(memoryBytes.heapUsed);
  const opened = [1, 2, 3].map(() => openSync(import.meta.filename, 'r'));
  expect(watch.read().openDescriptors).toBe((openDescriptors ?? 0) + 3);
  for (const descriptor of opened) closeSync(descriptor);
});

it('notices a thread that was held up', async () => {
  await until(() => watch.read().eventLoopDelayMs !== null);
  const endMs = performance.now() + 300;
  while (performance.now() < endMs);
  await until(() => (watch.read().eventLoopDelayMs?.p99 ?? 0) > 200);
  expect(watch.read().eventLoopDelayMs?.p50).toBeLessThan(200);
});
