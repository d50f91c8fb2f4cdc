/** What an import did, or would do, for programs: the `--json` of commands and the answers of the owner API. */

import { nearest } from '../../config/fault.ts';
import type { OddOne } from '../../gym/schedule/preview.ts';
import { instant, wire } from '../../runtime/wire.ts';
import type { ImportRecord } from '../../store/history/classes/class-store.ts';
import type { UndoReport } from '../../store/history/classes/undo.ts';
import type { ImportReport } from './take-file.ts';

export function importJson(report: ImportReport, isPreview: boolean) {
  const number = isPreview ? null : report.plan.importNumber;
  return {
    preview: isPreview,
    ...reportJson(report),
    ...previewJson(report),
    too_many_count: report.crowds.count,
    room_ids: report.roomIds,
    import: number,
  };
}

/** What the two have in common. */
export function reportJson(report: ImportReport) {
  const { plan } = report;
  return {
    gym: report.gymId,
    source: report.sourceId,
    ...wire(report, 'format', 'shape'),
    classes: report.entries,
    counts: plan.counts,
    changes: plan.changes.map((change) => ({
      kind: change.kind,
      class: change.classId,
      ...wire(change, 'name', 'startsUtcMs', 'fields'),
    })),
    timezone: report.timezone,
    columns: report.header,
    ...wire(report, 'columnOf', 'unusedColumns', 'rows', 'passedOverCount', 'passedOver'),
    joins: plan.joins,
    rooms: plan.rooms.map(({ name, roomId }) => ({
      name,
      room: roomId,
      nearest: roomId === null ? nearest(name, report.roomIds) : null,
    })),
    ...wire(report, 'faultCount', 'faults'),
  };
}

/** What only a preview tells. */
export function previewJson({ preview, crowds }: ImportReport) {
  if (preview === null) return {};
  return {
    fields: preview.fields,
    odd_ones: preview.oddOnes.map(oddJson),
    sample: preview.sample.map((entry) => ({
      ...wire(entry, 'name', 'startsUtcMs', 'endsUtcMs'),
      trainer: entry.trainer?.name ?? null,
      room: entry.room,
      cancelled: entry.isCancelled,
      ...wire(entry, 'capacity', 'booked'),
      attended: entry.checkedIn,
    })),
    too_many: crowds.named.map((one) =>
      wire(one, 'line', 'field', 'people', 'room', 'places', 'name'),
    ),
  };
}

function oddJson(one: OddOne) {
  switch (one.kind) {
    case 'once':
      return wire(one, 'kind', 'startsUtcMs', 'name');
    case 'two_titles':
      return wire(one, 'kind', 'startsUtcMs', 'names');
    default:
      return one;
  }
}

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
