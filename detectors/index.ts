/** Door of the detectors: the contract, and loading and checking what fulfils it. */

export {
  type ConformanceReport,
  type ConformanceResult,
  type ConformanceSubject,
  runConformance,
} from './conformance.ts';
export {
  CONTRACT_VERSION,
  type Detection,
  type DetectOutput,
  type Detector,
  type DetectorDefinition,
  type DetectorEnv,
  defineDetector,
  detachedEnv,
  type Frame,
  type InputSpec,
  type Rect,
} from './detector.ts';
export { checkDetector } from './input.ts';
export { loadDetector } from './load.ts';
export { checkOptions } from './options.ts';
export { checkOutput } from './output.ts';
export { detectorNames } from './registry.ts';
