/** The launcher: what it says before any of the program has loaded. */

import { execFile } from 'node:child_process';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, it, vi } from 'vitest';
import { testFolder } from './support/folder.ts';

const BIN = fileURLToPath(new URL('../bin', import.meta.url));

let folder: string;
beforeEach(async () => {
  folder = testFolder();
  await cp(BIN, join(folder, 'bin'), { recursive: true });
});

function launch(options: readonly string[] = [], words: readonly string[] = []) {
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const args = [...options, join(folder, 'bin/turnout.cjs'), ...words];
    const child = execFile(process.execPath, args, (_, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });
}

async function build(program: string): Promise<void> {
  await mkdir(join(folder, 'dist/cli'), { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(join(folder, 'dist/cli/index.js'), program);
}

it('the launcher lets no library report to its makers, and gives sixteen threads, one more for each camera of libav', async () => {
  vi.stubEnv('ORT_DISABLE_TELEMETRY', '0');
  await build('console.log(process.env.ORT_DISABLE_TELEMETRY)');
  expect(await launch()).toEqual({ code: 0, out: '1\n', err: '' });
  await build('console.log(process.env.UV_THREADPOOL_SIZE)');
  expect(await launch()).toEqual({ code: 0, out: '16\n', err: '' });
  const config = join(folder, 'turnout.yaml');
  vi.stubEnv('TURNOUT_CONFIG', config);
  expect((await launch([], ['serve'])).out).toBe('16\n');
  const cameras = ['rtsp://a/1', 'rtsp://a/2, transport: udp', 'rtsps://a', '"http://a"', 'a.mp4'];
  const own = ['hall.jpg', "'rtsp://b'", 'scene:yoga'];
  await writeFile(config, [...cameras, ...own].map((url) => `- { url: ${url} }\n`).join(''));
  expect((await launch([], ['serve'])).out).toBe('21\n');
  expect((await launch([], ['status'])).out).toBe('16\n');
  vi.stubEnv('UV_THREADPOOL_SIZE', '200');
  expect(await launch()).toEqual({ code: 0, out: '200\n', err: '' });
  vi.stubEnv('UV_THREADPOOL_SIZE', 'some');
  expect(await launch()).toEqual({ code: 0, out: '16\n', err: '' });
});

it('the launcher asks V8 for what this Node knows', async () => {
  const { COLLECT_ALONE } = createRequire(import.meta.url)('../bin/runtime.cjs') as {
    readonly COLLECT_ALONE: readonly string[];
  };
  await build('console.log("started")');
  // On the command line a flag that is not known is an error; later it is a line on stderr.
  expect(await launch(COLLECT_ALONE)).toEqual({ code: 0, out: 'started\n', err: '' });
});

it('the launcher starts the program where the system forbids to change a priority', async () => {
  await build('console.log("started")');
  const forbid = join(folder, 'forbid.cjs');
  const refuse = "() => { throw Object.assign(new Error('EPERM'), { code: 'ERR_SYSTEM_ERROR' }); }";
  await writeFile(forbid, `require('node:os').setPriority = ${refuse};`);
  const started = await launch(['--require', forbid], ['serve']);
  expect(started).toEqual({ code: 0, out: 'started\n', err: '' });
});

it('the launcher keeps a SIGHUP that comes while the program starts, and hands it over once', async () => {
  // The program sends it to itself, and goes some turns of its loop without a listener.
  await build(`
      const turns = async (left) => {
        for (; left > 0; left -= 1) await new Promise((resolve) => setImmediate(resolve));
      };
      process.kill(process.pid, 'SIGHUP');
      await turns(50);
      let heard = 0;
      process.on('SIGHUP', () => { heard += 1; });
      await turns(50);
      console.log(heard);
    `);
  expect(await launch([], ['serve'])).toEqual({ code: 0, out: '1\n', err: '' });
});

it('the launcher says what to do when nothing is built', async () => {
  expect(await launch()).toEqual({
    code: 1,
    out: '',
    err: 'turnout: expected a built program, got none in dist; run: npm run build\n',
  });
});

it('the launcher says what to do when a package is missing', async () => {
  await build('import "no-such-package"');
  const { code, err } = await launch();
  expect(code).toBe(1);
  const words = /^turnout: expected a whole installation, got: .*no-such-package.*npm ci.*\n$/;
  expect(err).toMatch(words);
});

it('the launcher refuses an old Node', async () => {
  await build('console.log("started")');
  const old = join(folder, 'old.cjs');
  const versions = '{...process.versions,node:"18.20.0"}';
  await writeFile(old, `Object.defineProperty(process,'versions',{value:${versions}})`);
  expect(await launch(['--require', old])).toEqual({
    code: 1,
    out: '',
    err: 'turnout: expected Node 20.19 or later, got 18.20.0\n',
  });
});
