/** Who fills rooms that others do not: each trainer next to the slots that they teach, never by raw fill alone. */

import { SlotDot } from '../charts/slot-dot.tsx';
import type { TrainerRow, TrainerSort, TrainersData } from '../data.ts';
import { Notes } from '../parts/notes.tsx';
import { counted, dates, number, percent, UNKNOWN } from '../words/format.ts';

/** Fewer compared classes say nothing. The limit of verdicts. */
const MIN_CLASSES = 4;

const COLUMNS: readonly (readonly [sort: TrainerSort, word: string, isWide: boolean])[] = [
  ['name', 'Trainer', false],
  ['slot_index', 'Slot index', true],
  ['classes', 'Classes', false],
  ['fill_rate', 'Fill', false],
  ['no_show_rate', 'No-shows', false],
];

export function Trainers({ content }: { readonly content: TrainersData }) {
  const { from, to, unnamed, rows, notes, sort } = content;
  return (
    <>
      <h1>Trainers</h1>
      <p class="sentence">{sentence(rows)}</p>
      <p class="context">
        Slot index: people in a trainer’s classes divided by the people usual for the same class,
        weekday and time. 1 is as usual. Six weeks, {dates(from, to)}.
      </p>
      <Notes notes={notes} />
      {rows.length === 0 ? (
        <p class="empty">No class of these weeks names a trainer.</p>
      ) : (
        <TrainerTable rows={rows} sort={sort} />
      )}
      {unnamed > 0 && (
        <p class="context">{counted(unnamed, 'class names', 'classes name')} no trainer.</p>
      )}
    </>
  );
}

function sentence(rows: readonly TrainerRow[]): string {
  const above = rows.filter((row) => isJudged(row) && (row.slotIndex ?? 0) >= 1.1);
  const judged = rows.filter(isJudged);
  if (judged.length === 0)
    return 'Nothing compares yet: each trainer needs four classes in slots that others teach too.';
  if (above.length === 0)
    return judged.length === 1
      ? 'One trainer compares, and fills the slots about as usual.'
      : `All ${number(judged.length)} trainers fill their slots about as usual.`;
  const names = above.map(({ trainer }) => trainer.name);
  return `${names.join(', ')} ${above.length === 1 ? 'brings' : 'bring'} at least a tenth more people than the same slots usually have.`;
}

export function isJudged({ slotIndex, slotClasses }: TrainerRow): boolean {
  return slotIndex !== null && slotClasses >= MIN_CLASSES;
}

function TrainerTable({ rows, sort }: Pick<TrainersData, 'rows' | 'sort'>) {
  return (
    <table class="trainers">
      <thead>
        <tr>
          {COLUMNS.map(([key, word, isWide]) => (
            <th
              key={key}
              scope="col"
              class={key === 'name' ? undefined : isWide ? 'wide' : 'figure'}
              aria-sort={sort === key ? (key === 'name' ? 'ascending' : 'descending') : undefined}
            >
              <a href={key === 'name' ? '/trainers' : `/trainers?sort=${key}`}>{word}</a>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((one) => (
          <tr key={one.trainer.id}>
            <th scope="row">
              <a href={`/trainers/${encodeURIComponent(one.trainer.id)}`}>
                <bdi>{one.trainer.name}</bdi>
              </a>
            </th>
            <td class="wide">
              <SlotCell one={one} />
            </td>
            <td class="figure" data-name="Classes">
              {number(one.classes_taught)}
            </td>
            <td class="figure" data-name="Fill">
              {percent(one.fill_rate)}
            </td>
            <td class="figure" data-name="No-shows">
              {one.no_shows_basis !== 'roster' && one.no_show_rate !== null ? '≥ ' : ''}
              {percent(one.no_show_rate)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function SlotCell({ one }: { readonly one: TrainerRow }) {
  if (!isJudged(one)) {
    return (
      <span class="unjudged">
        <SlotDot index={null} /> not known yet · {counted(one.slotClasses, 'class', 'classes')}{' '}
        compared
      </span>
    );
  }
  return (
    <>
      <SlotDot index={one.slotIndex} /> <strong>{slotText(one.slotIndex)}</strong>{' '}
      <span class="note">of {counted(one.slotClasses, 'class', 'classes')}</span>
    </>
  );
}

function slotText(index: number | null): string {
  return index === null ? UNKNOWN : index.toFixed(2);
}
