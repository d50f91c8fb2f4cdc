/** Imports that were made, for programs: the `--json` of commands and the answers of the owner API. */

import { instant, wire } from '../../runtime/wire.ts';
import type { ImportRecord } from '../../store/history/classes/class-store.ts';
import type { UndoReport } from '../../store/history/classes/undo.ts';

/** A line of the list of imports. */
export function recordJson(record: ImportRecord) {
  return {
    id: record.number,
    at: instant(record.madeUtcMs),
    file: record.origin,
    source: record.sourceId,
    ...wire(record, 'rows', 'counts', 'undoneUtcMs'),
    can_undo: record.undoneUtcMs === null && record.isKept,
  };
}

/** What undoing an import did. */
export function undoJson({ import: record, counts, stayed, stayedCount, later }: UndoReport) {
  return {
    id: record.number,
    file: record.origin,
    source: record.sourceId,
    counts,
    stayed_count: stayedCount,
    stayed: stayed.map((one) => ({ class: one.classId, ...wire(one, 'name', 'startsUtcMs') })),
    later_imports: later,
  };
}
