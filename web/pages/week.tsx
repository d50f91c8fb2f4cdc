/** Busy times and when it is empty: this week next to the four before, weekday by weekday, and the hours of six weeks. */

import { HeatKey, HeatMap } from '../charts/heat-map.tsx';
import type { DayRow, WeekData } from '../model/days.ts';
import { Icon } from '../parts/icon.tsx';
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

export function DayTable({ days }: { readonly days: readonly DayRow[] }) {
  const most = Math.max(
    1,
    ...days.flatMap(({ day, usual }) => [day.attended ?? 0, usual?.high ?? 0]),
  );
  return (
    <table class="days">
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col" class="wide">
            People
          </th>
          <th scope="col" class="figure">
            Came
          </th>
          <th scope="col" class="figure">
            {/* As the bars show it. */}
            <svg class="mark" width="12" height="12" aria-hidden="true" focusable="false">
              <rect class="band" width="12" height="12" rx="2" />
            </svg>{' '}
            Usual (4 weeks)
          </th>
          <th scope="col" class="figure">
            Full
          </th>
          <th scope="col" class="figure classes">
            Classes
          </th>
        </tr>
      </thead>
      <tbody>
        {days.map((row) => (
          <tr key={row.day.date} class={`is-${row.state}`}>
            <th scope="row">
              <span class="date">{date(row.day.date, 'short')}</span>
              {row.state === 'running' && <span class="note"> still on</span>}
              {row.state === 'to_come' && <span class="note"> upcoming</span>}
            </th>
            <td class="wide">
              <DayBar row={row} most={most} />
            </td>
            <td class="figure">
              <strong>{row.day.completed_classes === 0 ? '' : number(row.day.attended)}</strong>
              {row.day.attended !== null && row.day.graded_classes < row.day.completed_classes && (
                <span class="note">
                  {' '}
                  {row.day.graded_classes} of {row.day.completed_classes} counted
                </span>
              )}
            </td>
            <td class="figure">
              {row.usual === null ? UNKNOWN : range(row.usual.low, row.usual.high)}
            </td>
            <td class="figure">
              {row.day.completed_classes === 0 ? '' : percent(row.day.fill_rate)}
            </td>
            <td class="figure classes">
              {row.state === 'to_come' && row.day.total_classes === 0
                ? UNKNOWN
                : number(row.day.total_classes - row.day.cancelled_classes)}
              {row.day.cancelled_classes > 0 && (
                <span class="note">
                  {' '}
                  {counted(row.day.cancelled_classes, 'cancelled', 'cancelled')}
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
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
