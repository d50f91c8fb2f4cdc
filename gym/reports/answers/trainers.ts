/** The trainers of a gym compared, as a body. */

import type { TrainerFiguresBody, TrainersBody } from '../schemas/trainers.ts';
import type { TrainerFigures, TrainersReport } from '../trainers.ts';
import { figuresBody } from './attendance.ts';
import { headBody } from './head.ts';

export function trainersBody(report: TrainersReport): TrainersBody {
  return {
    ...headBody(report),
    from: report.from,
    to: report.to,
    by: report.by,
    order: report.order,
    total_trainers: report.totalTrainers,
    classes_without_trainer: report.classesWithoutTrainer,
    trainers: report.trainers.map((row) => ({ rank: row.rank, ...trainerFigures(row) })),
  };
}

export function trainerFigures(row: TrainerFigures): TrainerFiguresBody {
  return {
    trainer: { id: row.trainer.id, name: row.trainer.name },
    classes_taught: row.classesTaught,
    cancelled_classes: row.cancelledClasses,
    ...figuresBody(row),
  };
}
