/** Door of the pool: workers that turn keyframes into samples. */

export { type BuiltDetector, buildBest } from './build-best.ts';
export { type DetectorLane, Lanes } from './lanes/lanes.ts';
export { defaultMemoryBytes } from './lanes/memory-ceiling.ts';
export type {
  DetectorChoice,
  DetectorFacts,
  RgbPicture,
  SampleOutcome,
  SampleTask,
} from './messages.ts';
export { pluginName } from './plugin-name.ts';
export { createPool, type Pool, type PoolOptions } from './pool.ts';
export { Quarantine } from './quarantine.ts';
