/** What becomes of the detectors of the configuration when they are loaded, each where it would run. */

import type { Config } from '../../config/config.ts';
import {
  buildBest,
  configuredDetectors,
  strayOptions,
} from '../../engine/counting/configured-detectors.ts';
import { modelsFolder } from '../../engine/models/installed.ts';
import { defaultMemoryBytes, Lanes } from '../../engine/pool/lanes/lanes.ts';
import { type DetectorFacts, pluginName } from '../../engine/pool/messages.ts';
import { messageOf } from '../../errors.ts';
import { silentLog } from '../../runtime/log/log.ts';
import { Crashes, type NotedCrash } from '../../store/crashes.ts';
import type { CliContext } from '../context.ts';

export interface LoadedDetector {
  /** As the configuration names it. */
  readonly reference: string;
  readonly cameras: readonly string[];
  /** Null where it cannot be loaded. */
  readonly facts: DetectorFacts | null;
  /** Why not, in one sentence; null where it can. */
  readonly fault: string | null;
  /** Crashes of the last days that the data folder has noted; null where there are none. */
  readonly crashed: NotedCrash | null;
}

/** Loads all of them at once; one that hangs is given up after the time that the server gives it. */
export async function loadConfigured(
  context: CliContext,
  config: Config,
): Promise<readonly LoadedDetector[]> {
  const folders = { fromDir: process.cwd(), modelsDir: modelsFolder(context.dataDir()) };
  const crashes = new Crashes(context.dataDir());
  const configured = await configuredDetectors(config, folders);
  const lanes = new Lanes({
    workers: 1,
    taskTimeoutMs: config.sampling.taskTimeoutMs,
    heapBytes: config.sampling.workerMemoryBytes,
    memoryBytes: config.limits.memoryBytes ?? defaultMemoryBytes(),
    counts: null,
    log: silentLog,
  });
  const load = async ({
    choice,
    cameras,
  }: (typeof configured)[number]): Promise<LoadedDetector> => {
    const reference = pluginName(choice.plugin);
    const crashed = crashes.of(choice.plugin, Date.now());
    try {
      const { facts } = await buildBest(lanes, choice);
      return { reference, cameras, facts, fault: null, crashed };
    } catch (error) {
      return { reference, cameras, facts: null, fault: messageOf(error), crashed };
    }
  };
  try {
    return await Promise.all(configured.map(load));
  } finally {
    await lanes.close();
  }
}

/** `gfl 1.0.0 with picodet-s-416, looks at 416 x 416 on cpu`: what a detector says of itself. */
export function factsText({ name, version, model, input, provider }: DetectorFacts): string {
  const withModel = model === null ? '' : ` with ${model}`;
  const on = provider === null ? '' : ` on ${provider}`;
  return `${name} ${version}${withModel}, looks at ${input.width} x ${input.height}${on}`;
}

/** Names of options that belong to no detector of the configuration. */
export function strayNames(config: Config): readonly string[] {
  return strayOptions(config).map(pluginName);
}
