/** What earns and what costs over six weeks, and how many people a class needs. */

import type { ClassRevenueBody } from '../../gym/reports/money/revenue.ts';
import { Bullet } from '../charts/bullet.tsx';
import type { MoneyData } from '../data.ts';
import { Facts } from '../parts/facts.tsx';
import { Notes } from '../parts/notes.tsx';
import { Verdict } from '../parts/verdict.tsx';
import { EN } from '../words/en.ts';
import { average, capitalised, classes, counted, dates, money, number } from '../words/format.ts';

const SETTINGS = `economics:
  revenue_per_visit: 9.50
  flat_pay: 30
  room_cost: 12`;

export function Money({ content: { revenue } }: { readonly content: MoneyData }) {
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
      <p class="context">
        Six weeks, {dates(window.from, window.to)}. Amounts per class are averages.
      </p>
      <Notes notes={revenue.notes} />
      {isSet ? (
        <Facts
          facts={[
            {
              name: 'Revenue',
              value: money(totals.revenue, currency),
              note: `of ${classes(totals.revenue_occurrences)}`,
            },
            {
              name: 'Cost',
              value: money(totals.cost, currency),
              note:
                totals.cost === null
                  ? 'costs are not set'
                  : `of ${classes(totals.cost_occurrences)}`,
            },
            {
              name: 'Profit',
              value: money(totals.profit, currency),
              note: `of ${counted(totals.profit_occurrences, 'class', 'classes')} where both are known`,
            },
            {
              name: 'Empty places',
              value: money(totals.empty_seat_value, currency),
              note: 'what they would bring in',
            },
          ]}
        />
      ) : (
        <SetUp />
      )}
      <MoneyList
        id="earn"
        title="What earns most"
        rows={most_profitable}
        most={most}
        currency={currency}
      />
      <MoneyList id="dead" title="What costs most" rows={dead} most={most} currency={currency} />
      {isSet && <MoneyKey />}
    </>
  );
}

function sentence({ totals, currency, dead_count }: MoneyData['revenue']): string {
  if (totals.profit === null) {
    return totals.revenue === null
      ? 'What a visit brings in is not set, so no money is shown.'
      : `${money(totals.revenue, currency)} in six weeks. What classes cost is not set, so there is no profit.`;
  }
  const word = totals.profit < 0 ? 'lost' : 'earned';
  const bad =
    dead_count === 0
      ? ''
      : ` ${counted(dead_count, 'class is', 'classes are')} dead or losing money.`;
  return `${money(Math.abs(totals.profit), currency)} ${word} in six weeks.${bad}`;
}

function SetUp() {
  return (
    <section class="setup" aria-labelledby="setup">
      <h2 id="setup">Set what a class earns and costs</h2>
      <p>Add these lines to the gym in turnout.yaml:</p>
      <pre>
        <code>{SETTINGS}</code>
      </pre>
    </section>
  );
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
    <section aria-labelledby={id} class="group">
      <h2 id={id}>
        {title} <span class="n">({rows.length})</span>
      </h2>
      <ul class="ranked">
        {rows.map((row) => (
          <li key={row.class_id}>
            <a href={`/classes/${encodeURIComponent(row.class_id)}`}>
              <span class="what">
                <bdi class="name">{row.name}</bdi>{' '}
                <span class="slot">
                  {capitalised(row.weekday).slice(0, 3)} {row.start_time}
                </span>{' '}
                <bdi class="who">{row.room}</bdi>
              </span>
              <span class="fill">
                <Bullet
                  revenue={perClass(row.revenue, row.revenue_occurrences)}
                  cost={perClass(row.cost, row.cost_occurrences)}
                  most={most}
                />
                <span class="words">
                  <strong>{money(row.profit_per_class, currency)}</strong> a class · {people(row)}
                </span>
              </span>
              <span class="why">
                <Verdict verdict={row.verdict} reasons={row.verdict_reasons} />{' '}
                <span class="words">{money(row.profit, currency)} in six weeks</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** `11.5 people, pays from 9`. */
function people(row: ClassRevenueBody): string {
  const came = `${average(row.average_attendance)} people`;
  if (row.breakeven_attendance === null) {
    const reason = row.breakeven_reason === null ? '' : EN.breakeven[row.breakeven_reason];
    return `${came}; ${reason ?? ''}`;
  }
  const above = row.breakeven_reason === 'above_capacity' ? ', more than the room holds' : '';
  return `${came}, pays from ${number(row.breakeven_attendance)}${above}`;
}

function perClass(sum: number | null, occurrences: number): number | null {
  return sum === null || occurrences === 0 ? null : sum / occurrences;
}

function MoneyKey() {
  return (
    <ul class="key" aria-hidden="true">
      <li>
        <svg width="22" height="14" aria-hidden="true">
          <rect class="attended" y="2" width="22" height="10" rx="2" />
        </svg>
        revenue
      </li>
      <li>
        <svg width="22" height="14" aria-hidden="true">
          <rect class="loss" y="2" width="22" height="10" rx="2" />
        </svg>
        revenue below cost
      </li>
      <li>
        <svg width="8" height="14" aria-hidden="true">
          <line class="cost" x1="4" x2="4" y1="0" y2="14" />
        </svg>
        cost
      </li>
    </ul>
  );
}
