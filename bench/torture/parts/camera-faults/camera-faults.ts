/**
 * Cameras with a fault each, at the same time and round after round, beside one that has none. The streams are those of
 * a real RTSP server; what stands before it breaks them. Which camera has which fault moves on with each round, so that
 * none is broken so often that it is left alone for minutes.
 */

import { join } from 'node:path';
import { SAMPLE_FLAGS } from '../../../../gym/attendance/sample.ts';
import type { InstantRange } from '../../../../gym/calendar/zone.ts';
import { delay } from '../../../../runtime/timers.ts';
import { openDatabase } from '../../../../store/history/database.ts';
import {
  drawn,
  isRtspServerAvailable,
  startRtspServer,
} from '../../../../test/support/rtsp-server.ts';
import type { Figure } from '../../../support/report.ts';
import type { PartOptions, TorturePart } from '../../part.ts';
import { gymConfig } from '../../support/gym.ts';
import { collectsGarbage, heldMegabytes } from '../../support/held-memory.ts';
import { createKey } from '../../support/operations.ts';
import { lookAt } from '../../support/process-series.ts';
import { type Program, scratchFolder, startProgram } from '../../support/program.ts';
import { statusOf, waitUntil } from '../../support/status.ts';
import { CAMERA_FAULTS } from './faults.ts';
import { FaultyCamera } from './faulty-camera.ts';

const PERIOD_MS = 2_000;
const FAULT_MS = { long: 15_000, short: 2_000 };
/** A connection that delivers for half a minute is a success: longer than that between two faults. */
const REST_MS = 35_000;
const BACK_LIMIT_MS = 30_000;
const READY_LIMIT_MS = 60_000;

export const cameraFaults: TorturePart = {
  name: 'camera-faults',
  what: `cameras with ${CAMERA_FAULTS.length} kinds of faults, before a real RTSP server`,
  amount: { unit: 'minutes', long: 60, short: 0.1 },
  run,
};

async function run(options: PartOptions): Promise<readonly Figure[]> {
  if (!isRtspServerAvailable()) {
    const note = 'GStreamer’s RTSP server is not installed';
    return [{ ...atMost('cameras not back in 30 s', null, 'cameras', 0), note }];
  }
  const real = await startRtspServer({
    mounts: { '/hall': drawn({ codec: 'h264', gopFrames: 10, isShared: true }) },
  });
  const folder = await scratchFolder();
  const cameras = CAMERA_FAULTS.map(() => new FaultyCamera(real.port));
  let program: Program | null = null;
  try {
    await Promise.all(cameras.map((camera) => camera.listen()));
    const addresses = cameras.map(({ port }) => `rtsp://127.0.0.1:${port}/hall`);
    const config = gymConfig({
      cameras: [real.url('/hall'), ...addresses],
      periodMs: PERIOD_MS,
      detector: 'motion',
    });
    program = await startProgram({ folder: folder.path, config, variables: collectsGarbage() });
    return await torment(program, cameras, options);
  } finally {
    await program?.end();
    await Promise.all(cameras.map((camera) => camera.stop()));
    await real.stop();
    await folder.drop();
  }
}

/** Numbers of the cameras that have sent a keyframe since then, the one without a fault as -1. */
async function sending(program: Program, key: string, sinceMs: number): Promise<Set<number>> {
  const { list } = (await statusOf(program.url, key)).cameras;
  const seen = list.filter(({ last_keyframe_at: at }) => at !== null && Date.parse(at) > sinceMs);
  return new Set(seen.map(({ id }) => Number(id.slice('camera-'.length)) - 1));
}

/** Ends the program. @returns how many samples of the camera without a fault it stored in that time. */
async function samplesIn(program: Program, { fromUtcMs, toUtcMs }: InstantRange): Promise<number> {
  await program.end();
  const path = join(program.dataFolder, 'turnout.sqlite');
  const database = await openDatabase({ path, mode: 'create', busyMs: 1_000 });
  try {
    const found = await database.get<{ samples: number }>(SAMPLES, fromUtcMs, toUtcMs);
    return found?.samples ?? 0;
  } finally {
    await database.close();
  }
}

/** A detector that is warming up has looked at the picture: that is a sample, though no count. */
const SAMPLES = `
SELECT count(*) AS samples FROM samples JOIN cameras ON cameras.key = samples.camera
WHERE cameras.id = 'camera-0' AND (samples.count IS NOT NULL OR samples.flags & ${SAMPLE_FLAGS.warmingUp})
  AND at_utc_ms >= ? AND at_utc_ms < ?`;

async function torment(
  program: Program,
  cameras: readonly FaultyCamera[],
  { amount, isShort, signal, progress }: PartOptions,
): Promise<readonly Figure[]> {
  const all = cameras.length + 1;
  const key = await createKey(program.dataFolder);
  const beganUtcMs = Date.now();
  const isReady = async () => (await sending(program, key, beganUtcMs)).size === all;
  await waitUntil(isReady, READY_LIMIT_MS, signal);
  const before = lookAt(program.pid);
  const fromUtcMs = Date.now();
  const beganMs = performance.now();
  const endMs = beganMs + amount * 60_000;
  const backMs: number[] = [];
  const missing: string[] = [];
  const memory: number[] = [];
  let rounds = 0;
  while (rounds === 0 || (performance.now() < endMs && !signal.aborted && program.isAlive())) {
    const faults = CAMERA_FAULTS.map(
      (_, index) => CAMERA_FAULTS[(index + rounds) % CAMERA_FAULTS.length],
    );
    await Promise.all(
      cameras.map((camera, index) => camera.begin(faults[index] ?? { name: 'none' })),
    );
    await delay(isShort ? FAULT_MS.short : FAULT_MS.long, signal);
    await Promise.all(cameras.map((camera) => camera.mend()));
    const mendedUtcMs = Date.now();
    const left = new Set(cameras.keys());
    const isBack = async () => {
      for (const camera of await sending(program, key, mendedUtcMs)) {
        if (left.delete(camera)) backMs.push(Date.now() - mendedUtcMs);
      }
      return left.size === 0;
    };
    if ((await waitUntil(isBack, BACK_LIMIT_MS, signal)) === null && !signal.aborted) {
      missing.push(...[...left].map((camera) => faults[camera]?.name ?? ''));
    }
    rounds += 1;
    if (!isShort) {
      await delay(REST_MS, signal);
      memory.push(await heldMegabytes(program));
    }
    const held = memory.length === 0 ? '' : `${Math.round(memory.at(-1) ?? 0)} MB, `;
    progress(`${rounds} rounds, ${held}${missing.length} not back: ${missing.join(', ')}`);
  }
  const descriptors = openedSince(before, lookAt(program.pid));
  const deaths = program.isAlive() ? 0 : 1;
  const range = { fromUtcMs, toUtcMs: Date.now() };
  const samples = await samplesIn(program, range);
  const wanted = Math.floor((range.toUtcMs - fromUtcMs) / PERIOD_MS);
  return [
    atMost('back after the fault, longest', Math.max(0, ...backMs) / 1000, 's', 30),
    {
      ...atMost('cameras not back in 30 s', missing.length, 'cameras', 0),
      ...(missing.length > 0 && { note: missing.join(', ') }),
    },
    atMost('descriptors more than before', descriptors, 'descriptors', 0),
    {
      ...atMost('samples of the camera without a fault', null, '%', 99),
      value: Math.min(100, (100 * samples) / Math.max(1, wanted)),
      direction: 'min',
    },
    atMost('deaths', deaths, 'deaths', 0),
    atMost('rounds', rounds, 'rounds', null),
    grown(memory),
  ];
}

/** Not a number, which holds no limit, where the process is gone. */
function openedSince(before: ReturnType<typeof lookAt>, after: ReturnType<typeof lookAt>): number {
  return (after?.descriptors ?? Number.NaN) - (before?.descriptors ?? Number.NaN);
}

function atMost(name: string, value: number | null, unit: string, limit: number | null): Figure {
  return { name, value, unit, limit, direction: 'max' };
}

/**
 * Over the second half: at the start each camera is counted and lost for the first time, its room is learned, and the threads
 * of libuv come to heaps of their own, which takes some ten rounds.
 */
function grown(memory: readonly number[]): Figure {
  const figure = atMost('memory after the last round over that at the middle', null, '×', 1.03);
  const [middle, last] = [memory[Math.floor(memory.length / 2)], memory.at(-1)];
  if (middle === undefined || last === undefined || memory.length < 2)
    return { ...figure, note: 'fewer than two rounds with a rest' };
  const detail = `${Math.round(middle)} MB, then ${Math.round(last)} after ${memory.length} rounds`;
  return { ...figure, value: last / middle, note: `${detail}, without garbage` };
}
