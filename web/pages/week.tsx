/** Busy times and when it is empty: this week next to the four before, weekday by weekday, and the hours of six weeks. */

import { HeatKey, HeatMap } from '../charts/heat-map.tsx';
import type { DayRow, WeekData } from '../model/days.ts';
import { Icon } from '../parts/icon.tsx';
import { Records } from '../parts/records.tsx';
import { Beside, Notes, Section } from '../parts/rows.tsx';
import { classes, counted, date, dates, number, percent, range, UNKNOWN } from '../words/format.ts';
import { cameTo, fullWords, noShows } from '../words/sentences.ts';

export function Week({ content }: { readonly content: WeekData }) {
  const { week, days, hours, before, after } = content;
  const isEmpty = week.total_classes === 0 && days.every(({ usual }) => usual === null);
  return (
    <>
      <div class="paged">
        <h1>Week of {dates(week.from, days.at(-1)?.day.date ?? week.to)}</h1>
        <p class="pager">
          {before !== null && (
            <a href={`/week?of=${before}`} rel="prev">
              <Icon name="before" /> Week before
            </a>
          )}
          {after !== null && (
            <a href={`/week?of=${after}`} rel="next">
              Week after <Icon name="next" />
            </a>
          )}
        </p>
      </div>
      <p class="sentence">{weekSentence(content)}</p>
      <Beside {...content} />
      <Notes notes={week.notes} />
      {isEmpty ? (
        <p class="empty">There are no classes in this week or the four before it.</p>
      ) : (
        <Section id="days" title="Day by day">
          <DayTable days={days} />
        </Section>
      )}
      <Section id="hours" title="Busy times">
        {hours.cells.length === 0 ? (
          <p class="empty">Busy times show here after the first counted classes.</p>
        ) : (
          <>
            <HeatMap
              hours={hours}
              caption={`How full classes are, by start time. ${dates(hours.from, hours.to)}`}
            />
            <HeatKey />
          </>
        )}
      </Section>
    </>
  );
}

export function weekSentence({ week, days }: Pick<WeekData, 'week' | 'days'>): string {
  if (week.total_classes === 0) return 'No classes in this week.';
  if (week.completed_classes === 0)
    return `${classes(week.total_classes)} this week, none finished yet.`;
  if (week.attended === null) return `${classes(week.completed_classes)} finished without a count.`;
  const isOver = days.every((row) => row.state === 'over');
  const so = isOver ? '' : ' so far';
  const gone = noShows(week.no_shows, week.no_shows_basis);
  return `${cameTo(week.attended, week.attendance_basis)} ${classes(week.graded_classes)}${so}${fullWords(week.fill_rate)}.${gone === null ? '' : ` ${gone}.`}`;
}

const USUAL = (
  <>
    {/* As the bars show it. */}
    <svg class="mark" width="12" height="12" aria-hidden="true" focusable="false">
      <rect class="band" width="12" height="12" rx="2" />
    </svg>{' '}
    Usual (4 weeks)
  </>
);

function Came({ day }: Pick<DayRow, 'day'>) {
  const { attended, graded_classes: graded, completed_classes: completed } = day;
  return (
    <>
      <strong>{completed === 0 ? '' : number(attended)}</strong>
      {attended !== null && graded < completed && (
        <span class="note">
          {' '}
          {graded} of {completed} counted
        </span>
      )}
    </>
  );
}

export function DayTable({ days }: { readonly days: readonly DayRow[] }) {
  const most = Math.max(
    1,
    ...days.flatMap(({ day, usual }) => [day.attended ?? 0, usual?.high ?? 0]),
  );
  return (
    <Records
      class="days"
      head={[
        'Day',
        ['People', 'wide'],
        ['Came', 'figure'],
        [USUAL, 'figure'],
        ['Full', 'figure'],
        ['Classes', 'figure classes'],
      ]}
      looks={days.map(({ state }) => `is-${state}`)}
      rows={days.map((row) => [
        <>
          <span class="date">{date(row.day.date, 'short')}</span>
          {row.state === 'running' && <span class="note"> still on</span>}
          {row.state === 'to_come' && <span class="note"> upcoming</span>}
        </>,
        <DayBar row={row} most={most} />,
        <Came day={row.day} />,
        row.usual === null ? UNKNOWN : range(row.usual.low, row.usual.high),
        row.day.completed_classes === 0 ? '' : percent(row.day.fill_rate),
        <>
          {row.state === 'to_come' && row.day.total_classes === 0
            ? UNKNOWN
            : number(row.day.total_classes - row.day.cancelled_classes)}
          {row.day.cancelled_classes > 0 && (
            <span class="note">
              {' '}
              {counted(row.day.cancelled_classes, 'cancelled', 'cancelled')}
            </span>
          )}
        </>,
      ])}
    />
  );
}

/** The day as a bar, dashed while it is not over; the four weeks before as a bracket behind it. */
function DayBar({
  row: { day, state, usual },
  most,
}: {
  readonly row: DayRow;
  readonly most: number;
}) {
  const at = (value: number) => `${(98 * value) / most}%`;
  return (
    <svg class="bar" height="18" aria-hidden="true" focusable="false">
      {usual !== null && (
        <rect
          class="band"
          x={at(usual.low)}
          width={`${(98 * Math.max(usual.high - usual.low, most / 100)) / most}%`}
          height="18"
        />
      )}
      {day.attended !== null && (
        <rect
          class={state === 'over' ? 'attended' : 'open'}
          x="0.500"
          y="4"
          width={at(day.attended)}
          height="10"
          rx="2"
        />
      )}
      {day.attended === null && day.completed_classes > 0 && (
        <rect class="hatched" y="4" width="98%" height="10" rx="2" />
      )}
    </svg>
  );
}
