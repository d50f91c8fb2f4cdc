/** Which column of a table is which field. */

import { SCHEDULE_FIELDS } from '../../../config/sections/gym/schedule-fields.ts';
import type { FaultLog } from '../faults.ts';
import type { Field } from '../row/fields.ts';
import { foldText } from '../row/fold.ts';
import { SYNONYMS } from './synonyms.ts';

/** Position of a field's column, from 0. */
export type ColumnOf = ReadonlyMap<Field, number>;

export interface HeaderHints {
  /** Column by field as the user said it. */
  readonly explicit: Readonly<Record<string, string>>;
  /** Folded names that a recognised export uses, before the general ones. */
  readonly preferred?: Readonly<Partial<Record<Field, readonly string[]>>>;
}

/** Names of columns as they compare. */
export function foldedHeader(cells: readonly string[]): string[] {
  return cells.map((cell) => foldText(cell));
}

/** A column belongs to one field; one that the user maps is not taken for another. */
export function columnsOf(cells: readonly string[], hints: HeaderHints): ColumnOf {
  const columns = new Map<Field, number>();
  const taken = new Set<number>();
  const take = (field: Field, index: number) => {
    const isNone = hints.explicit[field] === '';
    if (isNone || index < 0 || taken.has(index) || columns.has(field)) return;
    columns.set(field, index);
    taken.add(index);
  };
  for (const field of SCHEDULE_FIELDS) take(field, explicitColumn(cells, hints.explicit[field]));
  const folded = foldedHeader(cells);
  // `Revenue (GBP)`
  const bare = foldedHeader(cells.map((cell) => cell.replace(/\([^()]*\)|\[[^[\]]*\]/g, '')));
  for (const names of [hints.preferred ?? {}, SYNONYMS]) {
    for (const field of SCHEDULE_FIELDS) {
      for (const name of names[field] ?? []) {
        take(field, folded.indexOf(name));
        take(field, bare.indexOf(name));
      }
    }
  }
  return columns;
}

/** Tells what the user mapped in vain. */
export function tellUnknownColumns(
  cells: readonly string[],
  explicit: Readonly<Record<string, string>>,
  faults: FaultLog,
): void {
  for (const [field, column] of Object.entries(explicit)) {
    if (!SCHEDULE_FIELDS.some((known) => known === field)) {
      faults.ignored({
        line: null,
        field,
        expected: `one of ${SCHEDULE_FIELDS.join(', ')}`,
        got: field,
      });
    } else if (column !== '' && explicitColumn(cells, column) < 0) {
      faults.ignored({
        line: null,
        field,
        expected: `the column ${column} that is mapped to it`,
        got: 'a file without it',
      });
    }
  }
}

/** -1 where there is none. */
function explicitColumn(cells: readonly string[], name: string | undefined): number {
  if (name === undefined) return -1;
  const exact = cells.indexOf(name);
  return exact >= 0 ? exact : foldedHeader(cells).indexOf(foldText(name));
}
