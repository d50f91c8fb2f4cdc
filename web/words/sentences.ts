/** Sentences with figures in them: what a page says first. */

import type { SessionBody } from '../../gym/reports/sessions/session-row.ts';
import type { SummaryBody } from '../../gym/reports/summary.ts';
import type { Notice, UsualDay } from '../data.ts';
import { EN } from './en.ts';
import { classes, counted, date, dateOf, list, number, percent, range, timeOf } from './format.ts';

type Basis = SummaryBody['attendance_basis'];

export function cameWord(basis: Basis): string {
  return basis === 'checked_in' ? 'checked in' : 'came';
}

/** `at least 3 absent`: what is not of a roster is a lower bound, because walk-ins hide some. */
export function absent(noShows: number | null, basis: string | null): string | null {
  if (noShows === null) return null;
  return basis !== 'roster' && noShows > 0
    ? `at least ${number(noShows)} absent`
    : `${number(noShows)} absent`;
}

/** The day in one sentence. */
export function daySentence(summary: SummaryBody, next: SessionBody | null): string {
  const { total_classes, completed_classes, cancelled_classes, total_attendance } = summary;
  const left = total_classes - completed_classes - cancelled_classes;
  if (total_classes === 0) {
    return next === null
      ? 'No classes today, and none are known for tomorrow.'
      : `No classes today. Next: ${next.name}, tomorrow ${timeOf(next.starts_at)}.`;
  }
  const booked =
    summary.total_booked === null ? '' : `, ${counted(summary.total_booked, 'booking')}`;
  if (total_classes === cancelled_classes) return ALL_CANCELLED;
  if (completed_classes === 0) return `${classes(left)} today${booked}. None has ended yet.`;
  const rest = restWords(summary);
  if (total_attendance === null) {
    return `${completed_classes === 1 ? 'One class has ended, and it was not counted' : `${classes(completed_classes)} have ended, and none was counted`}.${rest}`;
  }
  const of =
    summary.graded_classes === completed_classes
      ? classes(completed_classes)
      : `the ${number(summary.graded_classes)} of ${classes(completed_classes)} that could be counted`;
  const fill = summary.fill_rate === null ? '' : `, ${percent(summary.fill_rate)} of the places`;
  return `${number(total_attendance)} ${cameWord(summary.attendance_basis)} to ${of}${fill}.${rest}`;
}

/** Another day than today in one sentence. */
export function otherDaySentence(summary: SummaryBody): string {
  const { total_classes, completed_classes, cancelled_classes, total_booked } = summary;
  if (total_classes === 0) return 'No classes on this day.';
  if (total_classes === cancelled_classes) return ALL_CANCELLED;
  if (completed_classes > 0) return daySentence(summary, null);
  const booked = total_booked === null ? '' : `, ${counted(total_booked, 'booking')} so far`;
  return `${classes(total_classes - cancelled_classes)}${booked}.`;
}

const ALL_CANCELLED = 'All classes of the day are cancelled.';

/** ` 2 are running, 3 are still to come.` */
function restWords({ classes: all }: SummaryBody): string {
  const count = (status: SessionBody['status']) =>
    all.filter((session) => session.status === status).length;
  const parts = [
    [count('in_progress'), 'running'] as const,
    [count('scheduled'), 'still to come'] as const,
  ].flatMap(([size, word]) =>
    size === 0 ? [] : [`${size === 1 ? 'one is' : `${number(size)} are`} ${word}`],
  );
  const [first, ...others] = parts;
  if (first === undefined) return '';
  return ` ${[first.slice(0, 1).toUpperCase() + first.slice(1), ...others].join(', ')}.`;
}

/** How the day compares, and who stayed away: null where neither is known. */
export function dayContext(summary: SummaryBody, usual: UsualDay | null): string | null {
  const weekday = date(summary.date, 'weekday');
  const parts: string[] = [];
  if (summary.covered === null) parts.push('The data do not cover this day.');
  if (usual !== null) parts.push(`${usualWords(usual, weekday)}.`);
  const gone = absent(summary.no_shows, summary.no_shows_basis);
  if (gone !== null) {
    const all = summary.no_show_classes === summary.completed_classes;
    parts.push(
      `${gone.slice(0, 1).toUpperCase()}${gone.slice(1)}${all ? '' : ` in ${classes(summary.no_show_classes)}`}.`,
    );
  }
  return parts.length === 0 ? null : parts.join(' ');
}

export function usualWords({ days, low, high }: UsualDay, weekday: string): string {
  const before =
    days === 1 ? `On the one ${weekday} before it` : `On the ${days} ${weekday}s before`;
  return `${before} ${days === 1 ? '' : 'it '}was ${range(low, high)}`;
}

/** What a class came to, in words; the same wherever it is listed. */
export function attendanceWords(session: SessionBody): string {
  const { status, attended, capacity, occupancy_now, booked } = session;
  switch (status) {
    case 'cancelled':
      return booked === null || booked === 0
        ? 'cancelled'
        : `cancelled, ${number(booked)} had booked`;
    case 'scheduled':
      return booked === null
        ? placesWords(capacity)
        : `${number(booked)} booked${ofPlaces(capacity)}`;
    case 'in_progress':
      return occupancy_now === null
        ? 'running'
        : `${number(occupancy_now)} now${ofPlaces(capacity)}`;
    default:
      if (attended !== null) return `${number(attended)}${ofPlaces(capacity)}`;
      return isCountingUp(session) ? 'counting up…' : 'not counted';
  }
}

/** ` of 16` */
function ofPlaces(capacity: number | null): string {
  return capacity === null ? '' : ` of ${number(capacity)}`;
}

function placesWords(capacity: number | null): string {
  return capacity === null ? '' : counted(capacity, 'place');
}

/** Between the end of a class and its estimate. */
export function isCountingUp({ status, quality, quality_reasons, attended }: SessionBody): boolean {
  return (
    status === 'completed' &&
    attended === null &&
    quality === 'none' &&
    quality_reasons.length === 0
  );
}

/** `15 to 17 · grade A`, or why there is no count; null where there is nothing to add. */
export function trustWords(session: SessionBody): string | null {
  const { status, attended, attended_low, attended_high, quality, quality_reasons, source } =
    session;
  if (status !== 'completed') return null;
  if (attended === null) {
    const [reason = ''] = quality_reasons;
    return EN.reasons[reason] ?? null;
  }
  if (source === 'manual') return 'counted by hand';
  if (source === 'import') return 'checked in';
  const between = range(attended_low, attended_high);
  return [...(between === null ? [] : [between]), `grade ${quality}`].join(' · ');
}

/** Bookings and who stayed away, of a class that has ended or is running. */
export function bookingWords({
  status,
  booked,
  no_shows,
  no_shows_basis,
  walk_ins,
}: SessionBody): string | null {
  if (booked === null || status === 'scheduled' || status === 'cancelled') return null;
  const gone = no_shows === null || no_shows === 0 ? null : absent(no_shows, no_shows_basis);
  const extra =
    walk_ins === null || walk_ins === 0 ? null : `${number(walk_ins)} without a booking`;
  return [`${number(booked)} booked`, gone, extra].filter((part) => part !== null).join(' · ');
}

/** Something to look at: what it is, and what to do. Commands stand in backticks. */
export function noticeWords(notice: Notice): { readonly what: string; readonly help: string } {
  switch (notice.kind) {
    case 'room': {
      const since = notice.since === null ? '' : ` since ${timeOf(notice.since)}`;
      return {
        what: `${notice.room}: ${notice.state === 'offline' ? 'no picture' : 'not counted'}${since}`,
        help: 'Check the cable and the power of the camera. `npx turnout status` says more.',
      };
    }
    case 'cancelled':
      return {
        what: `${timeOf(notice.session.starts_at)} ${notice.session.name} is cancelled, ${counted(notice.session.booked, 'person has', 'people have')} booked`,
        help: 'Make sure that they know.',
      };
    case 'uncounted': {
      const [reason = 'no_samples'] = notice.session.quality_reasons;
      return {
        what: `${timeOf(notice.session.starts_at)} ${notice.session.name} was not counted: ${EN.reasons[reason] ?? reason}`,
        help: EN.helps[reason] ?? '',
      };
    }
    case 'feed':
      return {
        what: `The schedule feed ${notice.feed} cannot be read${notice.since === null ? '' : ` since ${date(dateOf(notice.since), 'short')} ${timeOf(notice.since)}`}`,
        help: 'Classes and bookings may be out of date. `npx turnout status` says why.',
      };
    case 'configuration':
      return {
        what: `turnout.yaml has ${counted(notice.faults, 'fault')} and was not loaded`,
        help: 'The settings from before are running. `npx turnout doctor` lists the faults.',
      };
  }
}

/** `Zoë Marchetti (for another trainer) · Yoga Loft`. */
export function whoWhere({ trainer, substitute, room }: SessionBody): string {
  const who =
    trainer === null ? null : substitute ? `${trainer.name}, as substitute` : trainer.name;
  return [who, room].filter((part) => part !== null).join(' · ');
}

/** Reasons of a verdict as one clause. */
export function verdictWords(reasons: readonly string[]): string {
  return list(reasons.map((code) => EN.verdictReasons[code] ?? code.replaceAll('_', ' ')));
}
