/** Entry point of the detectors for packages: the contract, and loading and checking what fulfils it. */

export type { ConformanceReport, ConformanceResult, ConformanceSubject } from './conformance.ts';
export { runConformance } from './conformance.ts';
export * from './detector.ts';
export { detachedEnv } from './env/owned-env.ts';
export type * from './env.ts';
export { checkDetector } from './input.ts';
export { loadDetector } from './load.ts';
export type { OptionsOf, OptionsSchema } from './option-types.ts';
export { checkOptions } from './options.ts';
export { checkOutput } from './output.ts';
export { detectorNames } from './registry.ts';
