/** One class of the week: how it went on each date, what it earns, and why it is judged as it is. */

import { BarKey } from '../../charts/class-bar.tsx';
import { FillBar } from '../../charts/fill-bar.tsx';
import type { ClassData, ClassRow } from '../../data.ts';
import { Facts } from '../../parts/facts.tsx';
import { Notes } from '../../parts/notes.tsx';
import { SessionRow } from '../../parts/session-row.tsx';
import { Verdict } from '../../parts/verdict.tsx';
import { EN } from '../../words/en.ts';
import {
  average,
  capitalised,
  counted,
  dates,
  money,
  number,
  percent,
  points,
} from '../../words/format.ts';
import { absent, verdictWords } from '../../words/sentences.ts';

export function ClassPage({ content: { report } }: { readonly content: ClassData }) {
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
        <p class="context">
          {capitalised(row.weekday)} {row.start_time}
          {row.room !== null && (
            <>
              {' '}
              · <bdi>{row.room}</bdi>
            </>
          )}
          {row.trainers.length > 0 && (
            <>
              {' '}
              · <bdi>{row.trainers.map(({ name }) => name).join(', ')}</bdi>
            </>
          )}
        </p>
      )}
      {row !== undefined && <Judged row={row} />}
      {row !== undefined && <Facts facts={factsOf(row, report)} />}
      <section aria-labelledby="dates">
        <h2 id="dates">Date by date</h2>
        <p class="context">{dates(report.from, report.to)}</p>
        <Notes notes={report.notes} />
        <ol class="sessions">
          {newest.map((session) => (
            <SessionRow key={session.id} session={session} isDated isNamed={false} />
          ))}
        </ol>
        <BarKey />
      </section>
    </>
  );
}

function Judged({ row }: { readonly row: ClassRow }) {
  return (
    <>
      <p class="sentence">
        {row.average_attendance === null
          ? 'It has not been counted yet.'
          : `${average(row.average_attendance)} people on average${row.fill_rate === null ? '' : `, ${percent(row.fill_rate)} of the places`}.`}
      </p>
      <FillBar fill={row.fill_rate} />
      <p class="judged">
        <Verdict verdict={row.verdict} reasons={row.verdict_reasons} />{' '}
        {verdictWords(row.verdict_reasons)}
      </p>
    </>
  );
}

function factsOf(row: ClassRow, { currency }: ClassData['report']) {
  const gone = absent(row.no_show_rate === null ? null : 0, row.no_shows_basis);
  return [
    {
      name: 'Dates',
      value: number(row.occurrences),
      note: `${number(row.graded_occurrences)} counted, ${number(row.cancelled_occurrences)} cancelled`,
    },
    {
      name: 'Trend',
      value: row.trend === null ? 'not known yet' : points(row.trend),
      note: 'fill of the later three weeks less the earlier three',
    },
    {
      name: 'No-shows',
      value: gone === null ? 'not known' : percent(row.no_show_rate),
      note:
        gone !== null && row.no_shows_basis !== 'roster'
          ? `at least, of ${counted(row.no_show_occurrences, 'date')}: walk-ins hide some`
          : `of ${counted(row.no_show_occurrences, 'date')}`,
    },
    {
      name: 'Profit a class',
      value: money(row.profit_per_class, currency),
      note:
        row.profit_per_class === null
          ? 'costs or prices are not set'
          : `of ${counted(row.profit_occurrences, 'date')}`,
    },
    {
      name: 'Break-even',
      value:
        row.breakeven_attendance === null
          ? 'not known'
          : counted(row.breakeven_attendance, 'visit'),
      note: row.breakeven_reason === null ? undefined : EN.breakeven[row.breakeven_reason],
    },
  ];
}
