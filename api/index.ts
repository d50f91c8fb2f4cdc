/** Door of the api: the service over HTTP, and reports in its words. */

export { performanceBody } from '../gym/reports/answers/performance.ts';
export { revenueBody } from '../gym/reports/answers/revenue.ts';
export { summaryBody } from '../gym/reports/answers/summary.ts';
export { trainerBody } from '../gym/reports/answers/trainer.ts';
export { askLocally, type Outcome as LocalOutcome } from './ask-locally.ts';
export type { GymSource } from '../service/gyms/gym-source.ts';
export { chooseBacking, type WantedBacking } from './http/backing.ts';
export { LIMITS } from './http/limits.ts';
export { serveMcpStdio } from './mcp/stdio.ts';
export { publishedDocument } from './openapi/published.ts';
export type { PerformanceBody } from '../gym/reports/schemas/performance.ts';
export type { RevenueBody } from '../gym/reports/schemas/revenue.ts';
export { CAMERA_STATES, STATUS, type Status } from './schemas/status.ts';
export type { SummaryBody } from '../gym/reports/schemas/summary.ts';
export type { TrainerBody } from '../gym/reports/schemas/trainer.ts';
export { createServer, type Server } from './server.ts';
