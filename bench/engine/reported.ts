/** What `reports.bench.ts` times, as one entry of the compiled program. */

export { addDays } from '../../gym/calendar/zone.ts';
export { answerQuery } from '../../gym/figures/answer-query.ts';
export { withDefaults } from '../../gym/figures/ask/normal-query.ts';
export { ClassTable, seriesOf, tableOf } from '../../gym/figures/class-table.ts';
export { classReport } from '../../gym/reports/class-report.ts';
export { performanceReport } from '../../gym/reports/performance.ts';
export { windowRange } from '../../gym/reports/period.ts';
export { revenueReport } from '../../gym/reports/revenue.ts';
export { attendanceReport, summaryReport } from '../../gym/reports/summary.ts';
export { trainerReport } from '../../gym/reports/trainer.ts';
export { sandboxView } from '../../service/demo/sandbox.ts';
