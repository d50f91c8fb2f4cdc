/** Sentences with figures in them: what a page says first. */

import type { SessionBody } from '../../gym/reports/session-row.ts';
import type { SummaryBody } from '../../gym/reports/summary.ts';
import type { Comparison, LastYear } from '../data.ts';
import type { Notice } from '../model/days.ts';
import type { UsualDay } from '../model/figures.ts';
import {
  average,
  capitalised,
  classes,
  counted,
  date,
  number,
  percent,
  range,
  timeOf,
} from './format.ts';
import { REASONS, REMEDIES, type Remedy } from './reasons.ts';

type Basis = SummaryBody['attendance_basis'];

/** `50 people came to`; of check-ins it is not known who else came. */
export function cameTo(people: number, basis: Basis): string {
  return `${counted(people, 'person', 'people')} ${basis === 'checked_in' ? 'checked in' : 'came'} to`;
}

/** `4 classes`, or `the 3 of 4 classes that could be counted`. */
export function classesCounted(known: number, all: number): string {
  if (known === all) return classes(all);
  return `the ${number(known)} of ${classes(all)} that could be counted`;
}

/** `3+`: without a roster it is a lower bound, because walk-ins hide some. */
export function atLeast(figure: string, value: number | null, basis: string | null): string {
  return basis !== 'roster' && (value ?? 0) > 0 ? `${figure}+` : figure;
}

/** `3+ no-shows`; null where it is not known. */
export function noShows(people: number | null, basis: string | null): string | null {
  if (people === null) return null;
  const figure = atLeast(number(people), people, basis);
  return `${figure} no-show${figure === '1' ? '' : 's'}`;
}

/** `: 69% full` */
export function fullWords(fill: number | null): string {
  return fill === null ? '' : `: ${percent(fill)} full`;
}

/** The number alone: `3+`. */
export function noShowCount(of: Pick<SessionBody, 'no_shows'> & { no_shows_basis: string | null }) {
  return atLeast(number(of.no_shows), of.no_shows, of.no_shows_basis);
}

/** `a · b`: what is not there is left out, and no line begins with a dot. */
export function dotted(...parts: readonly (string | false | null | undefined)[]): string {
  return joined('\u00a0· ', ...parts);
}

/** `Goal: 70% full, 12 people a class. The same days last year: 311 people, 58% full.`; null for neither. */
export function goalWords({ goals, lastYear = null }: Comparison): string | null {
  const { fill, attendance } = goals;
  const goal = joined(
    ', ',
    fill !== null && `${percent(fill)} full`,
    attendance !== null && `${average(attendance)} people a class`,
  );
  return joined(' ', goal && `Goal: ${goal}.`, lastYear && lastYearWords(lastYear)) || null;
}

/** Texts that there are, one after the other. */
export function joined(
  by: string,
  ...parts: readonly (string | false | null | undefined)[]
): string {
  return parts.filter(Boolean).join(by);
}

/** `The same days last year: 311 people, 58% full.` */
export function lastYearWords({ attended, fill_rate: fill }: LastYear): string {
  const full = fill === null ? '' : `, ${percent(fill)} full`;
  return `The same days last year: ${counted(attended, 'person', 'people')}${full}.`;
}

/** The day in one sentence. */
export function daySentence(summary: SummaryBody, next: SessionBody | null): string {
  const { total_classes, completed_classes, cancelled_classes, total_attendance } = summary;
  const left = total_classes - completed_classes - cancelled_classes;
  if (total_classes === 0) {
    return next === null
      ? 'No classes today or tomorrow.'
      : `No classes today. Next is ${next.name}, tomorrow at ${timeOf(next.starts_at)}.`;
  }
  const booked = summary.total_booked === null ? '' : `, ${number(summary.total_booked)} booked`;
  if (total_classes === cancelled_classes) return 'Every class today is cancelled.';
  if (completed_classes === 0) return `${classes(left)} today${booked}.`;
  const rest = restWords(summary);
  if (total_attendance === null) {
    // So too in the ten minutes in which its cameras still count who leaves.
    const none = completed_classes === 1 ? 'not' : 'none';
    return `${classes(completed_classes)} finished, ${none} counted so far.${rest}`;
  }
  const of = classesCounted(summary.graded_classes, completed_classes);
  return `${cameTo(total_attendance, summary.attendance_basis)} ${of}${fullWords(summary.fill_rate)}.${rest}`;
}

/** Another day than today in one sentence. */
export function otherDaySentence(summary: SummaryBody): string {
  const { total_classes, completed_classes, cancelled_classes, total_booked } = summary;
  if (total_classes === 0) return 'No classes on this day.';
  if (total_classes === cancelled_classes) return 'Every class on this day is cancelled.';
  if (completed_classes > 0) return daySentence(summary, null);
  const booked = total_booked === null ? '' : `, ${number(total_booked)} booked so far`;
  return `${classes(total_classes - cancelled_classes)}${booked}.`;
}

/** ` 2 on now, 3 to go.` */
function restWords({ classes: all }: SummaryBody): string {
  const count = (status: SessionBody['status']) =>
    all.filter((session) => session.status === status).length;
  const [now, later] = [count('in_progress'), count('scheduled')];
  const words = joined(
    ', ',
    now > 0 && `${number(now)} on now`,
    later > 0 && `${number(later)} to go`,
  );
  return words && ` ${words}.`;
}

/** How the day compares, and who stayed away: null where neither is known. */
export function dayContext(summary: SummaryBody, usual: UsualDay | null): string | null {
  const gone = noShows(summary.no_shows, summary.no_shows_basis);
  const isAll = summary.no_show_classes === summary.completed_classes;
  const words = joined(
    ' ',
    summary.covered === null && 'There is no data for this day.',
    usual && `${usualWords(usual, date(summary.date, 'weekday'))}.`,
    gone && `${gone}${isAll ? '' : ` in ${classes(summary.no_show_classes)}`}.`,
  );
  return words || null;
}

/** `12–29`, of the last four weeks; `22 (1 of 4)` where not all of them were counted as a whole. */
export function usualRange({ days, low, high }: UsualDay): string {
  return `${range(low, high)}${days < 4 ? ` (${days} of 4)` : ''}`;
}

/** `Usual Monday: 139–150 (last 4 weeks)` */
function usualWords({ days, low, high }: UsualDay, weekday: string): string {
  return days === 1
    ? `The ${weekday} before: ${range(low, high)}`
    : `Usual ${weekday}: ${range(low, high)} (last ${days})`;
}

/**
 * What a class came to, in words.
 *
 * @param counting what is said between its end and its estimate; a printed page counts no more
 */
export function attendanceWords(session: SessionBody, counting = 'counting…'): string {
  const { status, attended, capacity, occupancy_now, booked } = session;
  const of = capacity === null ? '' : ` of ${number(capacity)}`;
  switch (status) {
    case 'cancelled':
      return booked === null || booked === 0 ? 'cancelled' : `cancelled, ${number(booked)} booked`;
    case 'scheduled':
      if (booked !== null) return `${number(booked)} booked${of}`;
      return capacity === null ? '' : counted(capacity, 'spot');
    case 'in_progress':
      return occupancy_now === null ? 'on now' : `${number(occupancy_now)} now${of}`;
    default:
      return attended === null ? withoutCount(session, counting) : `${number(attended)}${of}`;
  }
}

function withoutCount(session: SessionBody, counting: string): string {
  if (isHidden(session)) return 'hidden';
  return isCountingUp(session) ? counting : 'not counted';
}

/** Between the end of a class and its estimate: without one in an hour, the longest `attendance.tail`, it gets none. */
export function isCountingUp({ status, attended, source, ends_at: at }: SessionBody): boolean {
  const isOpen = status === 'completed' && attended === null && source === null;
  return isOpen && Date.now() < Date.parse(at) + 3_600_000;
}

/** Whether the count is there, and left out on purpose: `privacy.small_counts`. */
export function isHidden({ attended, source, quality_reasons }: SessionBody): boolean {
  return attended === null && source !== null && quality_reasons.length === 0;
}

/** `likely 15–17`, or why there is no count; null where there is nothing to add. */
export function trustWords(session: SessionBody): string | null {
  const { status, attended, attended_low, attended_high, quality_reasons, source } = session;
  if (status !== 'completed') return null;
  if (attended === null) return REASONS[quality_reasons[0] ?? ''] ?? null;
  if (source === 'manual') return 'counted by hand';
  if (source === 'import') return 'checked in';
  const between = range(attended_low, attended_high);
  return between === null || attended_low === attended_high ? null : `likely ${between}`;
}

/** Bookings and who stayed away, of a class that has ended or is on. */
export function bookingWords(session: SessionBody): string | null {
  const { status, attended, source, booked, no_shows, no_shows_basis, walk_ins } = session;
  if (booked === null || status === 'scheduled' || status === 'cancelled') return null;
  const away = no_shows ?? 0;
  // Someone counted more than checked in: some of these have only passed the desk.
  const isOfDesk = source === 'manual' && (attended ?? 0) + away > booked + (walk_ins ?? 0);
  const missed = isOfDesk ? `${number(away)} not checked in` : noShows(no_shows, no_shows_basis);
  const gone = no_shows === 0 ? null : missed;
  const extra = walk_ins === null || walk_ins === 0 ? null : counted(walk_ins, 'walk-in');
  return dotted(`${number(booked)} booked`, gone, extra);
}

/** Something to look at, and what to do about it. */
export function noticeWords(notice: Notice): { readonly what: string; readonly help: Remedy } {
  const words = (what: string, text: string, page?: Remedy['page']) => ({
    what,
    help: { text, ...(page && { page }) },
  });
  switch (notice.kind) {
    case 'unwatched': {
      const booked = notice.booked === 0 ? '' : `, ${number(notice.booked)} booked`;
      const what = `${notice.room ?? 'No room'}: no camera. ${classes(notice.classes)} today${booked}`;
      if (notice.room !== null)
        return words(what, 'These classes will not be counted.', ['/setup/camera', 'Add a camera']);
      const text = 'Give these classes a room to count them.';
      return words(what, text, ['/setup/schedule', 'Open classes']);
    }
    case 'room': {
      const since = notice.since === null ? '' : ` since ${timeOf(notice.since)}`;
      const text = 'Check that its camera has power and a clear view.';
      return words(`${notice.room}: not counted${since}`, text, ['/cameras', 'Open cameras']);
    }
    case 'cancelled': {
      const { starts_at, name, booked } = notice.session;
      const what = `${timeOf(starts_at)} ${name} is cancelled with ${number(booked)} booked`;
      return words(what, 'Make sure they know.');
    }
    case 'uncounted': {
      const { starts_at, name, quality_reasons } = notice.session;
      const [first = 'no_samples'] = quality_reasons;
      // Rather one that something can be done about.
      const reason = quality_reasons.find((one) => Object.hasOwn(REMEDIES, one)) ?? first;
      const what = `${timeOf(starts_at)} ${name} was not counted: ${REASONS[reason] ?? reason}`;
      return { what, help: REMEDIES[reason] ?? { text: '' } };
    }
    case 'feed': {
      const text = 'Classes and bookings may be out of date.';
      const what = `The calendar “${notice.feed}” has stopped updating`;
      return words(what, text, ['/setup/schedule', 'Open calendars']);
    }
    case 'configuration':
      return words(
        `The settings file has ${counted(notice.faults, 'mistake')}, so the last good settings are in use`,
        'Ask whoever changed the file by hand to correct it.',
      );
  }
}

/** `Zoë Marchetti, covering · Yoga Loft`. */
export function whoWhere({ trainer, substitute, room }: SessionBody): string {
  const who = trainer === null ? null : substitute ? `${trainer.name}, covering` : trainer.name;
  return dotted(who, room);
}

/** The first letter of a sentence that is put together. */
export const sentenceOf = (words: string): string => `${capitalised(words)}.`;
