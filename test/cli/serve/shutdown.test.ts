/** How a server ends that does not want to. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const SHUTDOWN = fileURLToPath(new URL('../../../cli/serve/shutdown.ts', import.meta.url));
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** A process whose work holds it and starts for ever, unless `stops`, with `more` beside it. */
async function stubborn(more = '', stops = false) {
  const program = `
    import { serveUntilStopped } from ${JSON.stringify(SHUTDOWN)};
    const running = { log: { info() {}, flush: async () => undefined }, stop: async () => undefined };
    const start = () => (${stops} ? Promise.resolve(running) : new Promise(() => undefined));
    const onStopping = () => process.stderr.write('stopping\\n');
    const done = serveUntilStopped(process.stderr, start, () => undefined, onStopping);
    setTimeout(() => undefined, 60_000);
    ${more}
    process.stderr.write('ready\\n');`;
  const args = ['--import', 'tsx', '--input-type=module', '-e', program];
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'pipe'] });
  let text = '';
  child.stderr.on('data', (bytes) => {
    text += bytes;
  });
  const heard = async (word: string) => {
    while (!text.includes(word)) await once(child.stderr, 'data');
  };
  await heard('ready');
  return { child, heard, said: () => text };
}

it('a process that does not stop is ended at once and quietly by a second signal, but not by an echo of the first', async () => {
  const { child, heard } = await stubborn(
    "process.on('SIGTERM', () => setTimeout(() => process.stderr.write('later\\n'), 600));",
  );
  child.kill('SIGTERM');
  await heard('stopping');
  child.kill('SIGTERM');
  await heard('later');
  child.kill('SIGINT');
  expect(await once(child, 'close')).toEqual([null, 'SIGINT']);
});

it('a process that does not stop is ended although native code holds its main thread when the signal comes', async () => {
  const { child, heard } = await stubborn(
    "setTimeout(() => { process.stderr.write('held\\n'); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); }, 2_000);",
  );
  await heard('held');
  const began = performance.now();
  child.kill('SIGTERM');
  expect(await once(child, 'close')).toEqual([null, 'SIGKILL']);
  expect(performance.now() - began).toBeLessThan(6_000);
});

it('a process that does not stop says nothing more of a signal that comes when all is stopped', async () => {
  const { child, heard, said } = await stubborn(
    "done.then(() => setTimeout(() => process.stderr.write('done\\n'), 600));",
    true,
  );
  child.kill('SIGINT');
  await heard('done');
  child.kill('SIGINT');
  child.kill('SIGINT');
  await new Promise((resolve) => setImmediate(resolve));
  expect(said()).not.toMatch(/second|hard/);
  child.kill('SIGKILL');
  await once(child, 'close');
});

it('a process that does not stop is ended hard after five seconds, and says so, also where a fault is caught by nobody', async () => {
  const { child, heard, said } = await stubborn(
    "setTimeout(() => { throw new Error('broken'); }, 10);",
  );
  await heard('stopping');
  expect(await once(child, 'close')).toEqual([null, 'SIGKILL']);
  expect(said()).toContain('turnout: broken');
  expect(said()).toContain('turnout: not everything stopped within 5 s: ended hard');
});
