/** Door of the engine, for main, api and cli. */

export {
  type CameraReason,
  type CameraSnapshot,
  type CameraState,
  isCameraFine,
} from './cameras/index.ts';
export { type Clock, systemClock } from './clock.ts';
export { createEngine, type Engine, type EngineOptions } from './engine.ts';
export { type Log, type LogFields, silentLog } from './log.ts';
export { redactText, redactValue } from './redaction.ts';
export { followConfig } from './reload.ts';
export type {
  ConfigurationStatus,
  DetectorStatus,
  EngineStatus,
  PipelineStatus,
  StorageStatus,
} from './status.ts';
export { delay } from './timers.ts';
export { VERSION } from './version.ts';
