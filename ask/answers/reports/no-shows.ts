/** Who booked and did not come. */

import { noShowsBody } from '../../../gym/reports/answers/no-shows.ts';
import { narrowView } from '../../../gym/reports/narrow.ts';
import { noShowsReport } from '../../../gym/reports/no-shows.ts';
import type { NoShowsBody } from '../../../gym/reports/schemas/no-shows.ts';
import type { QueryOf } from '../../query.ts';
import {
  type ReportAnswer,
  type Scene,
  scored,
  sessionFilter,
  type Unscored,
} from '../report-answer.ts';
import { classShort, classTitle, noShowText } from '../words/class-rows.ts';
import { filterText } from '../words/filter-text.ts';
import { basisNotes, noShowNumbers, noShowsText } from '../words/sums.ts';
import { classes, counted, percent, plain, rangeText, sentence } from '../words/wording.ts';
import { trainerItem } from './trainers.ts';

type Row = NoShowsBody['classes'][number];

export function noShowsAnswer(query: QueryOf<'no_shows'>, scene: Scene): ReportAnswer {
  const { view, range, today } = scene;
  const body = noShowsBody(noShowsReport(narrowView(view, sessionFilter(query)), range));
  const { classes: rows, trainers, ...figures } = body;
  const what = `${filterText(query, view)} ${rangeText(range, today)}`;
  const [worst] = rows;
  const most = worst === undefined ? '' : ` Most in ${classShort(worst)}: ${countText(worst)}.`;
  const summary = `${sentence(noShowsText(body))}${what}.${most}`;
  const whole: Unscored = {
    '@type': 'Figures',
    name: `No-shows${what}`,
    description: summary,
    figures,
  };
  return {
    summary,
    numbers: {
      ...noShowNumbers(body),
      ...(worst === undefined
        ? {}
        : {
            [`${worst.class_id}.no_shows`]: worst.no_shows,
            [`${worst.class_id}.no_show_rate`]: worst.no_show_rate,
            [`${worst.class_id}.no_show_occurrences`]: worst.no_show_occurrences,
          }),
    },
    items: scored([whole, ...rows.map(classItem), ...trainers.map(trainerItem)]),
    notes: basisNotes(body),
  };
}

function countText(row: Row): string {
  const atLeast = row.no_shows_basis === 'net' ? 'at least ' : '';
  const share = `${percent(row.no_show_rate)} of the bookings`;
  return `${atLeast}${plain(row.no_shows ?? 0, 0)}, ${share} (${classes(row.no_show_occurrences)})`;
}

function classItem(row: Row): Unscored {
  const atLeast = row.no_shows_basis === 'net' ? 'at least ' : '';
  const count = `${atLeast}${counted(row.no_shows ?? 0, 'no-show')}`;
  return {
    '@type': 'Class',
    name: classTitle(row),
    description: `${classTitle(row)}: ${count}, ${noShowText(row)}.`,
    figures: row,
  };
}
