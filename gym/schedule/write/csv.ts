/** CSV of RFC 4180. */

import { NUMBER_COLUMNS } from '../../sessions/class-values.ts';
import type { ScheduleEntry } from '../entry.ts';
import type { Field } from '../row/fields.ts';
import { guarded } from './formula-guard.ts';
import { recordOf } from './record.ts';

const COLUMNS: readonly Field[] = [
  'id',
  'name',
  'trainer',
  'trainer_id',
  'substitute',
  'room',
  'start',
  'end',
  'status',
  ...NUMBER_COLUMNS,
];

export function writeCsv(entries: readonly ScheduleEntry[], timezone: string): string {
  const lines = entries.map((entry) => {
    const record = recordOf(entry, timezone);
    return COLUMNS.map((field) => cell(record[field] ?? null)).join(',');
  });
  return `${[COLUMNS.join(','), ...lines].join('\r\n')}\r\n`;
}

function cell(value: string | number | boolean | null): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = typeof value === 'string' ? guarded(value) : String(value);
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
