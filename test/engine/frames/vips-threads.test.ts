/** Threads of libvips beside a worker of low priority. */

import { once } from 'node:events';
import { getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { compiledFile } from '../../support/compiled.ts';
import { greyFrame } from '../../support/jpegs.ts';

// Priorities of threads are Linux's own.
describe.skipIf(process.platform !== 'linux')('threads of libvips', () => {
  it('are as nice as the worker that decodes with them', async () => {
    const worker = new Worker(compiledFile(new URL('./vips-threads.fixture.ts', import.meta.url)), {
      workerData: await greyFrame(90, { width: 1920, height: 1080 }),
    });
    const [{ own, vips }] = await once(worker, 'message');
    await worker.terminate();
    expect(own).toBeGreaterThan(getPriority(0));
    expect(vips.length).toBeGreaterThan(0);
    expect(new Set(vips)).toEqual(new Set([own]));
  });
});
