/** What earns and what costs over six weeks, and how many people a class needs. */

import type { ClassRevenueBody } from '../../gym/reports/revenue.ts';
import { Bullet, ChartKey } from '../charts/bars.tsx';
import { type Frame, isOperator } from '../data.ts';
import type { MoneyData } from '../model/classes.ts';
import { Facts, Notes, Section, WeeklyClass } from '../parts/rows.tsx';
import { breakevenWords } from '../parts/verdict.tsx';
import { average, classes, counted, dates, money, number } from '../words/format.ts';

export function Money({ frame, content: { revenue } }: { frame: Frame; content: MoneyData }) {
  const { totals, currency, most_profitable, dead, window } = revenue;
  const isSet = totals.revenue !== null || totals.cost !== null;
  const most = Math.max(
    0,
    ...[...most_profitable, ...dead].flatMap((row) => [
      perClass(row.revenue, row.revenue_occurrences) ?? 0,
      perClass(row.cost, row.cost_occurrences) ?? 0,
    ]),
  );
  return (
    <>
      <h1>Money</h1>
      <p class="sentence">{sentence(revenue)}</p>
      <p class="context">Six weeks, {dates(window.from, window.to)}. Averages per class.</p>
      <Notes notes={revenue.notes} />
      {isSet ? (
        <Facts facts={factsOf(totals, currency)} />
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
      <MoneyList id="earn" title="Top earners" rows={most_profitable} {...{ most, currency }} />
      <MoneyList id="dead" title="Losing money" rows={dead} {...{ most, currency }} />
      {isSet && <MoneyKey />}
    </>
  );
}

function factsOf(totals: MoneyData['revenue']['totals'], currency: string | null) {
  return [
    {
      name: 'Revenue',
      value: money(totals.revenue, currency),
      note: `from ${classes(totals.revenue_occurrences)}`,
    },
    {
      name: 'Costs',
      value: money(totals.cost, currency),
      note:
        totals.cost === null ? 'add them in Settings' : `from ${classes(totals.cost_occurrences)}`,
    },
    {
      name: 'Profit',
      value: money(totals.profit, currency),
      note: `from ${classes(totals.profit_occurrences)}`,
    },
    {
      name: 'Unsold spots',
      value: money(totals.empty_seat_value, currency),
      note: 'if all had sold',
    },
  ];
}

function sentence({ totals, currency, dead_count }: MoneyData['revenue']): string {
  if (totals.profit === null) {
    return totals.revenue === null
      ? 'Add your prices to see what each class earns.'
      : `${money(totals.revenue, currency)} revenue in six weeks. Add costs to see the profit.`;
  }
  const word = totals.profit < 0 ? 'lost' : 'profit';
  const bad =
    dead_count === 0
      ? ''
      : ` ${counted(dead_count, 'class is', 'classes are')} nearly empty or losing money.`;
  return `${money(Math.abs(totals.profit), currency)} ${word} in six weeks.${bad}`;
}

interface ListProps {
  readonly id: string;
  readonly title: string;
  readonly rows: readonly ClassRevenueBody[];
  readonly most: number;
  readonly currency: string | null;
}

function MoneyList({ id, title, rows, most, currency }: ListProps) {
  if (rows.length === 0) return null;
  return (
    <Section
      id={id}
      title={
        <>
          {title} <span class="n">{rows.length}</span>
        </>
      }
      class="group"
    >
      <ul class="ranked">
        {rows.map((row) => (
          <li key={row.class_id}>
            <a href={`/classes/${encodeURIComponent(row.class_id)}`}>
              <WeeklyClass of={row} who={[row.room]} />
              <Bullet
                revenue={perClass(row.revenue, row.revenue_occurrences)}
                cost={perClass(row.cost, row.cost_occurrences)}
                most={most}
              />
              <span class="how">
                <strong>{money(row.profit_per_class, currency)}</strong> per class{' '}
                <span class="words">{people(row)}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** `11.5 people, breaks even at 9`. */
function people(row: ClassRevenueBody): string {
  const came = `${average(row.average_attendance)} people`;
  const words = breakevenWords(row.breakeven_reason);
  if (row.breakeven_attendance === null) return words === null ? came : `${came}, ${words}`;
  const above = row.breakeven_reason === 'above_capacity' ? ` (${words})` : '';
  return `${came}, breaks even at ${number(row.breakeven_attendance)}${above}`;
}

function perClass(sum: number | null, occurrences: number): number | null {
  return sum === null || occurrences === 0 ? null : sum / occurrences;
}

function MoneyKey() {
  return (
    <ChartKey
      marks={[
        ['revenue', <rect class="attended" y="2" width="22" height="10" rx="2" />],
        ['revenue below cost', <rect class="loss" y="2" width="22" height="10" rx="2" />],
        ['cost', <line class="cost" x1="4" x2="4" y1="0" y2="14" />, 8],
      ]}
    />
  );
}
