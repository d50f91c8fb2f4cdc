/** How many people came over several days. */

import { attendanceBody } from '../../../gym/reports/answers/attendance.ts';
import { attendanceReport } from '../../../gym/reports/attendance.ts';
import { narrowView } from '../../../gym/reports/narrow.ts';
import type { QueryOf } from '../../query.ts';
import {
  type ReportAnswer,
  type Scene,
  scored,
  sessionFilter,
  type Unscored,
} from '../report-answer.ts';
import { filterText } from '../words/filter-text.ts';
import {
  basisNotes,
  cameNumbers,
  cameText,
  noShowNumbers,
  noShowsSentence,
  type Sums,
} from '../words/sums.ts';
import { dateText, rangeText, sentence } from '../words/wording.ts';

export function attendanceAnswer(query: QueryOf<'attendance'>, scene: Scene): ReportAnswer {
  const { view, range, today } = scene;
  const body = attendanceBody(attendanceReport(narrowView(view, sessionFilter(query)), range));
  const { days, ...figures } = body;
  const narrowed = filterText(query, view);
  const what = `${narrowed} ${rangeText(range, today)}`;
  const head = narrowed === '' ? sentence(what.trim()) : `Classes${what}`;
  const summary = `${head}: ${cameText(body)}.${noShowsSentence(body)}`;
  const whole: Unscored = {
    '@type': 'Figures',
    name: `Attendance${what}`,
    description: summary,
    figures,
  };
  return {
    summary,
    numbers: { ...cameNumbers(body), ...noShowNumbers(body) },
    items: scored([whole, ...days.filter(hasClasses).map(dayItem)]),
    notes: basisNotes(body),
  };
}

function hasClasses({ total_classes }: { total_classes: number }): boolean {
  return total_classes > 0;
}

function dayItem(day: Sums & { readonly date: string }): Unscored {
  return {
    '@type': 'Day',
    name: dateText(day.date),
    description: `${dateText(day.date)}: ${cameText(day)}.`,
    figures: day,
  };
}
