/** One class over a range: all its weekdays and times together, and where it is going. */

import { classSeriesBody } from '../../../gym/reports/answers/class-series.ts';
import { classReport } from '../../../gym/reports/class.ts';
import { narrowView } from '../../../gym/reports/narrow.ts';
import type { ClassSeriesBody } from '../../../gym/reports/schemas/class-series.ts';
import type { QueryOf } from '../../query.ts';
import type { Chart } from '../outcome.ts';
import { type ReportAnswer, type Scene, scored, sessionFilter } from '../report-answer.ts';
import { rankedItem } from '../words/class-rows.ts';
import { filterText } from '../words/filter-text.ts';
import { sessionItem } from '../words/session-item.ts';
import {
  basisNotes,
  cameNumbers,
  cameText,
  noShowNumbers,
  noShowsSentence,
} from '../words/sums.ts';
import { classes, daysText, dayText, money, points, rangeText } from '../words/wording.ts';

/** Points of a picture. */
const MAX_POINTS = 60;

export function classAnswer(query: QueryOf<'class'>, scene: Scene): ReportAnswer {
  const { view, range, today } = scene;
  const { class: className, ...filters } = query;
  const narrowed = narrowView(view, sessionFilter(filters));
  const body = classSeriesBody(classReport(narrowed, range, { className }));
  const { occurrences, series, weeks: _weeks, ...figures } = body;
  const when = `${filterText(filters, view)} ${rangeText(range, today)}`;
  const trend = body.trend === null ? '' : ` Fill is ${points(body.trend)} in the second half.`;
  const summary = `${body.name}${when}: ${cameText(body)}.${noShowsSentence(body)}${trend}${moneyText(body)}`;
  return {
    summary,
    numbers: {
      ...cameNumbers(body),
      ...noShowNumbers(body),
      trend: body.trend,
      profit: body.money.profit,
      profit_occurrences: body.money.profit_occurrences,
      currency: body.currency,
    },
    items: scored([
      { '@type': 'Figures', name: `${body.name}${when}`, description: summary, figures },
      ...series.map(rankedItem),
      ...occurrences.map(sessionItem),
    ]),
    notes: basisNotes(body),
    chart: trendOf(body, filterText(filters, view)),
  };
}

function moneyText({ money: sums, currency }: ClassSeriesBody): string {
  return sums.profit === null
    ? ''
    : ` Profit: ${money(sums.profit, currency)} (${classes(sums.profit_occurrences)}).`;
}

/** Null where no occurrence is known to have had people. */
function trendOf({ name, occurrences, from, to }: ClassSeriesBody, narrowed: string): Chart | null {
  const held = occurrences.filter(({ status }) => status === 'completed').slice(-MAX_POINTS);
  if (!held.some(({ attended }) => attended !== null)) return null;
  return {
    kind: 'trend',
    data: {
      title: `${name}${narrowed}, ${daysText({ from, to })}`,
      points: held.map((one) => ({
        label: dayText(one.starts_at.slice(0, 10)),
        attended: one.quality === 'none' ? null : one.attended,
        low: one.quality === 'none' ? null : one.attended_low,
        high: one.quality === 'none' ? null : one.attended_high,
        capacity: one.capacity,
        booked: one.booked,
      })),
    },
  };
}
