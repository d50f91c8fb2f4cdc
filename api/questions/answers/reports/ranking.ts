/** Classes ranked, and those that are dead. */

import {
  hoursReport,
  narrowView,
  performanceReport,
  rankingReport,
} from '../../../../engine/index.ts';
import { performanceBody } from '../../../answers/performance.ts';
import { rankingBody } from '../../../answers/ranking.ts';
import type { RankedClassBody } from '../../../schemas/performance.ts';
import type { QueryOf } from '../../query.ts';
import { heatMapOf } from '../heat-map.ts';
import {
  type NamedNumbers,
  type ReportAnswer,
  type Scene,
  scored,
  sessionFilter,
} from '../report-answer.ts';
import {
  classShort,
  RANKED_N,
  type RankedBy,
  rankedItem,
  rankedValue,
} from '../words/class-rows.ts';
import { filterText } from '../words/filter-text.ts';
import { CHECKED_IN, NET } from '../words/sums.ts';
import { classes, percent, plain, rangeText, sentence } from '../words/wording.ts';

/** Classes that the sentence names. */
const MOST_NAMED = 3;
const MOST_DEAD_NAMED = 5;

const WORDS: Readonly<Record<RankedBy, string>> = {
  fill_rate: 'fill',
  attended: 'attendance',
  average_attendance: 'average attendance',
  no_show_rate: 'share of no-shows',
  trend: 'change of fill',
};

export function rankingAnswer(query: QueryOf<'ranking'>, scene: Scene): ReportAnswer {
  const { view, range, today } = scene;
  const narrowed = narrowView(view, sessionFilter(query));
  const { by, order } = query;
  const body = rankingBody(rankingReport(narrowed, range, query));
  const named = body.ranking.filter((row) => row[by] !== null).slice(0, MOST_NAMED);
  const when = `${filterText(query, view)} ${rangeText(range, today)}`;
  const hours = hoursReport(narrowed, range, { by: 'fill_rate', order: 'highest' });
  return {
    summary:
      named.length === 0
        ? `No class${when} can be ranked by ${WORDS[by]}: ${emptyText(body.total_classes)}.`
        : `${headText(by, order)} of the classes${when}: ${named.map((row) => `${classShort(row)}, ${rankedValue(row, by)}`).join('; ')}. ${sentence(rankedText(body))}.`,
    numbers: {
      total_classes: body.total_classes,
      ranked_classes: body.ranked_classes,
      ...numbersOf(named, by),
    },
    items: scored(body.ranking.map(rankedItem)),
    notes: notesOf(named, by),
    chart: heatMapOf(hours, range),
  };
}

function headText(by: RankedBy, order: 'highest' | 'lowest'): string {
  if (by === 'trend')
    return order === 'highest' ? 'Greatest rise of fill' : 'Greatest fall of fill';
  return `${sentence(order)} ${WORDS[by]}`;
}

function emptyText(total: number): string {
  return total === 0 ? 'none took place' : `of none of ${classes(total)} it is known`;
}

function rankedText(body: {
  readonly ranked_classes: number;
  readonly total_classes: number;
}): string {
  const { ranked_classes: ranked, total_classes: total } = body;
  const of = ranked === total ? 'all' : plain(ranked, 0);
  return `ranked ${total === 1 ? 'is' : 'are'} ${of} of ${classes(total)} of the week`;
}

function numbersOf(rows: readonly RankedClassBody[], by: RankedBy): NamedNumbers {
  const n = RANKED_N[by];
  return Object.fromEntries(
    rows.flatMap((row) => [
      [`${row.class_id}.${by}`, row[by]],
      [`${row.class_id}.${n}`, row[n]],
    ]),
  );
}

function notesOf(rows: readonly RankedClassBody[], by: RankedBy): string[] {
  const isNet = by === 'no_show_rate' && rows.some((row) => row.no_shows_basis === 'net');
  const isCheckedIn = rows.some((row) => row.attendance_basis === 'checked_in');
  return [...(isCheckedIn ? [CHECKED_IN] : []), ...(isNet ? [NET] : [])];
}

export function deadAnswer(_query: QueryOf<'dead_classes'>, scene: Scene): ReportAnswer {
  const { view, range, today } = scene;
  const body = performanceBody(performanceReport(view, 1, range));
  const { dead_classes: dead, dead_count, total_classes } = body;
  const named = dead.slice(0, MOST_DEAD_NAMED);
  const when = rangeText(range, today);
  const rest = dead_count - named.length;
  const list = named.map((row) => `${classShort(row)}, ${deadText(row)}`).join('; ');
  const some = `${classes(dead_count)} of ${plain(total_classes, 0)} ${dead_count === 1 ? 'is' : 'are'} dead ${when}: ${list}${rest > 0 ? `; and ${plain(rest, 0)} more` : ''}.`;
  const none = `None of the ${classes(total_classes)} of the week is dead ${when}.`;
  return {
    summary: total_classes === 0 ? `No class took place ${when}.` : dead_count === 0 ? none : some,
    numbers: {
      dead_count,
      total_classes,
      ...numbersOf(named, 'fill_rate'),
    },
    items: scored(dead.map(rankedItem)),
    notes: [
      'Dead is a class that stays below the limit of dead classes, or loses money in most of its occurrences. Classes with too few counts are not judged.',
    ],
  };
}

function deadText({ fill_rate, rated_occurrences, verdict_reasons }: RankedClassBody): string {
  const fill = fill_rate === null ? 'fill unknown' : `${percent(fill_rate)} full`;
  const money = verdict_reasons.includes('loses_money') ? ', loses money' : '';
  return `${fill} (${classes(rated_occurrences)})${money}`;
}
