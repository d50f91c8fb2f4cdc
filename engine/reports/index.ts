/** Door of the reports: what managers ask, as pure functions of a gym's view. Formulas: `docs/reports.md`. */

export type { ClassRow, ReportWindow } from './class-row.ts';
export type { AttendanceBasis, AttendanceFigures } from './figures.ts';
export { findTrainer, type TrainerMatch } from './find-trainer.ts';
export type { ReportHead } from './head.ts';
export type { BreakevenReason, MoneyTotals } from './money.ts';
export { type PerformanceReport, type PerformanceRow, performanceReport } from './performance.ts';
export {
  type DateRange,
  periodRange,
  type ReportPeriod,
  todayOf,
  WINDOW_DAYS,
  windowRange,
} from './period.ts';
export { type RevenueReport, type RevenueRow, revenueReport } from './revenue.ts';
export type { ClassIdentity } from './series.ts';
export { type NoShowsBasis, type SessionFacts, sessionFacts } from './session-facts.ts';
export { type SummaryReport, summaryReport } from './summary.ts';
export { type PreviousPeriod, type TrainerReport, trainerReport } from './trainer.ts';
export { VERDICT_REASONS, type Verdict, type VerdictReason } from './verdict.ts';
