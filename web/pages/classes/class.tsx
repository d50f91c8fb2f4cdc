/** One class of the week: how it went on each date, what it earns, and why it is judged as it is. */

import { BarKey, FillBar } from '../../charts/bars.tsx';
import type { ClassData } from '../../model/classes.ts';
import { Beside, Facts, Notes, Section, SessionRow } from '../../parts/rows.tsx';
import { breakevenWords, Verdict, verdictWords } from '../../parts/verdict.tsx';
import {
  average,
  capitalised,
  counted,
  dates,
  money,
  number,
  percent,
  points,
  UNKNOWN,
} from '../../words/format.ts';
import { fullWords } from '../../words/sentences.ts';

export function ClassPage({ content: { report, goals } }: { readonly content: ClassData }) {
  const [row] = report.series;
  const newest = [...report.occurrences].reverse();
  return (
    <>
      <p class="crumb">
        <a href="/classes">Classes</a>
      </p>
      <h1>
        <bdi>{report.name}</bdi>
      </h1>
      {row !== undefined && (
        <>
          <p class="context">
            {[
              `${capitalised(row.weekday)} ${row.start_time}`,
              row.room,
              row.trainers.map(({ name }) => name).join(', '),
            ]
              .filter((part) => part !== null && part !== '')
              .map((part, at) => (
                <>
                  {at > 0 && ' · '}
                  <bdi>{part}</bdi>
                </>
              ))}
          </p>
          <p class="sentence">
            {row.average_attendance === null
              ? 'Not counted yet.'
              : `${average(row.average_attendance)} people on average${fullWords(row.fill_rate)}.`}
          </p>
          <FillBar fill={row.fill_rate} />
          <Beside goals={goals} />
          <p class="judged">
            <Verdict verdict={row.verdict} reasons={row.verdict_reasons} />{' '}
            {verdictWords(row.verdict_reasons)}
          </p>
          <Facts facts={factsOf(row, report)} />
        </>
      )}
      <Section id="dates" title="Date by date">
        <p class="context">{dates(report.from, report.to)}</p>
        <Notes notes={report.notes} />
        <ol class="sessions">
          {newest.map((session) => (
            <SessionRow key={session.id} session={session} isDated isNamed={false} />
          ))}
        </ol>
        <BarKey />
      </Section>
    </>
  );
}

function factsOf(row: ClassData['report']['series'][number], { currency }: ClassData['report']) {
  const isLeast =
    row.no_show_rate !== null && row.no_show_rate > 0 && row.no_shows_basis !== 'roster';
  return [
    {
      name: 'Dates',
      value: number(row.occurrences),
      note: `${number(row.graded_occurrences)} counted, ${number(row.cancelled_occurrences)} cancelled`,
    },
    {
      name: 'Trend',
      value: row.trend === null ? UNKNOWN : points(row.trend),
      note: 'last 3 weeks against the 3 before',
    },
    {
      name: 'No-shows',
      value: percent(row.no_show_rate),
      note: `${isLeast ? 'at least, ' : ''}from ${counted(row.no_show_occurrences, 'date')}`,
    },
    {
      name: 'Profit per class',
      value: money(row.profit_per_class, currency),
      note:
        row.profit_per_class === null
          ? 'add prices and pay to see it'
          : `from ${counted(row.profit_occurrences, 'date')}`,
    },
    {
      name: 'Break-even',
      value:
        row.breakeven_attendance === null ? UNKNOWN : counted(row.breakeven_attendance, 'visit'),
      note: breakevenWords(row.breakeven_reason) ?? undefined,
    },
  ];
}
