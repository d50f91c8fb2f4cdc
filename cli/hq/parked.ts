/** `turnout hq parked`: what the head office has put aside, and once more through it after an upgrade. */

import type { CliContext } from '../context.ts';
import { columns } from '../terminal/columns.ts';
import { withOffice } from './office.ts';

export interface ParkedOptions {
  readonly replay?: true;
}

interface ParkedRow {
  readonly gym: string;
  readonly what: string;
  readonly count: number;
  readonly newestUtcMs: number;
}

export function showParked(context: CliContext, { replay }: ParkedOptions): Promise<void> {
  return withOffice(async (office) => {
    const { database } = office;
    const replayed = replay === true ? await office.park.replay() : null;
    const rows = (await database.query<ParkedRow>(PARKED)).map(
      ({ gym, what, count, newestUtcMs }) => ({
        gym_id: gym,
        what,
        count,
        newest: new Date(newestUtcMs).toISOString(),
      }),
    );
    const table = columns([
      ['GYM', 'WHAT', 'COUNT', 'NEWEST'],
      ...rows.map((row) => [row.gym_id, row.what, String(row.count), row.newest]),
    ]);
    const lines = [
      ...(replayed === null
        ? []
        : [`Applied: ${replayed.applied.messages} messages, ${replayed.applied.changes} changes.`]),
      ...(rows.length === 0 ? ['Nothing is put aside.'] : table),
    ];
    context.print({ applied: replayed?.applied ?? null, parked: rows }, lines.join('\n'));
  });
}

const PARKED = `
SELECT coalesce(g.id, p.gym) AS gym, 'message: ' || p.reason AS what, count(*) AS count,
  max(p.received_utc_ms) AS "newestUtcMs"
FROM parked_message p LEFT JOIN gym g ON g.uid = p.gym GROUP BY 1, 2
UNION ALL
SELECT g.id, 'change: ' || p.kind, count(*), max(p.received_utc_ms)
FROM parked_change p JOIN gym g ON g.key = p.gym WHERE NOT p.is_deleted GROUP BY 1, 2
ORDER BY 1, 2`;
