/** Classes ranked, and those that are dead. */

import { performanceBody } from '../../../gym/reports/answers/performance.ts';
import { rankingBody } from '../../../gym/reports/answers/ranking.ts';
import { hoursReport } from '../../../gym/reports/hours.ts';
import { remedyOf } from '../../../gym/reports/money/remedy.ts';
import { type ClassRevenueBody, revenueReport } from '../../../gym/reports/money/revenue.ts';
import { narrowView } from '../../../gym/reports/narrow.ts';
import { performanceReport } from '../../../gym/reports/performance.ts';
import { rankingReport } from '../../../gym/reports/ranking.ts';
import type { RankedClassBody } from '../../../gym/reports/schemas/performance.ts';
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
import { orderNotes } from '../words/sums.ts';
import { classes, percent, plain, rangeText, sentence } from '../words/wording.ts';

/** Classes that the sentence names. */
const MAX_NAMED = 3;
const MAX_DEAD_NAMED = 5;
/** Rows that a ranking has at most. Source: `limit` of the route. */
const MAX_RANKED = 100;

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
  const known = body.ranking.filter((row) => row[by] !== null && isAsked(row.trend, by, order));
  const named = known.slice(0, query.limit <= MAX_DEAD_NAMED ? query.limit : MAX_NAMED);
  const when = `${filterText(query, view)} ${rangeText(range, today)}`;
  const hours = hoursReport(narrowed, range, { by: 'fill_rate', order: 'highest' });
  return {
    summary:
      named.length === 0
        ? noneText(by, order, body, when)
        : `${headText(by, order)} of the classes${when}: ${named.map((row) => `${classShort(row)}, ${rankedValue(row, by)}`).join('; ')}. ${sentence(rankedText(body))}.`,
    numbers: {
      total_classes: body.total_classes,
      ranked_classes: body.ranked_classes,
      ...numbersOf(named, by),
    },
    items: scored(body.ranking.map(rankedItem)),
    notes: orderNotes(known, by === 'no_show_rate'),
    chart: heatMapOf(hours, range, filterText(query, view)),
  };
}

function headText(by: RankedBy, order: 'highest' | 'lowest'): string {
  if (by === 'trend')
    return order === 'highest' ? 'Greatest rise of fill' : 'Greatest fall of fill';
  return `${sentence(order)} ${WORDS[by]}`;
}

/** What falls is no rise, however little it falls: of a trend only that side is named. */
function isAsked(trend: number | null, by: RankedBy, order: 'highest' | 'lowest'): boolean {
  if (by !== 'trend' || trend === null) return true;
  return order === 'highest' ? trend > 0 : trend < 0;
}

function noneText(
  by: RankedBy,
  order: 'highest' | 'lowest',
  { total_classes: total, ranked_classes: ranked }: Ranked,
  when: string,
): string {
  if (by === 'trend' && ranked > 0)
    return `Fill ${order === 'highest' ? 'rises' : 'falls'} in no class${when}: it is known of ${plain(ranked, 0)} of ${classes(total)} of the week.`;
  return `No class${when} can be ranked by ${WORDS[by]}: ${emptyText(total)}.`;
}

interface Ranked {
  readonly ranked_classes: number;
  readonly total_classes: number;
}

function emptyText(total: number): string {
  return total === 0 ? 'none took place' : `of none of ${classes(total)} it is known`;
}

function rankedText({ ranked_classes: ranked, total_classes: total }: Ranked): string {
  if (ranked === total) {
    return total === 1
      ? 'it is the only class of the week'
      : `all ${classes(total)} of the week are ranked`;
  }
  const rest = '; of the others it is unknown';
  return `${plain(ranked, 0)} of ${classes(total)} of the week ${ranked === 1 ? 'is' : 'are'} ranked${rest}`;
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

export function deadAnswer(_query: QueryOf<'dead_classes'>, scene: Scene): ReportAnswer {
  const { view, range, today } = scene;
  const body = performanceBody(performanceReport(view, MAX_RANKED, range));
  const { dead_classes: dead, dead_count, total_classes, ranking } = body;
  const isWhole = ranking.length === total_classes;
  const unjudged = isWhole ? ranking.filter(isUnjudged).length : null;
  const { deadBelow, lossShare, minOccurrences } = view.gym.verdicts;
  const named = dead.slice(0, MAX_DEAD_NAMED);
  const when = rangeText(range, today);
  const rest = dead_count - named.length;
  const list = named.map((row) => `${classShort(row)}, ${deadText(row)}`).join('; ');
  const some = `${classes(dead_count)} of ${plain(total_classes, 0)} ${dead_count === 1 ? 'is' : 'are'} dead ${when}: ${list}${rest > 0 ? `; and ${plain(rest, 0)} more` : ''}.`;
  const none =
    total_classes === 1
      ? `The one class of the week is not dead ${when}.`
      : `None of the ${classes(total_classes)} of the week is dead ${when}.`;
  const money = revenueReport(view, range);
  const losing = money.dead.filter(({ verdict }) => verdict === 'unprofitable');
  const losingCount = money.dead_count - dead_count;
  const open =
    unjudged === null || unjudged === 0
      ? ''
      : ` ${sentence(plain(unjudged, 0))} cannot be judged yet.`;
  return {
    summary:
      total_classes === 0
        ? `No class took place ${when}.`
        : `${dead_count === 0 ? none : some}${unprofitableText(losing, losingCount)}${open}`,
    numbers: {
      dead_count,
      unprofitable_count: losingCount,
      total_classes,
      unjudged_classes: unjudged,
      ...numbersOf(named, 'fill_rate'),
      ...losingNumbers(losing.slice(0, MAX_NAMED)),
    },
    items: scored(dead.map(rankedItem)),
    notes: [
      `Dead is a class less than ${percent(deadBelow)} full; a fuller one that loses money at least ${percent(lossShare)} of the time is unprofitable. With fewer than ${minOccurrences} counts none is judged.`,
    ],
  };
}

/** Not to be cut, but to be changed: each with what would help. */
function unprofitableText(losing: readonly ClassRevenueBody[], count: number): string {
  if (count === 0) return '';
  const named = losing.slice(0, MAX_NAMED).map((row) => `${classShort(row)}, ${losingText(row)}`);
  const rest = count - named.length;
  const more = rest > 0 ? `; and ${plain(rest, 0)} more` : '';
  return ` ${sentence(classes(count))} not dead ${count === 1 ? 'loses' : 'lose'} money most times: ${named.join('; ')}${more}.`;
}

function losingNumbers(rows: readonly ClassRevenueBody[]): NamedNumbers {
  return Object.fromEntries(
    rows.flatMap(({ class_id: id, fill_rate, rated_occurrences, breakeven_attendance }) => [
      [`${id}.fill_rate`, fill_rate],
      [`${id}.rated_occurrences`, rated_occurrences],
      [`${id}.breakeven_attendance`, breakeven_attendance],
    ]),
  );
}

function losingText(row: ClassRevenueBody): string {
  const fill = row.fill_rate === null ? 'fill unknown' : `${percent(row.fill_rate)} full`;
  return `${fill} (${classes(row.rated_occurrences)}): ${remedyOf(row)}`;
}

function isUnjudged({ verdict }: RankedClassBody): boolean {
  return verdict === 'insufficient_data';
}

function deadText({ fill_rate, rated_occurrences, verdict_reasons }: RankedClassBody): string {
  const fill = fill_rate === null ? 'fill unknown' : `${percent(fill_rate)} full`;
  const money = verdict_reasons.includes('loses_money') ? ', loses money' : '';
  return `${fill} (${classes(rated_occurrences)})${money}`;
}
