// Would it be cheaper to let a camera rest between two samples than to read it all the time, and from which period on?
//
// The cost of one stream that is read all the time, a second, against that of coming by one keyframe: over a connection
// made for it, where the camera begins with a keyframe and where a whole GOP has to be waited for, and over one that
// stands and is let play in time (PAUSE, PLAY): a GOP and a second, with all that is asked meanwhile. CPU time of this
// process, kernel included, by the reader of the engine alone; the server of the streams is another process. Rounds
// alternate. Bytes are those of media packets. No login is asked for, which would cost a connection one request more.

import assert from 'node:assert/strict';
import type { FrameSource } from '../../engine/cameras/source.ts';
import { delay } from '../../runtime/timers.ts';
import { camerasMissing, startBenchCameras } from '../support/bench-cameras.ts';
import { CLIPS, type ClipFormat } from '../support/clip.ts';
import { isQuick } from '../support/quick.ts';
import { type Figure, median, report } from '../support/report.ts';
import { connectFor, PausedCamera, sourceOf } from '../support/short-reading.ts';

const CAMERAS = 8;
const ROUNDS = isQuick ? 1 : 3;
const SETTLE_MS = isQuick ? 300 : 1_500;
const READ_MS = isQuick ? 1_000 : 3_000;
/** `idle_period` as it is by default, s. */
const IDLE_S = 60;

/** Of a second of reading, or of one look: CPU time and wall time, ms, and bytes. */
interface Cost {
  readonly cpuMs: number;
  readonly wallMs: number;
  readonly bytes: number;
}

/** Ways to look once, and what each is called. */
const WAYS = {
  connection: 'a connection for one keyframe',
  wholeGop: '… where a whole GOP is waited for',
  pause: 'PAUSE and PLAY, as the reader lets a camera rest',
} as const;
type Way = keyof typeof WAYS;

type Costs = Record<Way | 'always', Cost[]>;

const figures: Figure[] = [];
for (const [name, format] of CLIPS) {
  const reason = camerasMissing(format);
  figures.push(...figuresOf(name, reason === null ? await measure(format) : null, reason));
}
report('engine/short-connection', figures);
process.exit();

async function measure(format: ClipFormat): Promise<Costs> {
  const { urls, stop } = await startBenchCameras(CAMERAS, format);
  const costs: Costs = { always: [], connection: [], wholeGop: [], pause: [] };
  try {
    for (const url of urls) await connectFor(1, url);
    for (let round = 0; round < ROUNDS; round += 1) {
      costs.always.push(await readingCost(urls, format));
      costs.connection.push(await lookCost(urls, (url) => connectFor(1, url), true));
      costs.wholeGop.push(await lookCost(urls, (url) => connectFor(2, url)));
      costs.pause.push(await pauseCost(urls));
    }
  } finally {
    await stop();
  }
  return costs;
}

async function readingCost(urls: readonly string[], format: ClipFormat): Promise<Cost> {
  const sources = await Promise.all(urls.map(sourceOf));
  const over = new AbortController();
  const reading: Promise<void>[] = [];
  const open = (source: FrameSource) =>
    new Promise<unknown>((resolve, reject) => {
      const run = source.run(over.signal, () => undefined, resolve);
      run.catch(reject);
      reading.push(run);
    });
  await Promise.all(sources.map(open));
  const total = (key: 'bytes' | 'keyframes') =>
    sources.reduce((sum, source) => sum + source.totals()[key], 0);
  await delay(SETTLE_MS);
  const [bytes, keyframes] = [total('bytes'), total('keyframes')];
  const { cpuMs, wallMs } = await timed(async () => void (await delay(READ_MS)));
  const came = { bytes: total('bytes') - bytes, keyframes: total('keyframes') - keyframes };
  const cameraSeconds = (wallMs / 1000) * CAMERAS;
  const expected = (cameraSeconds * format.fps) / format.gopFrames;
  // A phase begins and ends anywhere within a GOP.
  const isAll = Math.abs(came.keyframes - expected) < 0.1 * expected + CAMERAS;
  assert.ok(isAll, `${came.keyframes} of ${expected} keyframes came`);
  over.abort();
  await Promise.all(reading);
  return { cpuMs: cpuMs / cameraSeconds, wallMs: 1_000, bytes: came.bytes / cameraSeconds };
}

/** Looks one after the other where they are short, else at every camera at once: it is CPU time that counts. */
async function lookCost(
  urls: readonly string[],
  look: (url: string) => Promise<number>,
  isOneByOne = false,
): Promise<Cost> {
  const [wallMs, bytes]: [number[], number[]] = [[], []];
  const one = async (url: string) => {
    const startMs = performance.now();
    bytes.push(await look(url));
    wallMs.push(performance.now() - startMs);
  };
  const { cpuMs } = await timed(async () => {
    if (isOneByOne) for (const url of urls) await one(url);
    else await Promise.all(urls.map(one));
  });
  return { cpuMs: cpuMs / urls.length, wallMs: median(wallMs), bytes: median(bytes) };
}

async function pauseCost(urls: readonly string[]): Promise<Cost> {
  const cameras = new Map(urls.map((url) => [url, new PausedCamera(url)]));
  await Promise.all([...cameras.values()].map((camera) => camera.start()));
  const cost = await lookCost(urls, async (url) => {
    const camera = cameras.get(url);
    assert.ok(camera !== undefined);
    const before = camera.bytes;
    await camera.look(IDLE_S * 1_000);
    return camera.bytes - before;
  });
  await Promise.all([...cameras.values()].map((camera) => camera.stop()));
  return cost;
}

async function timed(work: () => Promise<void>): Promise<{ cpuMs: number; wallMs: number }> {
  const before = process.cpuUsage();
  const startMs = performance.now();
  await work();
  const wallMs = performance.now() - startMs;
  const { user, system } = process.cpuUsage(before);
  return { cpuMs: (user + system) / 1000, wallMs };
}

function figuresOf(name: string, costs: Costs | null, reason: string | null): Figure[] {
  const note = reason === null ? {} : { note: reason };
  const of = (way: Way | 'always', key: keyof Cost) =>
    costs === null ? null : median(costs[way].map((cost) => cost[key]));
  const figure = (text: string, value: number | null, unit: string) => {
    return { name: text, value, unit, limit: null, direction: 'max' as const, ...note };
  };
  const ratio = (one: number | null, other: number | null) =>
    one === null || other === null ? null : one / other;
  const [cpu, bytes] = [of('always', 'cpuMs'), of('always', 'bytes')];
  const perPeriod = (value: number | null) => (value === null ? null : value * IDLE_S);
  const looks = Object.entries(WAYS).flatMap(([key, text]) => {
    const way = key as Way;
    return [
      figure(`${name}: ${text}, CPU`, of(way, 'cpuMs'), 'ms'),
      figure('… time', of(way, 'wallMs'), 'ms'),
      figure('… bytes', of(way, 'bytes'), 'B'),
      figure('… takes less CPU than reading from a period of', ratio(of(way, 'cpuMs'), cpu), 's'),
      figure(`… every ${IDLE_S} s: reading ÷ it`, ratio(perPeriod(cpu), of(way, 'cpuMs')), '×'),
      figure('… bytes, reading ÷ it', ratio(perPeriod(bytes), of(way, 'bytes')), '×'),
    ];
  });
  return [
    figure(`${name}: one camera read all the time, CPU a second`, cpu, 'ms'),
    figure('… bytes a second', bytes, 'B'),
    ...looks,
  ];
}
