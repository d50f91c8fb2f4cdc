/** A table of classes as it is written to files: see `gym/sessions/small-counts.ts`. */

import { PEOPLE_FIELDS, publishedCount } from '../../sessions/small-counts.ts';
import { QUALITY_WORDS } from '../dimensions.ts';
import { type Columns, grown, IS_CHECKED_IN, IS_PRESENT, UNKNOWN } from './columns.ts';
import type { SessionTable } from './session-table.ts';

const GRADED = IS_PRESENT | IS_CHECKED_IN;

/** The same table where all counts are shown; else one of its own. O(classes). */
export function publishedTable(table: SessionTable): SessionTable {
  if (table.gym.hidesSmallCounts !== true) return table;
  const columns = grown(table.columns, table.columns.day.length);
  for (let at = 0; at < table.size; at += 1) {
    for (const field of PEOPLE_FIELDS) publish(columns[field], columns, at);
    const attended = columns.attended[at];
    publish(columns.attended, columns, at);
    if (columns.attended[at] === attended) continue;
    columns.revenueMilli[at] = Number.NaN;
    if (columns.attended[at] !== UNKNOWN) continue;
    columns.flags[at] = (columns.flags[at] ?? 0) & ~GRADED;
    columns.quality[at] = QUALITY_WORDS.indexOf('none');
  }
  return table.withColumns(columns);
}

function publish(people: Int32Array, { capacity }: Columns, at: number): void {
  people[at] = publishedCount(known(people[at]), known(capacity[at])) ?? UNKNOWN;
}

function known(value: number | undefined): number | null {
  return value === undefined || value === UNKNOWN ? null : value;
}
