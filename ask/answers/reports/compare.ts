/** Two trainers, two classes or two times beside each other. */

import { attendanceBody, classesBody } from '../../../gym/reports/answers/attendance.ts';
import { classSeriesBody } from '../../../gym/reports/answers/class-series.ts';
import { trainersBody } from '../../../gym/reports/answers/trainers.ts';
import { attendanceReport } from '../../../gym/reports/attendance.ts';
import { classReport } from '../../../gym/reports/class.ts';
import { narrowView } from '../../../gym/reports/narrow.ts';
import { trainersReport } from '../../../gym/reports/trainers.ts';
import type { GymView } from '../../../gym/sessions/view.ts';
import type { QueryOf } from '../../query.ts';
import {
  type NamedNumbers,
  type ReportAnswer,
  type Scene,
  scored,
  sessionFilter,
  type Unscored,
} from '../report-answer.ts';
import { filterText, trainerName } from '../words/filter-text.ts';
import {
  basisNotes,
  cameNumbers,
  cameText,
  fewNotes,
  noShowsTail,
  type Sums,
} from '../words/sums.ts';
import {
  type Days,
  daysIn,
  plain,
  pointsBeside,
  rangeText,
  sentence,
  spanText,
} from '../words/wording.ts';

/** One of the two. */
interface Side {
  readonly name: string;
  /** Before its numbers. */
  readonly key: string;
  readonly type: Unscored['@type'];
  readonly sums: Sums;
  readonly figures: object;
}

export function compareAnswer(query: QueryOf<'compare'>, scene: Scene): ReportAnswer {
  const { view, range, today } = scene;
  const sides = query.of.map((one) =>
    query.kind === 'trainers' ? trainerSide(view, range, one) : classSide(view, range, one),
  );
  return sidesAnswer(sides, rangeText(range, today), view);
}

/** @param other The time to compare with; null where nothing is known of it. */
export function periodsAnswer(
  query: QueryOf<'compare_periods'>,
  scene: Scene,
  other: Scene | null,
): ReportAnswer {
  const what = filterText(query, scene.view);
  const one = periodSide(query, scene, 'first');
  const second = other === null ? null : periodSide(query, other, 'other');
  const sides = second === null ? [one] : [one, second];
  const answer = sidesAnswer(sides, what.trim(), scene.view);
  if (other === null) {
    const asked = spanText({ from: query.other_from, to: query.other_to }, scene.today);
    return { ...answer, summary: `${answer.summary} Nothing is known of ${asked}.` };
  }
  const [days, otherDays] = [daysIn(scene.range), daysIn(other.range)];
  const uneven = `The two times have ${days} and ${otherDays} days: averages and fill compare, sums do not.`;
  return days === otherDays ? answer : { ...answer, notes: [...answer.notes, uneven] };
}

function sidesAnswer(sides: readonly Side[], about: string, view: GymView): ReportAnswer {
  const [one, other] = sides;
  const head = about === '' ? '' : `${sentence(about)}: `;
  const told = sides.map(({ name, sums }) => `${sentence(name)}: ${cameText(sums)}`).join('. ');
  const change = one === undefined || other === undefined ? '' : ` ${differenceText(one, other)}`;
  return {
    summary: `${head}${told}.${change}`,
    numbers: { ...Object.assign({}, ...sides.map(numbersOf)), ...differenceOf(one, other) },
    items: scored(sides.map(sideItem)),
    notes: [
      ...new Set(sides.flatMap(({ sums }) => basisNotes(sums))),
      ...fewNotes(
        view,
        sides.map(({ sums }) => sums),
      ),
    ],
  };
}

/** Differences as numbers: of the first less the second; null where either is unknown. */
function differenceOf(one: Side | undefined, other: Side | undefined): NamedNumbers {
  if (one === undefined || other === undefined) return {};
  return {
    fill_rate_difference: minus(one.sums.fill_rate, other.sums.fill_rate),
    average_attendance_difference: minus(
      one.sums.average_attendance,
      other.sums.average_attendance,
    ),
  };
}

function minus(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : Math.round((one - other) * 10_000) / 10_000;
}

function differenceText(one: Side, other: Side): string {
  const fill = minus(one.sums.fill_rate, other.sums.fill_rate);
  if (fill === null) return 'How full they are cannot be compared: of one it is unknown.';
  const isMixed = one.sums.attendance_basis !== other.sums.attendance_basis;
  if (isMixed) return 'They cannot be compared: of one heads were counted, of the other check-ins.';
  const mean = minus(one.sums.average_attendance, other.sums.average_attendance);
  return `${sentence(one.name)} against ${other.name}: fill ${pointsBeside(fill)}${meanText(mean)}.`;
}

function meanText(mean: number | null): string {
  if (mean === null) return '';
  const size = plain(Math.abs(mean), 1);
  if (size === '0') return ', as many people a class';
  return `, ${size} people a class ${mean < 0 ? 'fewer' : 'more'}`;
}

function numbersOf({ key, sums }: Side): NamedNumbers {
  return Object.fromEntries(
    Object.entries(cameNumbers(sums)).map(([name, value]) => [`${key}.${name}`, value]),
  );
}

function sideItem({ name, type, sums, figures }: Side): Unscored {
  return {
    '@type': type,
    name: sentence(name),
    description: `${sentence(name)}: ${cameText(sums)}${noShowsTail(sums)}.`,
    figures,
  };
}

function trainerSide(view: GymView, range: Days, id: string): Side {
  const ordering = { by: 'fill_rate', order: 'highest' } as const;
  const [row] = trainersBody(trainersReport(view, range, ordering, [id])).trainers;
  if (row !== undefined) {
    const sums = { ...row, completed_classes: row.classes_taught };
    return { name: row.trainer.name, key: id, type: 'Trainer', sums, figures: row };
  }
  const name = trainerName(view, id);
  const sums = classesBody(attendanceReport(narrowView(view, { trainerId: id }), range));
  return { name, key: id, type: 'Trainer', sums, figures: { trainer: { id, name }, ...sums } };
}

function classSide(view: GymView, range: Days, className: string): Side {
  const body = classSeriesBody(classReport(view, range, { className }));
  const { occurrences: _occurrences, series: _series, weeks: _weeks, ...figures } = body;
  return { name: body.name, key: body.name, type: 'Class', sums: body, figures };
}

function periodSide(
  query: QueryOf<'compare_periods'>,
  { view, range, today }: Scene,
  key: string,
): Side {
  const body = attendanceBody(attendanceReport(narrowView(view, sessionFilter(query)), range));
  const { days: _days, ...figures } = body;
  return { name: spanText(range, today), key, type: 'Figures', sums: body, figures };
}
