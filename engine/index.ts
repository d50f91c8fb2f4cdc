/** Door of the engine, for main, api and cli. */

export {
  type Access,
  type AccessLimits,
  type AskedAuthorization,
  addressGroup,
  clientAddress,
  FREE_GYM_ID,
  fault,
  type IssuedTokens,
  isFault,
  isLoopbackRedirect,
  type KeyFacts,
  type OAuth,
  type OAuthClient,
  type OAuthFault,
  type Principal,
  type RateLimiter,
  type RateVerdict,
  type ResourceName,
  readAuthorization,
  redirectHost,
  resourceAddress,
  resourceOf,
  type TrustedProxies,
  trustedProxies,
  type WindowLimiter,
  withAnswer,
} from './access/index.ts';
export { formatInstant } from './calendar/index.ts';
export {
  type CameraReason,
  type CameraSnapshot,
  type CameraState,
  isCameraFine,
} from './cameras/index.ts';
export { type Clock, systemClock } from './clock.ts';
export { createEngine, type Engine, type EngineOptions } from './engine.ts';
export { type Log, type LogFields, silentLog } from './log.ts';
export { redactText } from './redaction.ts';
export { followConfig } from './reload.ts';
export {
  type ClassRow,
  findTrainer,
  type MoneyTotals,
  type PerformanceReport,
  type PerformanceRow,
  performanceReport,
  type ReportHead,
  type ReportPeriod,
  type ReportWindow,
  type RevenueReport,
  type RevenueRow,
  revenueReport,
  type SessionFacts,
  type SummaryReport,
  summaryReport,
  type TrainerMatch,
  type TrainerReport,
  trainerReport,
  VERDICT_REASONS,
} from './reports/index.ts';
export { type GymView, QUALITY_REASONS } from './sessions/index.ts';
export type {
  ConfigurationStatus,
  DetectorStatus,
  EngineStatus,
  PipelineStatus,
  StorageStatus,
} from './status.ts';
export { delay } from './timers.ts';
export { VERSION } from './version.ts';
