/** Threads of libvips beside a worker of low priority, in a process that has decoded nothing before. */

import { execFileSync } from 'node:child_process';
import { getPriority } from 'node:os';
import { describe, expect, it } from 'vitest';
import { compiledFile } from '../../support/compiled.ts';
import { greyFrame } from '../../support/jpegs.ts';

const MAIN = `
  const { Worker } = require('node:worker_threads');
  const [file, picture] = process.argv.slice(1);
  const data = Uint8Array.from(Buffer.from(picture, 'base64'));
  const workerData = { codec: 'jpeg', data, atUtcMs: 0, mediaMs: null };
  const worker = new Worker(require('node:path').resolve(file), { workerData });
  worker.once('message', (found) => process.stdout.write(JSON.stringify(found), () => process.exit()));
`;

// Priorities of threads are Linux's own.
describe.skipIf(process.platform !== 'linux')('threads of libvips', () => {
  it('are as nice as the worker that decodes with them', async () => {
    const file = compiledFile(new URL('./vips-threads.fixture.ts', import.meta.url));
    const { data } = await greyFrame(90, { width: 1920, height: 1080 });
    const args = ['-e', MAIN, file, Buffer.from(data).toString('base64')];
    const { own, vips } = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
    expect(own).toBeGreaterThan(getPriority(0));
    expect(vips.length).toBeGreaterThan(0);
    expect(new Set(vips)).toEqual(new Set([own]));
  });
});
