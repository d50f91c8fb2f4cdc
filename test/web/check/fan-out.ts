/** Check 9: what many windows that follow a gym cost the server. The bench measures it, in processes of its own. */

import { lineOf } from '../../../bench/support/figure-line.ts';
import { keepsLimit } from '../../../bench/support/report.ts';
import { runBench } from '../../../bench/support/run-bench.ts';
import type { CheckResult } from './check.ts';

export async function checkFanOut(): Promise<CheckResult> {
  const report = await runBench('bench/api/live.bench.ts');
  const name = '9 fan-out';
  if (typeof report === 'string') return { name, figure: 'not measured', faults: [report] };
  const lines = report.figures.map((figure) => lineOf(figure).trim());
  const missed = report.figures.filter((figure) => !keepsLimit(figure));
  return { name, figure: lines.join('; '), faults: missed.map((one) => lineOf(one).trim()) };
}
