/** One day of the gym: who came, how full it was, and its classes. */

import { summaryBody } from '../../../gym/reports/answers/summary.ts';
import type { SummaryBody } from '../../../gym/reports/schemas/summary.ts';
import { summaryReport } from '../../../gym/reports/summary.ts';
import type { QueryOf } from '../../query.ts';
import { type ReportAnswer, type Scene, scored } from '../report-answer.ts';
import { sessionItem } from '../words/session-item.ts';
import { CHECKED_IN, NET } from '../words/sums.ts';
import {
  classes,
  counted,
  full,
  people,
  plain,
  rangeText,
  sentence,
  spanText,
  timeText,
} from '../words/wording.ts';

export function dayAnswer({ date }: QueryOf<'summary'>, { view, today }: Scene): ReportAnswer {
  const body = summaryBody(summaryReport(view, { date }));
  const { classes: sessions, top_classes, rooms: _rooms, ...figures } = body;
  const [best] = top_classes;
  const when = rangeText({ from: date, to: date }, today);
  // A year and a count beside each other read as one number.
  const comma = when.endsWith(')') ? '' : ',';
  const said =
    body.total_classes === 0
      ? [`No classes are known ${when}`]
      : [`${sentence(when)}${comma} ${cameToday(body)}`, bookingsOf(body), bestOf(best)];
  const description = `${said.filter((one) => one !== null).join('. ')}.`;
  const name = sentence(spanText({ from: date, to: date }, today));
  const day = { '@type': 'Day' as const, name, description, figures };
  return {
    summary: description,
    numbers: {
      total_classes: body.total_classes,
      cancelled_classes: body.cancelled_classes,
      completed_classes: body.completed_classes,
      graded_classes: body.graded_classes,
      total_attendance: body.total_attendance,
      fill_rate: body.fill_rate,
      rated_classes: body.rated_classes,
      no_shows: body.no_shows,
      no_shows_basis: body.no_shows_basis,
      no_show_classes: body.no_show_classes,
      total_booked: body.total_booked,
      booked_classes: body.booked_classes,
      total_capacity: body.total_capacity,
      capacity_classes: body.capacity_classes,
      ...(best === undefined
        ? {}
        : { [`${best.id}.attended`]: best.attended, [`${best.id}.capacity`]: best.capacity }),
    },
    items: scored([day, ...sessions.map((session) => sessionItem(session))]),
    notes: [
      ...(body.attendance_basis === 'checked_in' ? [CHECKED_IN] : []),
      ...(body.no_shows_basis === 'net' ? [NET] : []),
    ],
  };
}

function cameToday(body: SummaryBody): string {
  const { total_attendance: came, completed_classes: held, graded_classes: graded } = body;
  const cancelled = body.cancelled_classes === 0 ? '' : ` (${body.cancelled_classes} cancelled)`;
  const planned = `${classes(body.total_classes)}${cancelled}`;
  if (held === 0) return `has ${planned}; who came is unknown: none has ended${bookedText(body)}`;
  if (came === null)
    return `had ${planned}; who came is unknown: none of the ${held} that ended was counted`;
  const isCheckIns = body.attendance_basis === 'checked_in';
  const who = isCheckIns ? `${counted(came, 'check-in')} in` : `${people(came)} came to`;
  const counts =
    graded === held ? `${classes(held)} that ended` : `${graded} of ${classes(held)} that ended`;
  const fill =
    body.fill_rate === null ? 'how full is unknown: no places are known' : fullText(body);
  const isAll = held === body.total_classes;
  return `${who} ${counts}, ${fill}${isAll ? '' : `; ${planned} in all`}`;
}

/** The n only where it is not that of the people. */
function fullText({ fill_rate: rate, rated_classes: rated, graded_classes: graded }: SummaryBody) {
  return rated === graded ? full(rate) : `${full(rate)} (${classes(rated)})`;
}

/** Bookings and places are told together only where they are those of the same classes. */
function bookedText(body: SummaryBody): string {
  const { total_booked: booked, booked_classes: n, total_capacity: places } = body;
  if (booked === null) return '';
  return places !== null && n === body.capacity_classes
    ? `; ${plain(booked, 0)} of ${plain(places, 0)} places are booked`
    : `; ${plain(booked, 0)} are booked (${classes(n)})`;
}

function bookingsOf({ no_shows: count, no_shows_basis: basis, no_show_classes: n }: SummaryBody) {
  if (count === null || (count === 0 && basis === 'net')) return null;
  if (count === 0) return `Everyone who booked came (${classes(n)})`;
  return sentence(
    `${basis === 'net' ? 'at least ' : ''}${plain(count, 0)} who booked did not come (${classes(n)})`,
  );
}

function bestOf(best: SummaryBody['top_classes'][number] | undefined): string | null {
  if (best?.fill_rate === undefined || best.fill_rate === null) return null;
  const places = `${best.attended} of ${best.capacity} places`;
  const fullest = best.status === 'in_progress' ? 'Fullest so far is' : 'Fullest was';
  return `${fullest} ${best.name} at ${timeText(best.starts_at)}, ${places}`;
}
