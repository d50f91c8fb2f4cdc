/** What every analytics answer begins with, and its dates. */

import { formatInstant } from '../../calendar/zone.ts';
import type { ReportHead } from '../head.ts';

interface HeadBody {
  readonly gym_id: string;
  readonly timezone: string;
  readonly generated_at: string;
}

export function headBody({ gymId, timezone, generatedUtcMs }: ReportHead): HeadBody {
  return {
    gym_id: gymId,
    timezone,
    generated_at: formatInstant(timezone, generatedUtcMs),
  };
}
