/** `turnout serve` as a process: what it prints, how it ends. And `turnout status` beside it. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run } from '../../../cli/program.ts';
import { until } from '../../support/until.ts';
import { world } from '../world.ts';

const PROGRAM = fileURLToPath(new URL('../../../cli/index.ts', import.meta.url));
const LOADER = import.meta.resolve?.('tsx') ?? 'tsx';

let folder: string;
let child: ChildProcess | null;
let stderr: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turnout-serve-'));
  child = null;
  stderr = '';
});
afterEach(async () => {
  if (child !== null && child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL');
    await once(child, 'close');
  }
  await rm(folder, { recursive: true, force: true });
});

const CONFIG = `
gyms:
  - id: north
    name: North
    timezone: Europe/London
    rooms:
      - id: studio
        cameras:
          - id: hall
            url: "scene:studio?people=3&seed=7"
sampling: { class_period: 200ms, idle_period: 200ms }
`;

async function serve(config = CONFIG): Promise<ChildProcess> {
  await writeFile(join(folder, 'turnout.yaml'), config);
  const started = spawn(process.execPath, ['--import', LOADER, PROGRAM, 'serve'], {
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    env: {
      ...process.env,
      PORT: '0',
      TURNOUT_DATA: join(folder, 'data'),
      TURNOUT_CONFIG: join(folder, 'turnout.yaml'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.stderr?.on('data', (bytes) => {
    stderr += bytes;
  });
  child = started;
  return started;
}

async function firstLine(process: ChildProcess): Promise<string> {
  const lines = createInterface({ input: process.stdout as NodeJS.ReadableStream });
  const [line] = await once(lines, 'line');
  return String(line);
}

describe('turnout serve', () => {
  it('says where it listens in one line, and ends cleanly on SIGTERM', async () => {
    const process = await serve();
    const line = await firstLine(process);
    expect(line).toMatch(/^\{"event":"listening","url":"http:\/\/127\.0\.0\.1:\d+"\}$/);
    const { url } = JSON.parse(line);
    expect((await fetch(`${url}/health`)).status).toBe(200);
    process.kill('SIGTERM');
    process.kill('SIGTERM');
    expect(await once(process, 'close')).toEqual([0, null]);
    for (const logged of stderr.trim().split('\n')) {
      expect(JSON.parse(logged)).toMatchObject({
        level: expect.any(String),
        event: expect.any(String),
      });
    }
    // Nobody watches this start: no key is made, and the command is named.
    expect(stderr).toContain('"event":"owner_missing","gym":"north"');
    expect(stderr).not.toMatch(/tk_\w/);
  });

  it('is shown by turnout status, with counts of the last samples', async () => {
    await firstLine(await serve());
    const here = world(['--json'], join(folder, 'data'));
    interface Answer {
      status: { cameras: { list: unknown[] } };
      counts: Record<string, { samples: { at: string; count: number | null }[] }>;
    }
    const ask = async () => {
      const one = world(['--json'], join(folder, 'data'));
      expect(await run(['status', '--json'], one.context)).toBe(0);
      return JSON.parse(one.out()) as Answer;
    };
    await until(async () => ((await ask()).counts['hall']?.samples.length ?? 0) >= 3);
    const answer = await ask();
    expect(JSON.stringify(answer.status)).not.toMatch(/"count"|scene:/);
    expect(answer.counts['hall']?.samples[0]).toMatchObject({ at: expect.stringMatching(/Z$/) });
    const text = world([], join(folder, 'data'));
    expect(await run(['status'], text.context)).toBe(0);
    expect(text.out()).toMatch(/^hall +\d+ +streaming /m);
    expect(here.err()).toBe('');
  });

  it('reloads its configuration on SIGHUP', async () => {
    const process = await serve();
    const { url } = JSON.parse(await firstLine(process));
    await writeFile(join(folder, 'turnout.yaml'), CONFIG.replace('id: hall', 'id: door'));
    process.kill('SIGHUP');
    await until(async () => {
      const { context, out } = world(['--json'], join(folder, 'data'));
      await run(['status', '--json'], context);
      return out().includes('"id":"door"');
    });
    expect(await (await fetch(`${url}/v1/status`)).text()).not.toContain('door');
    const far = world([], join(folder, 'data'));
    expect(await run(['status', '--url', url], far.context)).toBe(0);
    expect(far.out()).toMatch(/^1 camera: 1 \w+$/m);
  });

  it('shows a set-up code for a gym that comes in while it runs', async () => {
    const process = await serve();
    await firstLine(process);
    await writeFile(join(folder, 'turnout.yaml'), CONFIG.replace('id: north', 'id: south'));
    process.kill('SIGHUP');
    await until(async () => stderr.includes('"event":"owner_missing","gym":"south"'));
    expect(stderr).not.toMatch(/tk_\w/);
  });

  it('says a bad configuration in one go and exits with 1', async () => {
    const process = await serve('gyms: 3\n');
    expect(await once(process, 'close')).toEqual([1, null]);
    expect(stderr).toMatch(/^turnout: .*1 fault:\n.*1:7 gyms: expected a list/);
  });
});
