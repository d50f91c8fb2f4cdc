/** The whole engine over cameras that are sampled at one rate: what a camera costs there, and how often it is looked at. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseConfig } from '../../config/load.ts';
import { systemClock } from '../../runtime/clock.ts';
import { silentLog } from '../../runtime/log/log.ts';
import { createEngine, type Engine } from '../../service/engine.ts';
import { openHistory } from '../../store/history/history.ts';

export interface BenchEngineOptions {
  readonly urls: readonly string[];
  /** Distance of two samples of a camera, s. */
  readonly periodS: number;
  readonly detector: string;
  readonly detectorOptions: Readonly<Record<string, unknown>>;
}

export interface BenchEngine {
  /** Samples of all cameras so far. */
  samples(): number;
  /** Whether every camera has been counted. */
  isCounting(): boolean;
  stop(): Promise<void>;
}

/** Starts it with one worker and a history of its own in the system's folder for temporary files. */
export async function startBenchEngine(options: BenchEngineOptions): Promise<BenchEngine> {
  const folder = await mkdtemp(join(tmpdir(), 'turnout-bench-engine-'));
  const history = await openHistory({ dir: folder, clock: systemClock, log: silentLog });
  const folders = { fromDir: process.cwd(), modelsDir: resolve('models') };
  const engine: Engine = createEngine({
    config: configOf(options, join(folder, 'turnout.yaml')),
    folders,
    history,
    clock: systemClock,
    log: silentLog,
  });
  await engine.start();
  return {
    samples: () => engine.status().pipeline.samples,
    // A camera is first looked at when its first keyframe comes, and then only after a whole period.
    isCounting: () => engine.status().pipeline.samples >= options.urls.length,
    stop: async () => {
      await engine.stop();
      await history.close();
      await rm(folder, { recursive: true });
    },
  };
}

function configOf({ urls, periodS, detector, detectorOptions }: BenchEngineOptions, path: string) {
  const cameras = urls.map((url, index) => ({ id: `camera-${index}`, url }));
  const text = JSON.stringify({
    gyms: [{ id: 'bench', timezone: 'UTC', rooms: [{ id: 'hall', cameras }] }],
    detectors: { default: detector, options: { [detector]: detectorOptions } },
    sampling: { class_period: `${periodS}s`, idle_period: `${periodS}s`, workers: 1 },
  });
  return parseConfig(text, path, { variables: {}, host: null, port: null });
}
