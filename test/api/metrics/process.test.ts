/** What the process needs, as it is measured. */

import { closeSync, openSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { ProcessWatch } from '../../../api/metrics/exposition.ts';

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
