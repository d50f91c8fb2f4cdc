/** Door of the api: the service over HTTP, and reports in its words. */

export { performanceBody } from './answers/performance.ts';
export { revenueBody } from './answers/revenue.ts';
export { summaryBody } from './answers/summary.ts';
export { trainerBody } from './answers/trainer.ts';
export { askLocally, type Outcome as LocalOutcome } from './ask-locally.ts';
export type { GymSource } from './gym-source.ts';
export { chooseBacking, type WantedBacking } from './http/backing.ts';
export { LIMITS } from './http/limits.ts';
export { serveMcpStdio } from './mcp/stdio.ts';
export { publishedDocument } from './openapi/published.ts';
export type { PerformanceBody } from './schemas/performance.ts';
export type { RevenueBody } from './schemas/revenue.ts';
export { CAMERA_STATES, STATUS, type Status } from './schemas/status.ts';
export type { SummaryBody } from './schemas/summary.ts';
export type { TrainerBody } from './schemas/trainer.ts';
export { createServer, type Server } from './server.ts';
