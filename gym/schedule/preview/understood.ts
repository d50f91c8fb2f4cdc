/** Which fields of classes a file says, and in how many of them: what a preview shows before anything is taken. */

import { CLASS_NUMBERS } from '../../sessions/class-fields.ts';
import { NUMBER_NAMES } from '../../sessions/class-values.ts';
import type { ParsedSchedule, ScheduleEntry } from '../entry.ts';

export interface UnderstoodField {
  /** As `--column` names it. */
  readonly field: string;
  /** The column that it was read from; null where a format names none. */
  readonly column: string | null;
  /** Classes that say it. */
  readonly classes: number;
}

const SAID: readonly (readonly [field: string, says: (entry: ScheduleEntry) => boolean])[] = [
  ['name', () => true],
  ['start', () => true],
  ['end', () => true],
  ['trainer', ({ trainer }) => trainer !== null],
  ['substitute', ({ isSubstitute }) => isSubstitute],
  ['room', ({ room }) => room !== null],
  ['status', ({ isCancelled }) => isCancelled],
  ...NUMBER_NAMES.map(
    (name) =>
      [CLASS_NUMBERS[name].imported.field, (entry: ScheduleEntry) => entry[name] !== null] as const,
  ),
];

/** All fields, also those that no class says: one of them may be missed. */
export function understoodFields({
  entries,
  columns = {},
}: Pick<ParsedSchedule, 'entries' | 'columns'>): UnderstoodField[] {
  const columnOf = (field: string) => {
    if (field !== 'start') return columns[field] ?? null;
    const parts = ['start', 'date', 'weekday', 'time', 'from', 'until', 'closed'];
    return parts.flatMap((part) => columns[part] ?? []).join('" + "') || null;
  };
  return SAID.map(([field, says]) => ({
    field,
    column: columnOf(field) ?? (field === 'end' ? (columns['duration'] ?? null) : null),
    classes: entries.filter(says).length,
  }));
}
