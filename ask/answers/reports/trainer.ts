/** One trainer over a range: how full, who stayed away, and how that compares with the days before and with the slots. */

import { trainerBody } from '../../../gym/reports/answers/trainer.ts';
import type { TrainerBody } from '../../../gym/reports/schemas/trainer.ts';
import { trainerReport } from '../../../gym/reports/trainer.ts';
import type { QueryOf } from '../../query.ts';
import { type ReportAnswer, type Scene, scored } from '../report-answer.ts';
import { firstDayOf } from '../scene.ts';
import { sessionItem } from '../words/session-item.ts';
import {
  basisNotes,
  cameNumbers,
  cameText,
  fewNotes,
  noShowNumbers,
  noShowsSentence,
  type Sums,
} from '../words/sums.ts';
import { classes, percent, points, rangeText, spanText } from '../words/wording.ts';

/** How far from 1 a slot index is worth a sentence. Chosen here: one person in a class of twenty. */
const SEEN_INDEX = 0.05;

export function trainerAnswer(query: QueryOf<'trainer'>, scene: Scene): ReportAnswer {
  const { view, range, today } = scene;
  // The period stands in the query: a range has none.
  const {
    period: _,
    classes: sessions,
    ...body
  } = trainerBody(trainerReport(view, query.trainer, range), 'week');
  // Half a time before would look like a fall.
  const isCompared = body.previous.from >= firstDayOf(view);
  const previous = isCompared
    ? body.previous
    : { ...body.previous, fill_rate: null, rated_classes: 0, change: null };
  const sums: Sums = { ...body, completed_classes: body.classes_taught };
  const when = rangeText(range, today);
  const changed = changeText(previous, today);
  const summary = [
    `${body.trainer.name} ${when}: ${cameText(sums)}${changed}.${noShowsSentence(sums)}`,
    ...slotText(body),
  ].join(' ');
  const { completed_classes: classes_taught, ...came } = cameNumbers(sums);
  return {
    summary,
    numbers: {
      classes_taught: classes_taught ?? 0,
      ...came,
      previous_fill_rate: previous.fill_rate,
      previous_rated_classes: previous.rated_classes,
      change: previous.change,
      ...noShowNumbers(sums),
      ...(isSeen(body.slot_index)
        ? { slot_index: body.slot_index, slot_classes: body.slot_classes }
        : {}),
    },
    items: scored([
      {
        '@type': 'Trainer',
        name: body.trainer.name,
        description: summary,
        figures: { ...body, previous },
      },
      ...sessions.map(sessionItem),
    ]),
    notes: [
      ...basisNotes(sums),
      ...(previous.change === null ? [] : fewNotes(view, [sums, previous])),
    ],
  };
}

function changeText(previous: TrainerBody['previous'], today: string): string {
  const { change, fill_rate, rated_classes: n } = previous;
  return change === null
    ? ''
    : `, ${points(change)} on ${spanText(previous, today)} (${percent(fill_rate)}, ${classes(n)})`;
}

function slotText({
  slot_index: index,
  slot_classes: n,
}: Pick<TrainerBody, 'slot_index' | 'slot_classes'>): string[] {
  if (index === null || !isSeen(index)) return [];
  const way = index > 1 ? 'more' : 'fewer';
  return [
    `${percent(Math.abs(index - 1))} ${way} people than usual in the same slots (${classes(n)}).`,
  ];
}

function isSeen(index: number | null): boolean {
  return index !== null && Math.abs(index - 1) >= SEEN_INDEX;
}
