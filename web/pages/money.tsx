/** What earns and what costs over six weeks, and how many people a class needs. */

import type { ClassRevenueBody } from '../../gym/reports/revenue.ts';
import { bullet, chartKey, patch, stroke } from '../charts/bars.tsx';
import { type Frame, isOperator } from '../data.ts';
import type { MoneyData } from '../model/classes.ts';
import { factList, Head, rankedList, section, slotWords, withCount } from '../parts/rows.tsx';
import { breakevenWords } from '../parts/verdict.tsx';
import { classes, counted, dates, money, number, people } from '../words/format.ts';

export function moneyPage({ revenue }: MoneyData, frame: Frame) {
  const { headline: totals, currency, most_profitable: top, dead, window } = revenue;
  const from = (count: number) => `from ${classes(count)}`;
  const costs = totals.cost === null ? 'add them in Settings' : from(totals.cost_occurrences);
  const isSet = totals.revenue !== null || totals.cost !== null;
  const amounts = [...top, ...dead].flatMap((row) => perClass(row).map((amount) => amount ?? 0));
  const most = Math.max(0, ...amounts);
  return (
    <>
      <Head
        title="Money"
        sentence={sentence(revenue)}
        context={[
          `Six weeks, ${dates(window.from, window.to)}. Averages per class.`,
          ...revenue.notes,
        ]}
      />
      {isSet ? (
        factList(
          ['Revenue', money(totals.revenue, currency), from(totals.revenue_occurrences)],
          ['Costs', money(totals.cost, currency), costs],
          ['Profit', money(totals.profit, currency), from(totals.profit_occurrences)],
          ['Unsold spots', money(totals.empty_seat_value, currency), 'if all had sold'],
        )
      ) : (
        <p class="empty">
          Turnout needs the price of a visit, what you pay trainers, and what a room costs.{' '}
          {isOperator(frame) ? (
            <a href="/setup/prices">Add your prices</a>
          ) : (
            'An owner adds them in Settings.'
          )}
        </p>
      )}
      {moneyList('earn', 'Top earners', top, most, currency)}
      {isSet && dead.length === 0 && (
        <p class="empty">No class with enough counted dates is nearly empty or losing money.</p>
      )}
      {moneyList('dead', 'Nearly empty or losing money', dead, most, currency)}
      {isSet &&
        chartKey(
          ['revenue', patch('attended')],
          ['revenue below cost', patch('loss')],
          ['cost', stroke('cost'), 8],
        )}
    </>
  );
}

function sentence({ headline, currency, dead_count }: MoneyData['revenue']): string {
  const { revenue, cost, profit, profit_occurrences: of, held } = headline;
  if (profit === null) {
    if (revenue === null)
      return cost === null
        ? 'Add your prices to see what each class earns.'
        : 'No profit yet: no class has a known revenue.';
    const why =
      cost === null ? 'Add costs to see the profit.' : 'No class has both revenue and costs.';
    return `${money(revenue, currency)} revenue in six weeks. ${why}`;
  }
  const word = profit < 0 ? 'lost' : 'profit';
  const some =
    of === held ? '' : `, from the ${of} of ${classes(held)} with known revenue and costs`;
  const bad =
    dead_count === 0
      ? ''
      : ` ${counted(dead_count, 'class is', 'classes are')} nearly empty or losing money.`;
  return `${money(Math.abs(profit), currency)} ${word} in six weeks${some}.${bad}`;
}

function moneyList(
  id: string,
  title: string,
  rows: readonly ClassRevenueBody[],
  most: number,
  currency: string | null,
) {
  const list = rows.map((row) => ({
    page: `/classes/${encodeURIComponent(row.class_id)}`,
    name: row.name,
    about: slotWords(row, row.room),
    bar: bullet(...perClass(row), most),
    figure: `${money(row.profit_per_class, currency)} per class`,
    words: [
      row.profit === null
        ? null
        : `${money(row.profit, currency)} from ${classes(row.profit_occurrences)}`,
      breaksEven(row),
    ],
  }));
  return section(id, withCount(title, rows.length), list.length > 0 && rankedList(list));
}

/** `11.5 people, breaks even at 9`. */
function breaksEven(row: ClassRevenueBody): string {
  const came = people(row.average_attendance);
  const words = breakevenWords(row.breakeven_reason);
  if (row.breakeven_attendance === null) return words === null ? came : `${came}, ${words}`;
  const above = row.breakeven_reason === 'above_capacity' ? ` (${words})` : '';
  return `${came}, breaks even at ${number(row.breakeven_attendance)}${above}`;
}

/** Revenue and cost. */
function perClass({ revenue, revenue_occurrences, cost, cost_occurrences }: ClassRevenueBody) {
  const part = (sum: number | null, of: number) => (sum === null || of === 0 ? null : sum / of);
  return [part(revenue, revenue_occurrences), part(cost, cost_occurrences)] as const;
}
