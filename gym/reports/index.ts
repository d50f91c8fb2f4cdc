/** Door of the reports: what managers ask, as pure functions of a gym's view. Formulas: `docs/reports.md`. */

export {
  type AttendanceDay,
  type AttendanceReport,
  attendanceReport,
  type ClassCounts,
} from './attendance.ts';
export {
  type ClassChoice,
  type ClassReport,
  type ClassSeriesRow,
  type ClassWeek,
  classReport,
} from './class.ts';
export type { ClassRow, ReportWindow } from './class-row.ts';
export type { AttendanceBasis, AttendanceFigures } from './figures.ts';
export { type ClassMatch, classNames, findClass } from './find-class.ts';
export { findTrainer, type TrainerMatch } from './find-trainer.ts';
export type { ReportHead } from './head.ts';
export { type HourCell, type HoursKey, type HoursReport, hoursReport } from './hours.ts';
export type { Breakeven, BreakevenReason, ClassMoney, MoneyTotals } from './money.ts';
export { narrowView, type SessionFilter } from './narrow.ts';
export { type NoShowsReport, type NoShowsRow, noShowsReport } from './no-shows.ts';
export type { Order } from './order.ts';
export { type PerformanceReport, performanceReport } from './performance.ts';
export type { ClassExtent, PerformanceRow } from './performance-row.ts';
export {
  type DateRange,
  periodRange,
  type ReportPeriod,
  todayOf,
  WINDOW_DAYS,
  windowRange,
} from './period.ts';
export { type RankingKey, type RankingReport, rankingReport } from './ranking.ts';
export { type RevenueReport, type RevenueRow, revenueReport } from './revenue.ts';
export { type ScheduleReport, scheduleReport } from './schedule.ts';
export type { ClassIdentity } from './series.ts';
export { type NoShowsBasis, type SessionFacts, sessionFacts } from './session-facts.ts';
export { type SummaryReport, summaryReport } from './summary.ts';
export { type PreviousPeriod, type TrainerReport, trainerReport } from './trainer.ts';
export {
  type TrainerFigures,
  type TrainersKey,
  type TrainersReport,
  type TrainersRow,
  trainersReport,
} from './trainers.ts';
export { VERDICT_REASONS, type Verdict, type VerdictReason } from './verdict.ts';
