/** Who draws more where trainers share a class: each next to the slots that they teach, never by raw fill alone. */

import { slotDot } from '../charts/bars.tsx';
import type { Comparison } from '../data.ts';
import type { TrainerData, TrainerSort, TrainersData } from '../model/classes.ts';
import type { TrainerRow } from '../model/figures.ts';
import { records } from '../parts/records.tsx';
import { factList, Head, Section, sessionList } from '../parts/rows.tsx';
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
import {
  atLeast,
  cameTo,
  classesCounted,
  fullWords,
  goalWords,
  noShowCount,
} from '../words/sentences.ts';

/** Fewer compared classes say nothing. The limit of verdicts. */
const MIN_CLASSES = 4;

const COLUMNS: readonly (readonly [sort: TrainerSort, word: string, look?: string])[] = [
  ['name', 'Trainer'],
  ['slot_index', 'Draw', 'wide'],
  ['classes', 'Classes', 'figure'],
  ['fill_rate', 'Full', 'figure'],
  ['no_show_rate', 'No-shows', 'figure'],
];

export function trainersPage({ from, to, unnamed, rows, notes, sort }: TrainersData) {
  return (
    <>
      <Head
        title="Trainers"
        sentence={sentence(rows)}
        context={[
          `Draw: how many more or fewer people come than on other dates of the same class, day and time. It compares trainers only where they share a class. Six weeks, ${dates(from, to)}.`,
          ...notes.map(asDraw),
        ]}
      />
      {rows.length === 0 ? (
        <p class="empty">No class in these weeks lists a trainer.</p>
      ) : (
        records(
          COLUMNS.map(([key, word, look]) => {
            const to = key === 'name' ? '/trainers' : `/trainers?sort=${key}`;
            const order = key === 'name' ? 'ascending' : 'descending';
            return [word, look, to, sort === key ? order : undefined];
          }),
          rows.map((one) => [
            <a href={`/trainers/${encodeURIComponent(one.trainer.id)}`}>
              <bdi>{one.trainer.name}</bdi>
            </a>,
            slotCell(one),
            number(one.classes),
            percent(one.fill_rate),
            atLeast(percent(one.no_show_rate), one.no_show_rate, one.no_shows_basis),
          ]),
          { look: 'trainers records' },
        )
      )}
      {unnamed > 0 && (
        <p class="context">{counted(unnamed, 'class lists', 'classes list')} no trainer.</p>
      )}
    </>
  );
}

/** Reports call it by its name in the API. */
const asDraw = (note: string) => note.replace('the slot index', 'Draw');

function sentence(rows: readonly TrainerRow[]): string {
  const judged = rows.filter(isJudged);
  const above = judged.filter(({ slot_index: index }) => (index ?? 0) >= 1.1);
  if (judged.length === 0)
    return rows.some(isCompared)
      ? 'Can’t tell who draws more: trainers here hardly share a class.'
      : 'Too early to tell: each trainer needs 4 classes with others of the same slot to compare.';
  if (above.length === 0)
    return judged.length === 1
      ? `${judged[0]?.trainer.name} draws the usual crowd.`
      : `${number(judged.length)} trainers share classes, and draw the usual crowd.`;
  const names = above.map(({ trainer }) => trainer.name);
  return `${list(names)} ${above.length === 1 ? 'draws' : 'draw'} at least 10% more people than usual.`;
}

function isCompared({ slot_index, slotClasses }: TrainerRow): boolean {
  return slot_index !== null && slotClasses >= MIN_CLASSES;
}

/** Own slots alone come to about 1, whoever teaches them. */
function isJudged(one: TrainerRow): boolean {
  return isCompared(one) && one.sharedClasses >= MIN_CLASSES;
}

export function slotCell(one: TrainerRow) {
  if (!isJudged(one)) {
    const why = isCompared(one) ? 'Can’t tell' : 'Too early to tell';
    return (
      <span class="unjudged">
        {slotDot(null)} {why}
      </span>
    );
  }
  return (
    <>
      {slotDot(one.slot_index)} <strong>{drawText(one.slot_index)}</strong>{' '}
      {one.slotClasses < one.classes && (
        <span class="note">{`compared in ${number(one.slotClasses)}`}</span>
      )}
    </>
  );
}

/** `+12%`: an index of 1 is as usual. */
function drawText(index: number | null): string {
  const whole = Math.round(((index ?? 1) - 1) * 100);
  return whole === 0 ? 'as usual' : `${whole > 0 ? '+' : '−'}${Math.abs(whole)}%`;
}

export function trainerPage(content: TrainerData & Comparison) {
  const { report, row } = content;
  const { change } = report.previous;
  const trend = change === null ? null : `${points(change)} on the 7 days before`;
  const from = (count: number) => `from ${classes(count)}`;
  return (
    <>
      <Head
        crumbs={[['/trainers', 'Trainers']]}
        title={report.trainer.name}
        sentence={
          report.attended === null
            ? `${classes(report.classes_taught)} in the last 7 days, not counted.`
            : `${cameTo(report.attended, report.attendance_basis)} ${classesCounted(report.graded_classes, report.classes_taught)} in 7 days${fullWords(report.fill_rate)}.`
        }
        context={[dates(report.from, report.to), goalWords(content), ...report.notes.map(asDraw)]}
      />
      {factList(
        ['Draw, six weeks', row ? slotCell(row) : UNKNOWN, 'against other dates of the same slots'],
        ['People per class', average(report.average_attendance), from(report.graded_classes)],
        ['Full', percent(report.fill_rate), trend],
        ['No-shows', noShowCount(report), from(report.no_show_classes)],
      )}
      <Section id="taught" title="Classes">
        {report.classes.length === 0 ? (
          <p class="empty">No classes in the last 7 days.</p>
        ) : (
          sessionList(report.classes.toReversed(), { isDated: true })
        )}
      </Section>
    </>
  );
}
