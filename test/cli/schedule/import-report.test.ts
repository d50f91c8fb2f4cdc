import { expect, it } from 'vitest';
import { importText } from '../../../cli/schedule/import-report.ts';

type Report = Parameters<typeof importText>[0];

const counts = { add: 0, change: 0, cancel: 0, move: 0, remove: 0, unchanged: 0 };

function textOf(rest: Partial<Report> = {}): string {
  return importText({
    preview: false,
    gym: 'north',
    source: 'feed',
    format: 'csv',
    shape: 'mindbody',
    classes: 1,
    counts,
    changes: [],
    timezone: 'Europe/London',
    columns: [],
    column_of: {},
    unused_columns: [],
    rows: 1,
    passed_over_count: 0,
    passed_over: [],
    joins: [],
    rooms: [],
    fault_count: 0,
    faults: [],
    too_many_count: 0,
    room_ids: ['hall'],
    import: null,
    ...rest,
  } as Report);
}

it('shows ten changes and says how many more there are', () => {
  const changes = Array.from({ length: 12 }, (_, n) => ({
    kind: 'cancel' as const,
    class: `cls_${n}`,
    name: `Yoga ${n}`,
    starts_at: '2026-07-01T17:30:00.000Z',
    fields: [
      { field: 'cancelled', before: 'no', after: 'yes' },
      { field: 'booked', before: '3', after: '0' },
    ],
  }));
  const text = textOf({ changes, counts: { ...counts, cancel: 1_500, unchanged: 7 } });
  expect(text).toContain('1,500 cancelled, 7 as before.');
  expect(text).toContain('  cancelled  2026-07-01 18:30  Yoga 0  booked: 3 → 0');
  expect(text).toContain('  … and 1490 more');
  expect(text).not.toContain('Yoga 10');
});

it('names columns that were not read', () => {
  expect(textOf({ unused_columns: ['Colour', 'In-person capacity'] })).toContain(
    'Columns that were not read: "Colour", "In-person capacity". To read one: --column "',
  );
});

it('shows faults of the whole file, of a line and of a field', () => {
  const fault = { expected: 'a time', got: '"soon"', effect: 'ignored' } as const;
  const faults = [
    { ...fault, line: null, field: null },
    { ...fault, line: 7, field: 'end' },
  ];
  expect(textOf({ faults, fault_count: 3 }).split('\n').slice(2)).toEqual([
    'Left out or guessed:',
    '  expected a time, got "soon"',
    '  line 7, end: expected a time, got "soon" (class kept)',
    '  … and 1 more',
  ]);
});
