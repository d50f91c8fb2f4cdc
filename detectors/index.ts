/** Entry point of the detectors for packages: the contract, and loading and checking what fulfils it. */

export {
  type ConformanceReport,
  type ConformanceResult,
  type ConformanceSubject,
  runConformance,
} from './conformance.ts';
export {
  CONTRACT_VERSION,
  type Density,
  type Detection,
  type DetectOutput,
  type Detector,
  type DetectorDefinition,
  defineDetector,
  type Frame,
  type InputSpec,
  type Keypoint,
  type Look,
  type Posture,
  type Rect,
} from './detector.ts';
export { detachedEnv } from './env/owned-env.ts';
export type {
  Compute,
  DetectorEnv,
  DetectorLog,
  OnnxModel,
  OnnxOptions,
  OnnxProvider,
  OnnxTensor,
  OnnxTensorSpec,
  OnnxType,
  SpawnChoice,
} from './env.ts';
export { checkDetector } from './input.ts';
export { loadDetector } from './load.ts';
export type { OptionsOf, OptionsSchema } from './option-types.ts';
export { checkOptions } from './options.ts';
export { checkOutput } from './output.ts';
export { detectorNames } from './registry.ts';
