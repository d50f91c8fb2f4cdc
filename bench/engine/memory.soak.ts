// Does the memory of the whole program still grow once its work has become routine?
//
// `turnout serve` in a process of its own for 20 minutes (`BENCH_SOAK_MINUTES`): four H.264 cameras over RTSP, looked at
// with each keyframe, one a second, and two JPEG cameras, twice a second, by the detector that comes with the program; the
// counts stored, and four answers asked for each second. Where there is no RTSP server two drawn rooms stand in for the
// cameras: the canvas that draws them gives memory back late, and 20 minutes are short for it.
// Growth is that of resident memory over the last half, by the slopes between medians of windows (`rss-series.ts`): neither
// the start nor a moment decides. Light enough to run beside other work; not among the benches that run unless it is
// named: `npm run bench -- soak`.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { delay } from '../../engine/timers.ts';
import { camerasMissing } from '../support/bench-cameras.ts';
import { type HeldCameras, startHeldCameras } from '../support/held-cameras.ts';
import { isQuick } from '../support/quick.ts';
import { type Figure, report } from '../support/report.ts';
import {
  growthOfLastHalf,
  type MemoryLook,
  residentMegabytes,
  windowMedians,
} from '../support/rss-series.ts';

const { BENCH_SOAK_MINUTES = '20' } = process.env;
const LASTS_MS = isQuick ? 6_000 : Number(BENCH_SOAK_MINUTES) * 60_000;
const LOOK_MS = isQuick ? 200 : 1_000;
const WINDOWS = isQuick ? 4 : 20;
/** Between two looks at one camera, where it has a new keyframe. */
const PERIOD_MS = 500;
const CAMERAS = { h264: 4, jpeg: 2, jpegPeriodMs: 250 };
const LAUNCHER = resolve('bin/turnout.cjs');
const SCENES = ['scene:studio?seed=1', 'scene:yoga?seed=2'];

interface Soak {
  readonly looks: readonly MemoryLook[];
  readonly answers: number;
  readonly samples: number;
  readonly cameras: string;
}

const missing = whyNot();
const soak = missing === null ? await run() : null;
report('engine/memory', figures(soak));

function whyNot(): string | null {
  if (!existsSync('dist/cli/index.js')) return 'not built: npm run build';
  return residentMegabytes(process.pid) === null ? 'no /proc on this system' : null;
}

async function run(): Promise<Soak> {
  const cameras = camerasMissing() === null ? await startHeldCameras(CAMERAS) : null;
  const folder = await mkdtemp(join(tmpdir(), 'turnout-soak-'));
  try {
    return await serve(folder, cameras);
  } finally {
    await cameras?.stop();
    await rm(folder, { recursive: true });
  }
}

async function serve(folder: string, cameras: HeldCameras | null): Promise<Soak> {
  const config = join(folder, 'turnout.yaml');
  const urls = cameras === null ? SCENES : [...cameras.h264, ...cameras.jpeg];
  await writeFile(config, configuration(urls));
  const env = {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: '0',
    TURNOUT_CONFIG: config,
    TURNOUT_DATA: folder,
  };
  const child = spawn(process.execPath, [LAUNCHER, 'serve'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    let url = '';
    for await (const line of createInterface({ input: child.stdout })) {
      if (line.includes('"listening"')) url = (JSON.parse(line) as { url: string }).url;
      if (url !== '') break;
    }
    assert.notEqual(url, '', 'it listens');
    const args = [LAUNCHER, 'key', 'create', '--role', 'owner', '--json'];
    const made = execFileSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' });
    const { key } = JSON.parse(made) as { key: string };
    const watched = await watch(child.pid ?? 0, url, key);
    // A soak of cameras that fell silent would say nothing; in the first seconds they connect.
    const planned = (urls.length * LASTS_MS) / PERIOD_MS;
    assert.ok(watched.samples > planned / (isQuick ? 10 : 2), `${watched.samples} of ${planned}`);
    return {
      ...watched,
      cameras: cameras === null ? 'drawn rooms' : `${urls.length} cameras`,
    };
  } finally {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  }
}

async function watch(pid: number, url: string, key: string): Promise<Omit<Soak, 'cameras'>> {
  const looks: MemoryLook[] = [];
  const beganMs = performance.now();
  let answers = 0;
  for (let lastedMs = 0; lastedMs < LASTS_MS; lastedMs = performance.now() - beganMs) {
    answers += await askAll(url, key);
    const megabytes = residentMegabytes(pid);
    assert.ok(megabytes !== null, 'the program goes on');
    looks.push({ seconds: lastedMs / 1000, megabytes });
    await delay(LOOK_MS);
  }
  const samples = await samplesOf(url);
  return { looks, answers, samples };
}

async function askAll(url: string, key: string): Promise<number> {
  const asked: readonly (readonly [string, Record<string, string>])[] = [
    ['/health', {}],
    ['/v1/status', {}],
    ['/v1/summary', { authorization: `Bearer ${key}` }],
    ['/v1/revenue', { 'x-sandbox': 'true' }],
  ];
  for (const [path, headers] of asked) {
    const answer = await fetch(`${url}${path}`, { headers });
    await answer.arrayBuffer();
    assert.equal(answer.status, 200, path);
  }
  return asked.length;
}

async function samplesOf(url: string): Promise<number> {
  const answer = await fetch(`${url}/v1/status`);
  const { pipeline } = (await answer.json()) as { pipeline: { samples: number } };
  return pipeline.samples;
}

function configuration(urls: readonly string[]): string {
  const rooms = urls.map((url, index) => ({
    id: `room-${index}`,
    cameras: [{ id: `camera-${index}`, url }],
  }));
  // JSON is YAML.
  return JSON.stringify({
    gyms: [{ id: 'soak', timezone: 'UTC', rooms }],
    detectors: { default: 'person' },
    sampling: {
      class_period: `${PERIOD_MS / 1000}s`,
      idle_period: `${PERIOD_MS / 1000}s`,
      workers: 1,
    },
  });
}

function figures(found: Soak | null): Figure[] {
  const note =
    found === null
      ? { note: missing ?? 'not run' }
      : {
          note: `${found.cameras}, ${found.samples} samples, ${found.answers} answers`,
        };
  const megabytes = (name: string, value: number | null | undefined): Figure => {
    return { name, value: value ?? null, unit: 'MB', limit: null, direction: 'max' };
  };
  const minutes = Math.round(LASTS_MS / 6_000) / 10;
  const medians = found === null ? [] : windowMedians(found.looks, WINDOWS);
  // The series, for whoever wants to see the shape behind the figure.
  if (!isQuick) console.log(medians.map((one) => one.megabytes.toFixed(1)).join(' '));
  const growth = found === null ? null : growthOfLastHalf(found.looks, WINDOWS / 2) * 100;
  return [
    megabytes('memory of the whole program, first minute', medians[0]?.megabytes),
    megabytes('… at its middle', medians[WINDOWS / 2]?.megabytes),
    megabytes('… at its end', medians.at(-1)?.megabytes),
    {
      name: `growth over the last half of ${minutes} minutes`,
      value: growth,
      unit: '%',
      limit: 1,
      direction: 'max',
      ...note,
    },
  ];
}
