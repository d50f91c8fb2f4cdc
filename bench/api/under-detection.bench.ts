// What does the API lose while all workers detect at full load?
//
// `turnout serve` as it is built, six weeks of classes in its history, one worker for each core, and more 1080p cameras
// than they can serve: RTSP (H.264), each keyframe wanted, one a second, and MJPEG over HTTP, five a second.
// Another process asks for `/v1/summary` with a key at a fixed, modest rate. Rounds alternate: in one the cameras send
// and every worker is busy (`/v1/status` tells that due samples were shed), in the other the cameras are held in the
// middle of their streams, and the same process has nothing to look at. Camera servers run at the niceness of workers.
// Beside it, as what the machine's scheduler allows: bare uWebSockets.js, which sends the same bytes and does nothing
// else, asked in the same way in the same minutes, while Turnout's workers are busy and while they are not.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { delay } from '../../runtime/timers.ts';
import { compiledFile } from '../../test/support/compiled.ts';
import { fixturePath } from '../../test/support/fixtures.ts';
import { camerasMissing } from '../support/bench-cameras.ts';
import { type HeldCameras, startHeldCameras } from '../support/held-cameras.ts';
import { isQuick } from '../support/quick.ts';
import { type Figure, median, percentile, report } from '../support/report.ts';
import { makeBenchGym } from './contenders/bench-gym.ts';
import { cachedAnswerOf, rawAnswer } from './contenders/raw-answer.ts';
import { type Contender, startContender, startTurnout } from './contenders/start.ts';

const MODEL = fixturePath('yolox_nano.onnx');
const WORKERS = availableParallelism();
/** More than all workers can look at: a sample costs 20 to 30 ms. */
const CAMERAS = isQuick
  ? { h264: WORKERS, jpeg: 12 * WORKERS, jpegPeriodMs: 200 }
  : { h264: 8 * WORKERS, jpeg: 8 * WORKERS, jpegPeriodMs: 200 };
const SUMMARY = '/v1/summary';
const PER_SECOND = 200;
const ROUNDS = isQuick ? 1 : 4;
const SECONDS = isQuick ? 1 : 3;
/** After cameras were let go: everybody is at work again. */
const SETTLE_MS = isQuick ? 500 : 1_500;
const MAX_START_MS = 40_000;

/** What is read of `/v1/status`. */
interface Status {
  readonly cameras: { readonly by_state: Readonly<Record<string, number>> };
  readonly pipeline: { readonly samples: number; readonly shed: number };
}

interface Round {
  /** Of each answer, ms. */
  readonly times: readonly number[];
  /** Samples taken and due samples shed while it ran. */
  readonly samples: number;
  readonly shed: number;
}

const missing = existsSync(MODEL)
  ? camerasMissing()
  : 'no yolox_nano.onnx; npx tsx scripts/fetch-fixtures.ts fetches it';
const idle: Round[] = [];
const loaded: Round[] = [];
const bare = { idle: [] as Round[], loaded: [] as Round[] };
if (missing === null) await measure();
report('api/under-detection', [
  figure('p99 of a summary while all workers detect', 'ms', () => p99(loaded)),
  figure('… with nothing to detect', 'ms', () => p99(idle)),
  {
    name: 'p99 while all workers detect ÷ idle',
    value: missing === null ? p99(loaded) / p99(idle) : null,
    unit: '×',
    limit: 3,
    direction: 'max',
    ...(missing === null ? {} : { note: missing }),
  },
  figure('bare uWebSockets.js, p99 while all workers detect', 'ms', () => p99(bare.loaded)),
  figure('… with nothing to detect', 'ms', () => p99(bare.idle)),
  figure('… p99 while all workers detect ÷ idle', '×', () => p99(bare.loaded) / p99(bare.idle)),
  figure('samples a second while all workers detect', '/s', () =>
    median(loaded.map(({ samples }) => samples / SECONDS)),
  ),
  figure('… due and shed', '/s', () => median(loaded.map(({ shed }) => shed / SECONDS))),
]);
process.exit();

async function measure(): Promise<void> {
  const cameras = await startHeldCameras(CAMERAS);
  const gym = await makeBenchGym();
  const servers: Contender[] = [];
  try {
    await writeFile(resolve(gym.folder, 'turnout.yaml'), configuration(cameras));
    const server = await startTurnout(gym);
    servers.push(server);
    await untilAllCount(server.url);
    const secret = gym.unlimited;
    const answer = await rawAnswer({ url: server.url, path: SUMMARY, secret });
    const other = await startContender('bare-uws', gym, cachedAnswerOf(answer));
    servers.push(other);
    const time = (contender: Contender) => timeRound({ contender: contender, server, secret });
    // Not counted: the program compiles what is asked of it for the first time.
    await time(server);
    for (let round = 0; round < ROUNDS; round += 1) {
      loaded.push(await time(server));
      bare.loaded.push(await time(other));
      cameras.hold();
      await untilNothingCounts(server.url);
      idle.push(await time(server));
      bare.idle.push(await time(other));
      cameras.letGo();
      await delay(SETTLE_MS);
    }
  } finally {
    for (const server of servers) await server.end();
    await cameras.stop();
    await gym.remove();
  }
  // A quick run proves that everything works, on a busy machine too, where what was under way takes longer than a round.
  if (isQuick) return;
  for (const { shed, samples } of [...loaded, ...bare.loaded]) {
    assert.ok(shed > samples / 4, `full load, but ${shed} shed beside ${samples} samples`);
  }
  const most = Math.min(...loaded.map(({ samples }) => samples)) / 10;
  for (const { samples } of [...idle, ...bare.idle])
    assert.ok(samples <= most, `idle, but ${samples} samples`);
}

interface RoundOf {
  readonly contender: Contender;
  /** Turnout, whose samples are told whoever is asked. */
  readonly server: Contender;
  readonly secret: string;
}

async function timeRound({ contender: asked, server, secret }: RoundOf): Promise<Round> {
  const before = await pipelineOf(server.url);
  const wanted = { url: `${asked.url}${SUMMARY}`, secret, perSecond: PER_SECOND, seconds: SECONDS };
  const args = [
    compiledFile(new URL('../support/steady-requests.ts', import.meta.url)),
    JSON.stringify(wanted),
  ];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 26 });
  const after = await pipelineOf(server.url);
  const [samples, shed] = [after.samples - before.samples, after.shed - before.shed];
  return { times: JSON.parse(stdout) as number[], samples, shed };
}

/** Resolves once every camera sends and workers have had more than they can do. */
async function untilAllCount(url: string): Promise<void> {
  const untilMs = performance.now() + MAX_START_MS;
  for (;;) {
    const { cameras, pipeline } = await statusOf(url);
    const all = CAMERAS.h264 + CAMERAS.jpeg;
    const sending = (cameras.by_state['streaming'] ?? 0) + (cameras.by_state['degraded'] ?? 0);
    if (sending === all && pipeline.shed > all) return;
    const state = JSON.stringify({ ...cameras.by_state, ...pipeline });
    assert.ok(performance.now() < untilMs, `all cameras send and samples are shed: ${state}`);
    await delay(250);
  }
}

/** Resolves once the frames that had come before the cameras were held are all looked at. */
async function untilNothingCounts(url: string): Promise<void> {
  const untilMs = performance.now() + MAX_START_MS;
  for (let before = -1, now = 0; before !== now; ) {
    assert.ok(performance.now() < untilMs, `held cameras come to an end: ${now} samples`);
    before = now;
    await delay(SETTLE_MS);
    now = (await pipelineOf(url)).samples;
  }
}

async function pipelineOf(url: string) {
  return (await statusOf(url)).pipeline;
}

async function statusOf(url: string): Promise<Status> {
  const response = await fetch(`${url}/v1/status`);
  assert.equal(response.status, 200);
  return (await response.json()) as Status;
}

/** The gym of `makeBenchGym`, with cameras in two of its rooms. */
function configuration({ h264, jpeg }: HeldCameras): string {
  const room = (id: string, urls: readonly string[], period: string) => {
    const sampling = { class_period: period, idle_period: period };
    const cameras = urls.map((url, index) => ({ id: `${id}-${index}`, url, sampling }));
    return { id, name: id, capacity: 20, cameras };
  };
  const empty = (id: string) => ({ id, name: id, capacity: 20 });
  const cameras = [room('studio', h264, '1s'), room('spin', jpeg, '200ms')];
  const rooms = [...cameras, empty('weights'), empty('yoga')];
  const demo = { id: 'demo', name: 'Demo Gym', timezone: 'Europe/London', currency: 'GBP', rooms };
  // JSON is YAML too.
  return JSON.stringify({
    gyms: [demo],
    detectors: { default: 'yolox', options: { yolox: { model: MODEL } } },
    // Held cameras are no stalled ones.
    sampling: { workers: WORKERS, read_timeout: '1m' },
    access: { key_requests_per_second: 1_000_000, address_requests_per_second: 1_000_000 },
    log: { level: 'warn' },
  });
}

/** Over all answers of all rounds, ms. */
function p99(rounds: readonly Round[]): number {
  return percentile(
    rounds.flatMap(({ times }) => times),
    0.99,
  );
}

function figure(name: string, unit: string, read: () => number): Figure {
  const note = missing === null ? {} : { note: missing };
  const value = missing === null ? read() : null;
  return { name, value, unit, limit: null, direction: 'max', ...note };
}
