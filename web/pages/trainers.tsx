/** Who fills rooms that others do not: each trainer next to the slots that they teach, never by raw fill alone. */

import { BarKey, SlotDot } from '../charts/bars.tsx';
import type { TrainerData, TrainerSort, TrainersData } from '../model/classes.ts';
import type { TrainerRow } from '../model/figures.ts';
import { Records } from '../parts/records.tsx';
import { Beside, Facts, Notes, Section, SessionRow } from '../parts/rows.tsx';
import {
  average,
  classes,
  counted,
  dates,
  list,
  number,
  percent,
  points,
  UNKNOWN,
} from '../words/format.ts';
import { cameTo, fullWords, noShows } from '../words/sentences.ts';

/** Fewer compared classes say nothing. The limit of verdicts. */
const MIN_CLASSES = 4;

const COLUMNS: readonly (readonly [sort: TrainerSort, word: string, look?: string])[] = [
  ['name', 'Trainer'],
  ['slot_index', 'Draw', 'wide'],
  ['classes', 'Classes', 'figure'],
  ['fill_rate', 'Full', 'figure'],
  ['no_show_rate', 'No-shows', 'figure'],
];

export function Trainers({ content }: { readonly content: TrainersData }) {
  const { from, to, unnamed, rows, notes, sort } = content;
  return (
    <>
      <h1>Trainers</h1>
      <p class="sentence">{sentence(rows)}</p>
      <p class="context">
        Draw: how many more or fewer people come than is usual for the same class, day and time. Six
        weeks, {dates(from, to)}.
      </p>
      <Notes notes={notes} />
      {rows.length === 0 ? (
        <p class="empty">No class in these weeks lists a trainer.</p>
      ) : (
        <TrainerTable rows={rows} sort={sort} />
      )}
      {unnamed > 0 && (
        <p class="context">{counted(unnamed, 'class lists', 'classes list')} no trainer.</p>
      )}
    </>
  );
}

function sentence(rows: readonly TrainerRow[]): string {
  const above = rows.filter((row) => isJudged(row) && (row.slotIndex ?? 0) >= 1.1);
  const judged = rows.filter(isJudged);
  if (judged.length === 0)
    return 'Too early to tell: each trainer needs 4 classes in slots that others teach too.';
  if (above.length === 0)
    return judged.length === 1
      ? `${judged[0]?.trainer.name} draws the usual crowd.`
      : `All ${number(judged.length)} trainers draw their usual crowd.`;
  const names = above.map(({ trainer }) => trainer.name);
  return `${list(names)} ${above.length === 1 ? 'draws' : 'draw'} at least 10% more people than usual.`;
}

export function isJudged({ slotIndex, slotClasses }: TrainerRow): boolean {
  return slotIndex !== null && slotClasses >= MIN_CLASSES;
}

function TrainerTable({ rows, sort }: Pick<TrainersData, 'rows' | 'sort'>) {
  return (
    <Records
      class="trainers records"
      head={COLUMNS.map(([key, word, look]) => {
        const isName = key === 'name';
        const to = isName ? '/trainers' : `/trainers?sort=${key}`;
        return [word, look, to, sort === key ? (isName ? 'ascending' : 'descending') : undefined];
      })}
      rows={rows.map((one) => [
        <a href={`/trainers/${encodeURIComponent(one.trainer.id)}`}>
          <bdi>{one.trainer.name}</bdi>
        </a>,
        <SlotCell one={one} />,
        number(one.classes_taught),
        percent(one.fill_rate),
        <>
          {percent(one.no_show_rate)}
          {one.no_shows_basis !== 'roster' && (one.no_show_rate ?? 0) > 0 ? '+' : ''}
        </>,
      ])}
    />
  );
}

export function SlotCell({ one }: { readonly one: TrainerRow }) {
  if (!isJudged(one)) {
    return (
      <span class="unjudged">
        <SlotDot index={null} /> Too early to tell
      </span>
    );
  }
  return (
    <>
      <SlotDot index={one.slotIndex} /> <strong>{drawText(one.slotIndex)}</strong>{' '}
      <span class="note">{classes(one.slotClasses)}</span>
    </>
  );
}

/** `+12%`: an index of 1 is as usual. */
export function drawText(index: number | null): string {
  if (index === null) return UNKNOWN;
  const whole = Math.round((index - 1) * 100);
  return whole === 0 ? 'as usual' : `${whole > 0 ? '+' : '−'}${Math.abs(whole)}%`;
}

export function TrainerPage({ content }: { readonly content: TrainerData }) {
  const { report, row } = content;
  const { previous } = report;
  return (
    <>
      <p class="crumb">
        <a href="/trainers">Trainers</a>
      </p>
      <h1>
        <bdi>{report.trainer.name}</bdi>
      </h1>
      <p class="sentence">
        {report.attended === null
          ? `${classes(report.classes_taught)} in the last 7 days, not counted.`
          : `${cameTo(report.attended, report.attendance_basis)} ${classes(report.graded_classes)} in 7 days${fullWords(report.fill_rate)}.`}
      </p>
      <p class="context">{dates(report.from, report.to)}</p>
      <Beside {...content} />
      <Notes notes={report.notes} />
      <Facts
        facts={[
          {
            name: 'Draw, six weeks',
            value: row === null ? UNKNOWN : <SlotCell one={row} />,
            note: 'against the usual crowd of the same slots',
          },
          {
            name: 'People per class',
            value: average(report.average_attendance),
            note: `from ${classes(report.graded_classes)}`,
          },
          {
            name: 'Full',
            value: percent(report.fill_rate),
            note:
              previous.change === null
                ? undefined
                : `${points(previous.change)} on the 7 days before`,
          },
          {
            name: 'No-shows',
            value:
              noShows(report.no_shows, report.no_shows_basis)?.replace(/ no-shows?$/, '') ??
              UNKNOWN,
            note: `from ${classes(report.no_show_classes)}`,
          },
        ]}
      />
      <Section id="taught" title="Classes">
        {report.classes.length === 0 ? (
          <p class="empty">No classes in the last 7 days.</p>
        ) : (
          <>
            <ol class="sessions">
              {[...report.classes].reverse().map((session) => (
                <SessionRow key={session.id} session={session} isDated />
              ))}
            </ol>
            <BarKey />
          </>
        )}
      </Section>
    </>
  );
}
