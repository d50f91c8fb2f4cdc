/** Sums over classes in sentences: who came, how full, who stayed away. What is unknown says why. */

import type { FiguresBody } from '../../../schemas/attendance.ts';
import type { NamedNumbers } from '../report-answer.ts';
import { classes, counted, full, people, percent, plain } from './wording.ts';

/** Figures of a body, and how many classes took place. */
export type Sums = FiguresBody & { readonly completed_classes: number };

/** What {@link cameText} tells. */
export function cameNumbers(sums: Sums): NamedNumbers {
  const {
    completed_classes,
    graded_classes,
    attended,
    average_attendance,
    fill_rate,
    rated_classes,
  } = sums;
  return {
    completed_classes,
    graded_classes,
    attended,
    average_attendance,
    fill_rate,
    rated_classes,
  };
}

/** `412 people came to 38 of 40 classes, 10.8 on average; 71.2% full (36 classes)`: without a full stop. */
export function cameText(sums: Sums): string {
  const why = whyUnknown(sums);
  if (sums.attended === null || why !== null) return `who came is unknown: ${why ?? ''}`;
  const {
    attended,
    completed_classes: held,
    graded_classes: graded,
    average_attendance: mean,
  } = sums;
  const who =
    sums.attendance_basis === 'checked_in' ? counted(attended, 'check-in') : people(attended);
  const of = graded === held ? classes(held) : `${plain(graded, 0)} of ${classes(held)}`;
  const onAverage = graded > 1 && mean !== null ? `, ${plain(mean, 1)} on average` : '';
  const verb = sums.attendance_basis === 'checked_in' ? 'in' : 'came to';
  return `${who} ${verb} ${of}${onAverage}; ${fillText(sums)}`;
}

/** `71.2% full (36 classes)`. */
export function fillText({ fill_rate, rated_classes, graded_classes }: Sums): string {
  if (fill_rate === null) {
    return graded_classes === 0
      ? 'how full is unknown: none was counted'
      : 'how full is unknown: the places of none are known';
  }
  return `${full(fill_rate)} (${classes(rated_classes)})`;
}

/** Why nothing is known of who came; null where something is. */
function whyUnknown({ completed_classes: held, graded_classes: graded }: Sums): string | null {
  if (held === 0) return 'no class has taken place';
  if (graded > 0) return null;
  return held === 1 ? 'the one class was not counted' : `none of the ${classes(held)} was counted`;
}

/** What {@link noShowsText} tells. */
export function noShowNumbers(sums: Sums): NamedNumbers {
  const { no_shows, no_show_rate, no_shows_basis, no_show_classes } = sums;
  return { no_shows, no_show_rate, no_shows_basis, no_show_classes };
}

/** `at least 12 who booked did not come, 4.1% of the bookings of 36 classes`: without a full stop. */
export function noShowsText(sums: Sums): string {
  const { no_shows: count, no_show_rate: share, no_shows_basis: basis, no_show_classes: n } = sums;
  if (count === null) {
    const isBooked = sums.booked_classes > 0;
    const why = isBooked ? 'the classes with bookings were not counted' : 'no bookings are known';
    return `how many who booked did not come is unknown: ${why}`;
  }
  if (count === 0 && basis === 'net')
    return `in none of ${classes(n)} were there fewer people than bookings`;
  const atLeast = basis === 'net' ? 'at least ' : '';
  const of =
    share === null ? ` (${classes(n)})` : `, ${percent(share)} of the bookings of ${classes(n)}`;
  return `${atLeast}${plain(count, 0)} who booked did not come${of}`;
}

/** What has to be said of how the figures were found. */
export function basisNotes(sums: Pick<Sums, 'attendance_basis' | 'no_shows_basis'>): string[] {
  return [
    ...(sums.attendance_basis === 'checked_in' ? [CHECKED_IN] : []),
    ...(sums.no_shows_basis === 'net' ? [NET] : []),
  ];
}

export const CHECKED_IN = 'Nobody counted heads: the figures are of check-ins.';
export const NET =
  'No-shows are bookings less people present, a lower bound: people who came without a booking hide some.';
