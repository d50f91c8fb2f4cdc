/** What an import did, or would do, for programs: the `--json` of commands and the answers of the operator API. */

import { nearest } from '../../config/words.ts';
import type { ScheduleEntry } from '../../gym/schedule/entry.ts';
import type { OddOne } from '../../gym/schedule/preview.ts';
import type { ImportRecord, UndoReport } from '../../store/history/classes/class-store.ts';
import type { ImportReport } from './take-file.ts';

export function importJson(report: ImportReport, isPreview: boolean) {
  const number = isPreview ? null : report.plan.importNumber;
  return { preview: isPreview, ...reportJson(report), ...previewJson(report), import: number };
}

/** What the two have in common. */
export function reportJson(report: ImportReport) {
  const { gymId, sourceId, format, shape, entries, faults, faultCount, plan, unusedColumns } =
    report;
  return {
    gym: gymId,
    source: sourceId,
    format,
    shape,
    classes: entries,
    counts: plan.counts,
    changes: plan.changes.map(({ kind, classId, name, startsUtcMs, fields }) => ({
      kind,
      class: classId,
      name,
      starts_at: new Date(startsUtcMs).toISOString(),
      fields,
    })),
    timezone: report.timezone,
    columns: report.header,
    column_of: report.columnOf,
    unused_columns: unusedColumns,
    rows: report.rows,
    passed_over_count: report.passedOverCount,
    passed_over: report.passedOver,
    joins: plan.joins,
    rooms: plan.rooms.map(({ name, roomId }) => ({
      name,
      room: roomId,
      nearest: roomId === null ? nearest(name, report.roomIds) : null,
    })),
    fault_count: faultCount,
    faults,
  };
}

/** What only a preview tells. */
export function previewJson({ preview, crowds }: ImportReport) {
  if (preview === null) return {};
  return {
    fields: preview.fields,
    odd_ones: preview.oddOnes.map((one) =>
      'startsUtcMs' in one
        ? { kind: one.kind, starts_at: new Date(one.startsUtcMs).toISOString(), ...named(one) }
        : one,
    ),
    sample: preview.sample.map(sampleJson),
    too_many: crowds.named.map(({ line, field, people, room, places, name }) => ({
      line,
      field,
      people,
      room,
      places,
      name,
    })),
  };
}

function named(one: Extract<OddOne, { startsUtcMs: number }>) {
  return one.kind === 'once' ? { name: one.name } : { names: one.names };
}

function sampleJson(entry: ScheduleEntry) {
  return {
    name: entry.name,
    starts_at: new Date(entry.startsUtcMs).toISOString(),
    ends_at: new Date(entry.endsUtcMs).toISOString(),
    trainer: entry.trainer?.name ?? null,
    room: entry.room,
    cancelled: entry.isCancelled,
    capacity: entry.capacity,
    booked: entry.booked,
    attended: entry.checkedIn,
  };
}

/** A line of the list of imports. */
export function recordJson(record: ImportRecord) {
  const { number, sourceId, origin, madeUtcMs, rows, counts, undoneUtcMs, isKept } = record;
  return {
    id: number,
    at: new Date(madeUtcMs).toISOString(),
    file: origin,
    source: sourceId,
    rows,
    counts,
    undone_at: undoneUtcMs === null ? null : new Date(undoneUtcMs).toISOString(),
    can_undo: undoneUtcMs === null && isKept,
  };
}

/** What undoing an import did. */
export function undoJson({ import: record, counts, stayed, stayedCount, later }: UndoReport) {
  return {
    id: record.number,
    file: record.origin,
    counts,
    stayed_count: stayedCount,
    stayed: stayed.map(({ classId, name, startsUtcMs }) => ({
      class: classId,
      name,
      starts_at: new Date(startsUtcMs).toISOString(),
    })),
    later_imports: later,
  };
}
