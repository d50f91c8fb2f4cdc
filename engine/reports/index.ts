/** Door of the reports: what managers ask, as pure functions of a gym's view. Formulas: `docs/reports.md`. */

export type { AttendanceBasis, AttendanceFigures } from './figures.ts';
export type { TrainerMatch } from './find-trainer.ts';
export type { ReportHead } from './head.ts';
export type { ClassRow, PerformanceReport, PerformanceRow, ReportWindow } from './performance.ts';
export {
  type DateRange,
  periodRange,
  type ReportPeriod,
  todayOf,
  WINDOW_DAYS,
  windowRange,
} from './period.ts';
export type { BreakevenReason, MoneyTotals, RevenueReport, RevenueRow } from './revenue.ts';
export type { ClassIdentity } from './series.ts';
export { type NoShowsBasis, type SessionFacts, sessionFacts } from './session-facts.ts';
export type { SummaryReport } from './summary.ts';
export type { TrainerReport } from './trainer.ts';
export { VERDICT_REASONS, type Verdict, type VerdictReason } from './verdict.ts';
