/** One class of the week: how it went on each date, what it earns, and why it is judged as it is. */

import { fillBar } from '../../charts/bars.tsx';
import type { ClassData } from '../../model/classes.ts';
import { factList, Head, Section, sessionList } from '../../parts/rows.tsx';
import { breakevenWords, verdictOn } from '../../parts/verdict.tsx';
import {
  capitalised,
  counted,
  dates,
  list,
  money,
  number,
  people,
  percent,
  points,
  UNKNOWN,
} from '../../words/format.ts';
import { dotted, fullWords, goalWords } from '../../words/sentences.ts';

export function classPage({ report, goals }: ClassData) {
  const [row] = report.series;
  const classes = [['/classes', 'Classes']] as const;
  return (
    <>
      {row === undefined ? (
        <Head crumbs={classes} title={report.name} />
      ) : (
        <>
          <Head
            crumbs={classes}
            title={report.name}
            about={dotted(
              `${capitalised(row.weekday)} ${row.start_time}`,
              row.room,
              list(row.trainers.map(({ name }) => name)),
            )}
            sentence={
              row.average_attendance === null
                ? 'Not counted yet.'
                : `${people(row.average_attendance)} on average${fullWords(row.fill_rate)}.`
            }
            context={[goalWords({ goals })]}
          />
          {fillBar(row.fill_rate)}
          <p class="judged">{verdictOn(row)}</p>
          {factList(...factsOf(row, report.currency))}
        </>
      )}
      <Section id="dates" title="Date by date">
        {[dates(report.from, report.to), ...report.notes].map((text) => (
          <p class="context">{text}</p>
        ))}
        {sessionList(report.occurrences.toReversed(), { isDated: true, isOfOne: true })}
      </Section>
    </>
  );
}

function factsOf(row: ClassData['report']['series'][number], currency: string | null) {
  const { breakeven_attendance: needed, profit_per_class: profit } = row;
  const isLeast = (row.no_show_rate ?? 0) > 0 && row.no_shows_basis !== 'roster';
  const from = (dates: number) => `from ${counted(dates, 'date')}`;
  const dates = `${number(row.graded_occurrences)} counted, ${number(row.cancelled_occurrences)} cancelled`;
  const gone = `${isLeast ? 'at least, ' : ''}${from(row.no_show_occurrences)}`;
  const earned = profit === null ? 'add prices and pay to see it' : from(row.profit_occurrences);
  const breakEven = needed === null ? UNKNOWN : `at ${number(needed)}`;
  return [
    ['Dates', number(row.occurrences), dates],
    ['Trend', points(row.trend), 'last 3 weeks against the 3 before'],
    ['No-shows', percent(row.no_show_rate), gone],
    ['Profit per class', money(profit, currency), earned],
    ['Breaks even', breakEven, breakevenWords(row.breakeven_reason)],
  ] as const;
}
