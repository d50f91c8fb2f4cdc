/** Sums over classes in sentences: who came, how full, who stayed away. What is unknown says why. */

import type { FiguresBody } from '../../../gym/reports/schemas/attendance.ts';
import type { GymView } from '../../../gym/sessions/view.ts';
import type { NamedNumbers } from '../report-answer.ts';
import { classes, counted, full, people, percent, plain, sentence } from './wording.ts';

/** Figures of a body, and how many classes took place. */
export type Sums = FiguresBody & { readonly completed_classes: number };

const NONE_HELD = 'no class has taken place';

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
  if (sums.completed_classes === 0) return NONE_HELD;
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
  if (sums.completed_classes === 0) return NONE_HELD;
  if (count === null) {
    const isBooked = sums.booked_classes > 0;
    const why = isBooked ? 'the classes with bookings were not counted' : 'no bookings are known';
    return `how many who booked did not come is unknown: ${why}`;
  }
  if (count === 0)
    return basis === 'net'
      ? `no class had fewer people than bookings (${classes(n)})`
      : `everyone who booked came (${classes(n)})`;
  const atLeast = basis === 'net' ? 'at least ' : '';
  const of =
    share === null ? ` (${classes(n)})` : `, ${percent(share)} of the bookings of ${classes(n)}`;
  return `${atLeast}${plain(count, 0)} who booked did not come${of}`;
}

/** ` At least 12 who booked did not come, … .`: a sentence of its own, or nothing where no class took place. */
export function noShowsSentence(sums: Sums): string {
  return sums.completed_classes === 0 ? '' : ` ${sentence(noShowsText(sums))}.`;
}

/** `; at least 12 who booked did not come, …`: behind {@link cameText}, or nothing where no class took place. */
export function noShowsTail(sums: Sums): string {
  return sums.completed_classes === 0 ? '' : `; ${noShowsText(sums)}`;
}

/** What has to be said of how the figures were found. */
export function basisNotes(sums: Pick<Sums, 'attendance_basis' | 'no_shows_basis'>): string[] {
  return [
    ...(sums.attendance_basis === 'checked_in' ? [CHECKED_IN] : []),
    ...(sums.no_shows_basis === 'net' ? [NET] : []),
  ];
}

/** What has to be said where figures of a few classes are set beside others. The limit is that of the verdicts. */
export function fewNotes(
  { gym }: GymView,
  sides: readonly { readonly rated_classes: number }[],
): string[] {
  const { minOccurrences: least } = gym.verdicts;
  const isFew = sides.some(({ rated_classes: n }) => n > 0 && n < least);
  return isFew ? [`A difference of fewer than ${least} classes may be chance.`] : [];
}

/** What has to be said of rows that stand in one order. */
export function orderNotes(rows: readonly Basis[], isByNoShows: boolean): string[] {
  const isCheckedIn = rows.some((row) => row.attendance_basis === 'checked_in');
  const isCounted = rows.some((row) => row.attendance_basis === 'present');
  const isNet = isByNoShows && rows.some((row) => row.no_shows_basis === 'net');
  const isRoster = isByNoShows && rows.some((row) => row.no_shows_basis === 'roster');
  return [
    ...(isCheckedIn ? [isCounted ? PARTLY_CHECKED_IN : CHECKED_IN] : []),
    ...(isNet ? [NET] : []),
    ...(isNet && isRoster ? [PARTLY_ROSTER] : []),
  ];
}

type Basis = Pick<Sums, 'attendance_basis' | 'no_shows_basis'>;

export const CHECKED_IN = 'No heads were counted: the figures are check-ins.';
export const NET =
  'No-shows are bookings less people present, a lower bound: people who came without a booking hide some.';
const PARTLY_CHECKED_IN =
  'For some, no heads were counted: their figures are check-ins, and the order compares them with counts.';
const PARTLY_ROSTER =
  'Other no-shows are of check-ins, which miss none: the order compares them with lower bounds.';
