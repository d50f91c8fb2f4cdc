/** What every report begins with: whose figures they are, and of when. */

import type { GymView } from '../sessions/view.ts';

export interface ReportHead {
  readonly gymId: string;
  /** Zone of every date in the report. */
  readonly timezone: string;
  readonly generatedUtcMs: number;
}

export function headOf(view: GymView): ReportHead {
  return { gymId: view.gym.id, timezone: view.gym.timezone, generatedUtcMs: view.nowUtcMs };
}
