/** What is to be known beside the numbers of an answer. */

import type { Layout } from './parts.ts';

interface Noted {
  /** Sums of all classes. */
  readonly total: Float64Array;
  readonly layout: Layout;
  /** Whether gaps were filled in where that was asked for. */
  readonly isWhole: boolean;
  /** Rows of the range to compare with that have no classes any more. */
  readonly lost: number;
}

export function notesOf({ total, layout, isWhole, lost }: Noted): readonly string[] {
  const notes: string[] = [];
  const place = layout.of('graded');
  const [present = 0, checkedIn = 0] = [total[place], total[place + 1]];
  if (present > 0 && checkedIn > 0) {
    notes.push(
      `Heads were counted in ${classes(present)}, and ${classes(checkedIn)} only have check-ins: a row counts check-ins only where no heads were counted, never both.`,
    );
  }
  if (!isWhole) notes.push('Gaps are not filled in: there would be too many rows.');
  if (lost > 0) {
    const rows = lost === 1 ? '1 row' : `${lost} rows`;
    notes.push(`${rows} of the earlier range have no classes in this one and are not listed.`);
  }
  return notes;
}

function classes(count: number): string {
  return count === 1 ? '1 class' : `${count} classes`;
}
