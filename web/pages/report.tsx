/** The week on paper: what a manager hands the owner. It stands alone: gym, dates and the time of the figures are on it. */

import type { RankedClassBody } from '../../gym/reports/performance.ts';
import type { SessionBody } from '../../gym/reports/session-row.ts';
import { wholeAddress } from '../addresses.ts';
import { busyTimes } from '../charts/heat-map.tsx';
import type { Comparison, Frame } from '../data.ts';
import type { ReportData } from '../model/days.ts';
import { Mark } from '../parts/icon.tsx';
import { records } from '../parts/records.tsx';
import { Head, Section, section, slotWords } from '../parts/rows.tsx';
import { PRIVACY } from '../parts/shell.tsx';
import { verdictOn } from '../parts/verdict.tsx';
import {
  capitalised,
  date,
  dateOf,
  dates,
  money,
  number,
  percent,
  points,
  timeOf,
} from '../words/format.ts';
import { attendanceWords, dotted, goalWords, trustWords } from '../words/sentences.ts';
import { slotCell } from './trainers.tsx';
import { dayTable, weekSentence, weekTitle } from './week.tsx';

/** Classes that a list of the report has at most: the rest is on the page of classes. */
const LISTED = 8;

export function reportPage(content: ReportData & Comparison, frame: Frame) {
  const { week, days, performance, revenue, trainers, sessions, hours } = content;
  const { headline, currency, window } = revenue;
  const fullest = performance.ranking.filter(({ fill_rate }) => fill_rate !== null);
  const asOf = `As of ${date(dateOf(frame.generatedAt), 'year')}, ${timeOf(frame.generatedAt)}`;
  return (
    <main class="report" id="content">
      <header>
        <p class="gym">
          <Mark /> {dotted(capitalised(frame.gym), frame.timezone)}
        </p>
        <Head
          title={weekTitle(content)}
          about={dotted(asOf, wholeAddress(frame))}
          sentence={weekSentence(content)}
          context={[
            goalWords(content),
            ...week.notes,
            ...performance.notes
              .filter((note) => !week.notes.includes(note))
              .map((note) => `Six weeks: ${note}`),
          ]}
        />
        {frame.address.startsWith('/') && (
          <p class="screen-only">
            <a href="/week">Back to Week</a>
          </p>
        )}
      </header>
      {section('days', 'Day by day', dayTable(days, frame.address.startsWith('/')), 'card')}
      {headline.profit !== null && (
        <Section id="money" title={`Money, ${dates(window.from, window.to)}`} class="card">
          <p>
            <strong>{money(headline.profit, currency)}</strong> profit from{' '}
            {number(headline.profit_occurrences)} classes. Revenue{' '}
            {money(headline.revenue, currency)}, costs {money(headline.cost, currency)}. Unsold
            spots: {money(headline.empty_seat_value, currency)}.
          </p>
        </Section>
      )}
      {classTable('fullest', 'Fullest classes, six weeks', fullest)}
      {classTable('dead', 'Nearly empty classes, six weeks', performance.dead_classes)}
      {section(
        'trainers',
        'Trainers, six weeks',
        trainers.length > 0 &&
          records(
            ['Trainer', ['Draw', 'wide'], ['Classes', 'figure'], ['Full', 'figure']],
            trainers.map((one) => [
              <bdi>{one.trainer.name}</bdi>,
              slotCell(one),
              number(one.classes),
              percent(one.fill_rate),
            ]),
          ),
        'card',
      )}
      {section('hours', 'Busy times, six weeks', busyTimes(hours), 'card')}
      {section('all', 'Every class of the week', sessions.length > 0 && sessionLists(sessions))}
      <footer>
        <p>{PRIVACY} A count comes with its likely range. – means not known, which is not zero.</p>
      </footer>
    </main>
  );
}

function classTable(id: string, title: string, rows: readonly RankedClassBody[]) {
  const cells = rows.slice(0, LISTED).map((row) => [
    <>
      <bdi>{row.name}</bdi> <span class="note">{slotWords(row)}</span>
    </>,
    percent(row.fill_rate),
    points(row.trend),
    verdictOn(row),
  ]);
  const head = ['Class', ['Full', 'figure'], ['Trend', 'figure'], ['Verdict', 'wide']] as const;
  return section(id, title, cells.length > 0 && records(head, cells), 'card');
}

/** Day by day in narrow columns: a week of sixty classes a day has to fit on a few sheets. */
function sessionLists(sessions: readonly SessionBody[]) {
  const days = [...new Set(sessions.map(({ starts_at }) => dateOf(starts_at)))];
  return (
    <div class="every">
      {days.map((day) => (
        <div key={day}>
          <h3>{date(day, 'short')}</h3>
          <ol>
            {sessions
              .filter(({ starts_at }) => dateOf(starts_at) === day)
              .map((session) => (
                <li key={session.id}>
                  {timeOf(session.starts_at)} <bdi>{session.name}</bdi>
                  <span class="figure">{sessionWords(session)}</span>
                </li>
              ))}
          </ol>
        </div>
      ))}
    </div>
  );
}

/** `15 of 18 · likely 14–16 · 15 booked`. */
function sessionWords(session: SessionBody): string {
  const { status, booked } = session;
  const places = status === 'completed' && booked !== null && `${number(booked)} booked`;
  return dotted(attendanceWords(session, 'not counted'), trustWords(session), places);
}
