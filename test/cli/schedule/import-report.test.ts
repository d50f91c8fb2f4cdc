import { expect, it } from 'vitest';
import { importText } from '../../../cli/schedule/import-report.ts';
import { importJson } from '../../../service/imports/import-json.ts';
import type { ImportReport } from '../../../service/imports/take-file.ts';

const AT = Date.UTC(2026, 6, 1, 17, 30);

function report(rest: Partial<ImportReport> = {}, plan: Partial<ImportReport['plan']> = {}) {
  const counts = { add: 0, change: 0, cancel: 0, move: 0, remove: 0, unchanged: 0 };
  return {
    gymId: 'north',
    sourceId: 'feed',
    format: 'csv',
    shape: 'mindbody',
    header: [],
    columnOf: {},
    unusedColumns: [],
    rows: 1,
    passedOver: [],
    passedOverCount: 0,
    preview: null,
    crowds: { count: 0, named: [] },
    entries: 1,
    faults: [],
    faultCount: 0,
    timezone: 'Europe/London',
    roomIds: ['hall'],
    plan: { changes: [], counts, rooms: [], joins: [], digest: '', importNumber: null, ...plan },
    ...rest,
  } satisfies ImportReport;
}

const textOf = (one: ImportReport) => importText(importJson(one, false));

it('shows ten changes and says how many more there are', () => {
  const changes = Array.from({ length: 12 }, (_, n) => ({
    kind: 'cancel' as const,
    classId: `cls_${n}`,
    name: `Yoga ${n}`,
    startsUtcMs: AT,
    fields: [
      { field: 'cancelled', before: 'no', after: 'yes' },
      { field: 'booked', before: '3', after: '0' },
    ],
  }));
  const counts = { ...report().plan.counts, cancel: 1_500, unchanged: 7 };
  const text = importText(importJson(report({}, { changes, counts }), true));
  expect(text).toContain('1500 cancelled, 7 as before.');
  expect(text).toContain('  cancelled  2026-07-01 18:30  Yoga 0  booked: 3 → 0');
  expect(text).toContain('  … and 1490 more');
  expect(text).not.toContain('Yoga 10');
});

it('names columns that were not read, and how one is mapped', () => {
  const unusedColumns = ['Colour', 'Plazas'];
  expect(textOf(report({ unusedColumns }))).toContain(
    'Columns that were not read: "Colour", "Plazas".',
  );
  const meant = textOf(report({ unusedColumns: ['Colour', 'In-person capacity'] }));
  expect(meant).toContain('. To read it: --column "capacity=In-person capacity"');
  expect(importJson(report({ unusedColumns }), false)).toMatchObject({
    unused_columns: unusedColumns,
  });
});

it('shows faults of the whole file, of a line and of a field', () => {
  const fault = { expected: 'a time', got: '"soon"', effect: 'ignored' } as const;
  const faults = [
    { ...fault, line: null, field: null },
    { ...fault, line: 7, field: 'end' },
  ];
  expect(
    textOf(report({ faults, faultCount: 3 }))
      .split('\n')
      .slice(2),
  ).toEqual([
    'Left out or guessed:',
    '  expected a time, got "soon" (taken without it)',
    '  line 7, end: expected a time, got "soon" (taken without it)',
    '  … and 1 more',
  ]);
});
