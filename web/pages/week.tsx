/** Busy times and when it is empty: this week next to the four before, weekday by weekday, and the hours of six weeks. */

import { along, bar } from '../charts/bars.tsx';
import { busyTimes } from '../charts/heat-map.tsx';
import type { Comparison } from '../data.ts';
import type { DayRow, WeekData } from '../model/days.ts';
import { records } from '../parts/records.tsx';
import { Head, pager, section, unbroken } from '../parts/rows.tsx';
import { classes, date, dates, number, percent, UNKNOWN } from '../words/format.ts';
import {
  cameTo,
  classesCounted,
  fullWords,
  goalWords,
  noShows,
  usualRange,
} from '../words/sentences.ts';

export function weekTitle({ week }: Pick<WeekData, 'week'>): string {
  return `Week of ${dates(week.from, week.to)}`;
}

export function weekPage(content: WeekData & Comparison) {
  const { week, days, hours, before, after } = content;
  const isEmpty = week.total_classes === 0 && days.every(({ usual }) => usual === null);
  const turned = (monday: string | null, words: string) =>
    monday === null ? null : ([`/week?of=${monday}`, words] as const);
  return (
    <>
      <Head
        title={weekTitle(content)}
        pager={pager(turned(before, 'Week before'), turned(after, 'Week after'))}
        sentence={weekSentence(content)}
        context={[goalWords(content), ...week.notes]}
      />
      {isEmpty ? (
        <p class="empty">There are no classes in this week or the four before it.</p>
      ) : (
        section('days', 'Day by day', dayTable(days))
      )}
      {section(
        'hours',
        'Busy times',
        busyTimes(hours) ?? (
          <p class="empty">Busy times show here after the first counted classes.</p>
        ),
      )}
    </>
  );
}

export function weekSentence({ week, days }: Pick<WeekData, 'week' | 'days'>): string {
  if (week.total_classes === 0) return 'No classes in this week.';
  if (week.completed_classes === 0)
    return `${classes(week.total_classes)} this week, none finished yet.`;
  if (week.attended === null) return `${classes(week.completed_classes)} finished without a count.`;
  const so = days.every((row) => row.state === 'over') ? '' : ' so far';
  const gone = noShows(week.no_shows, week.no_shows_basis);
  return `${cameTo(week.attended, week.attendance_basis)} ${classesCounted(week.graded_classes, week.completed_classes)}${so}${fullWords(week.fill_rate)}.${gone === null ? '' : ` ${gone}.`}`;
}

const USUAL = (
  <>
    {/* As the bars show it. */}
    <svg class="mark" width="12" height="12" aria-hidden="true">
      <rect class="band" width="12" height="12" rx="2" />
    </svg>{' '}
    Usual (4 weeks)
  </>
);

const STATES = { over: '', running: ' still on', to_come: ' upcoming' } as const;

/** @param isLinked false in a file that is handed on: its links would lead nowhere. */
export function dayTable(days: readonly DayRow[], isLinked = true) {
  const people = days.flatMap(({ day, usual }) => [day.attended ?? 0, usual?.high ?? 0]);
  const most = Math.max(1, ...people);
  const rows = days.map(({ day, state, usual }) => {
    const { attended, graded_classes, completed_classes, total_classes, cancelled_classes } = day;
    const isPart = attended !== null && graded_classes < completed_classes;
    const name = unbroken(date(day.date, 'short'));
    return [
      <>
        {isLinked ? <a href={`/day/${day.date}`}>{name}</a> : name}
        <span class="note">{STATES[state]}</span>
      </>,
      dayBar({ day, state, usual }, most),
      <>
        <strong>{completed_classes === 0 ? '' : number(attended)}</strong>
        {isPart && <span class="note">{` ${graded_classes} of ${completed_classes} counted`}</span>}
      </>,
      usual === null ? UNKNOWN : usualRange(usual),
      completed_classes === 0 ? '' : percent(day.fill_rate),
      <>
        {state === 'to_come' && total_classes === 0
          ? UNKNOWN
          : number(total_classes - cancelled_classes)}
        {cancelled_classes > 0 && (
          <span class="note">{` ${number(cancelled_classes)} cancelled`}</span>
        )}
      </>,
    ];
  });
  const figures = [
    ['Came', 'figure'],
    [USUAL, 'figure'],
    ['Full', 'figure'],
    ['Classes', 'figure classes'],
  ] as const;
  return records(['Day', ['People', 'wide'], ...figures], rows, { look: 'days' });
}

/** The day as a bar, dashed while it is not over; the four weeks before as a block behind it. */
function dayBar({ day: { attended, completed_classes }, state, usual }: DayRow, most: number) {
  const isUncounted = attended === null && completed_classes > 0;
  const look = isUncounted ? 'hatched' : state === 'over' ? 'attended' : 'open';
  const width = isUncounted ? '98%' : along(attended ?? 0, most);
  const spread = usual && Math.max(usual.high - usual.low, most / 100);
  return bar(
    18,
    usual && spread && (
      <rect class="band" x={along(usual.low, most)} width={along(spread, most)} height="18" />
    ),
    (isUncounted || attended !== null) && (
      <rect class={look} y="4" width={width} height="10" rx="2" />
    ),
  );
}
