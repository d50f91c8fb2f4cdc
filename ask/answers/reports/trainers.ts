/** All trainers of a gym beside each other. */

import { trainersBody } from '../../../gym/reports/answers/trainers.ts';
import type { TrainerFiguresBody, TrainersBody } from '../../../gym/reports/schemas/trainers.ts';
import { type TrainersKey, trainersReport } from '../../../gym/reports/trainers.ts';
import type { QueryOf } from '../../query.ts';
import {
  type NamedNumbers,
  type ReportAnswer,
  type Scene,
  scored,
  type Unscored,
} from '../report-answer.ts';
import { cameText, noShowsTail, orderNotes } from '../words/sums.ts';
import {
  classes,
  counted,
  full,
  people,
  percent,
  plain,
  rangeText,
  sentence,
} from '../words/wording.ts';

type Row = TrainersBody['trainers'][number];

/** Names in the sentence. */
const MAX_NAMED = 3;

export function trainersAnswer(query: QueryOf<'trainers'>, scene: Scene): ReportAnswer {
  const { view, range, today } = scene;
  const { by, order } = query;
  const body = trainersBody(trainersReport(view, range, { by, order }));
  const when = rangeText(range, today);
  const known = body.trainers.filter((row) => orderedBy(row, by) !== null);
  const named = known.slice(0, MAX_NAMED);
  return {
    summary:
      named.length === 0
        ? `Nothing is known of ${wordsOf(by)} ${when}: ${emptyText(body)}.`
        : `${sentence(`${order} ${wordsOf(by)} ${when}`)}: ${named.map((row) => `${row.trainer.name}, ${toldOf(row, by)}`).join('; ')}. ${counted(body.total_trainers, 'trainer')} in all.`,
    numbers: { total_trainers: body.total_trainers, ...numbersOf(named, by) },
    items: scored(body.trainers.map(trainerItem)),
    notes: [
      // How many classes somebody gave is known whoever was counted in them.
      ...(by === 'classes' ? [] : orderNotes(known, by === 'no_show_rate')),
      ...(body.classes_without_trainer === 0
        ? []
        : [
            `${sentence(classes(body.classes_without_trainer))} that took place name no trainer and count for no one.`,
          ]),
    ],
  };
}

export function trainerItem(row: TrainerFiguresBody): Unscored {
  const sums = { ...row, completed_classes: row.classes_taught };
  return {
    '@type': 'Trainer',
    name: row.trainer.name,
    description: `${row.trainer.name}: ${cameText(sums)}${noShowsTail(sums)}.`,
    figures: row,
  };
}

function emptyText({ total_trainers }: TrainersBody): string {
  return total_trainers === 0 ? 'no one taught' : 'no class with a trainer was counted';
}

function wordsOf(by: TrainersKey): string {
  return {
    fill_rate: 'fill of classes by trainer',
    attended: 'attendance by trainer',
    average_attendance: 'average attendance by trainer',
    no_show_rate: 'share of no-shows by trainer',
    classes: 'number of classes by trainer',
  }[by];
}

function orderedBy(row: Row, by: TrainersKey): number | null {
  return by === 'classes' ? row.classes_taught : row[by];
}

function toldOf(row: Row, by: TrainersKey): string {
  switch (by) {
    case 'fill_rate':
      return `${full(row.fill_rate)} (${classes(row.rated_classes)})`;
    case 'attended':
      return `${people(row.attended ?? 0)} (${classes(row.graded_classes)})`;
    case 'average_attendance':
      return `${plain(row.average_attendance ?? 0, 1)} people a class (${classes(row.graded_classes)})`;
    case 'no_show_rate':
      return `${row.no_shows_basis === 'net' ? 'at least ' : ''}${percent(row.no_show_rate)} (${classes(row.no_show_classes)})`;
    case 'classes':
      return classes(row.classes_taught);
  }
}

/** The n of each way to order. */
const COUNTED_IN = {
  fill_rate: 'rated_classes',
  attended: 'graded_classes',
  average_attendance: 'graded_classes',
  no_show_rate: 'no_show_classes',
  classes: 'classes_taught',
} as const;

function numbersOf(rows: readonly Row[], by: TrainersKey): NamedNumbers {
  const field = by === 'classes' ? 'classes_taught' : by;
  const n = COUNTED_IN[by];
  return Object.fromEntries(
    rows.flatMap((row) => [
      [`${row.trainer.id}.${field}`, row[field]],
      [`${row.trainer.id}.${n}`, row[n]],
    ]),
  );
}
