/** Money: what the gym earns and costs, and the classes that earn most or lose. */

import { classSeriesBody } from '../../../gym/reports/answers/class-series.ts';
import { attendanceReport } from '../../../gym/reports/attendance.ts';
import { classReport } from '../../../gym/reports/class.ts';
import { classNames } from '../../../gym/reports/find-class.ts';
import {
  type ClassRevenueBody,
  type RevenueBody,
  revenueReport,
} from '../../../gym/reports/money/revenue.ts';
import { narrowView } from '../../../gym/reports/narrow.ts';
import type { ClassSeriesBody } from '../../../gym/reports/schemas/class-series.ts';
import type { GymView } from '../../../gym/sessions/view.ts';
import type { QueryOf } from '../../query.ts';
import {
  type NamedNumbers,
  type ReportAnswer,
  type Scene,
  scored,
  type Unscored,
} from '../report-answer.ts';
import { classShort, classTitle, verdictText } from '../words/class-rows.ts';
import { classes, type Days, money, plain, rangeText, sentence } from '../words/wording.ts';

type Totals = RevenueBody['totals'];
type Row = ClassRevenueBody;

/** Classes that the sentence names. */
const MAX_NAMED = 3;

export function revenueAnswer(query: QueryOf<'revenue'>, scene: Scene): ReportAnswer {
  const { view, range, today } = scene;
  const when = `${query.class === undefined ? '' : ` of ${query.class}`} ${rangeText(range, today)}`;
  const narrowed = narrowView(view, { className: query.class });
  const body = revenueReport(narrowed, range);
  if (query.focus === 'totals') {
    const { heldClasses } = attendanceReport(narrowed, range);
    return { ...totalsAnswer(body, heldClasses, when), notes: moneyNotes(body) };
  }
  const rows = rowsOf(query, scene, body);
  const unknown = query.focus === 'unprofitable' ? unknownProfits(narrowed, range) : 0;
  const named = rows.slice(0, MAX_NAMED);
  const { currency } = body;
  return {
    summary:
      body.total_classes === 0
        ? `No class${when} took place.`
        : `${headOf(query.focus, rows.length, body)}${when}${namedText(named, currency)}.`,
    numbers: {
      total_classes: body.total_classes,
      ...(query.focus === 'dead' ? { dead_count: body.dead_count } : { count: rows.length }),
      currency,
      ...numbersOf(named),
    },
    items: scored(rows.map((row) => moneyItem(row, currency))),
    notes: [
      ...moneyNotes(body),
      ...(unknown === 0 || body.totals.profit === null
        ? []
        : [`Of ${classes(unknown)} of the week the profit is unknown.`]),
    ],
  };
}

function rowsOf(
  { focus, class: name }: QueryOf<'revenue'>,
  { view, range }: Scene,
  body: RevenueBody,
): readonly Row[] {
  if (focus === 'dead') return body.dead;
  return focus === 'profitable'
    ? body.most_profitable
    : losingRows(narrowView(view, { className: name }), range);
}

type Series = ClassSeriesBody['series'];

/** All classes of the week, kept with the view: they are put together out of one report for each class. */
const known = new WeakMap<GymView, { readonly range: Days; readonly rows: Series }>();

function seriesOf(view: GymView, range: Days): Series {
  const kept = known.get(view);
  if (kept?.range.from === range.from && kept.range.to === range.to) return kept.rows;
  const rows = classNames(view).flatMap(
    (className) => classSeriesBody(classReport(view, range, { className })).series,
  );
  known.set(view, { range, rows });
  return rows;
}

/** Classes whose profit is below 0, greatest loss first. */
function losingRows(view: GymView, range: Days): readonly Row[] {
  return seriesOf(view, range)
    .filter(({ profit }) => profit !== null && profit < 0)
    .sort((a, b) => (a.profit ?? 0) - (b.profit ?? 0))
    .map(revenueRow);
}

/** How many classes of the week neither make nor lose money as far as is known. */
function unknownProfits(view: GymView, range: Days): number {
  return seriesOf(view, range).filter(
    ({ profit, occurrences }) => profit === null && occurrences > 0,
  ).length;
}

/** The rows of the revenue report have less. */
function revenueRow(row: ClassSeriesBody['series'][number]): Row {
  const {
    attended: _a,
    capacity: _c,
    trend: _t,
    no_show_rate: _r,
    no_shows_basis: _b,
    no_show_occurrences: _n,
    ...rest
  } = row;
  return rest;
}

function totalsAnswer(
  { totals, currency, total_classes }: RevenueBody,
  held: number,
  when: string,
): Omit<ReportAnswer, 'notes'> {
  const { revenue, cost, profit, empty_seat_value: empty } = totals;
  const emptyText =
    empty === null
      ? ''
      : ` Empty places would have brought in ${money(empty, currency)} (${classes(totals.empty_seat_occurrences)}).`;
  const of = (value: number | null, n: number) => amount(value, n, currency, held);
  const summary =
    total_classes === 0
      ? `No class${when} took place.`
      : `Revenue${when}: ${of(revenue, totals.revenue_occurrences)}; cost ${of(cost, totals.cost_occurrences)}; profit ${of(profit, totals.profit_occurrences)}.${emptyText}`;
  return {
    summary,
    numbers: { ...totals, completed_classes: held, currency },
    items: scored([
      {
        '@type': 'Money',
        name: `Money${when}`,
        description: summary,
        figures: { ...totals, currency },
      },
    ]),
  };
}

/** `£120.00 (3 classes)`, `£120.00 (3 of 4 classes)` where `held` took place. */
function amount(value: number | null, n: number, currency: string | null, held = n): string {
  if (value === null) return 'unknown';
  const of = n === held ? classes(n) : `${plain(n, 0)} of ${classes(held)}`;
  return `${money(value, currency)} (${of})`;
}

function moneyNotes({ totals, currency }: RevenueBody): string[] {
  const { revenue, cost, revenue_occurrences: paid, cost_occurrences: costed } = totals;
  const isApart = revenue !== null && cost !== null && paid !== costed;
  return [
    ...(currency === null ? ['No currency is configured: amounts have none.'] : []),
    ...unknownNotes(totals),
    ...(revenue === null && cost === null ? [] : [ESTIMATE]),
    ...(isApart ? [APART] : []),
  ];
}

const ESTIMATE =
  'Revenue is as imported, else people times what a visit brings in; costs are as configured: an estimate, not the books.';
const APART =
  'Profit is of the classes whose revenue and cost are both known: it is not the revenue less the cost shown here.';

function unknownNotes({ revenue, cost }: Totals): string[] {
  return [
    ...(revenue === null
      ? [
          'Revenue is unknown: nothing was imported, and what a visit brings in is not configured (`economics`).',
        ]
      : []),
    ...(cost === null ? ['Costs are unknown: none are configured (`economics`).'] : []),
  ];
}

function headOf(
  focus: 'profitable' | 'unprofitable' | 'dead',
  count: number,
  body: RevenueBody,
): string {
  if (focus === 'dead') {
    const { dead_count: both } = body;
    return both === 0
      ? 'No class is dead or unprofitable'
      : `${sentence(classes(both))} of ${plain(body.total_classes, 0)} ${both === 1 ? 'is' : 'are'} dead or unprofitable`;
  }
  if (body.totals.profit === null) return 'Which classes make or lose money is unknown';
  if (focus === 'profitable') return count > 0 ? 'Most profitable classes' : noneText(body);
  return count === 0
    ? 'No class loses money'
    : `${sentence(classes(count))} of ${plain(body.total_classes, 0)} ${count === 1 ? 'loses' : 'lose'} money`;
}

/** Dead and unprofitable classes are not among the profitable ones, also where they make money. */
function noneText({ dead }: RevenueBody): string {
  return dead.some(({ profit }) => profit !== null && profit > 0)
    ? 'No class but dead or unprofitable ones makes money'
    : 'No class makes money';
}

function namedText(rows: readonly Row[], currency: string | null): string {
  if (rows.length === 0) return '';
  return `: ${rows.map((row) => `${classShort(row)}${wordOf(row)}, profit ${amount(row.profit, row.profit_occurrences, currency)}`).join('; ')}`;
}

/** Among dead classes, what the others are. */
function wordOf({ verdict }: Row): string {
  return verdict === 'unprofitable' ? ', unprofitable' : '';
}

function numbersOf(rows: readonly Row[]): NamedNumbers {
  return Object.fromEntries(
    rows.flatMap((row) => [
      [`${row.class_id}.profit`, row.profit],
      [`${row.class_id}.profit_occurrences`, row.profit_occurrences],
    ]),
  );
}

function moneyItem(row: Row, currency: string | null): Unscored {
  const per =
    row.profit_per_class === null ? '' : `, ${money(row.profit_per_class, currency)} a class`;
  const even =
    row.breakeven_attendance === null
      ? ''
      : `; breaks even at ${plain(row.breakeven_attendance, 0)} people, ${row.average_attendance === null ? 'who comes is unknown' : `${plain(row.average_attendance, 1)} come`}`;
  return {
    '@type': 'Class',
    name: classTitle(row),
    description: `${classTitle(row)}: profit ${amount(row.profit, row.profit_occurrences, currency)}${per}${even}. Verdict: ${verdictText(row)}.`,
    figures: { ...row, currency },
  };
}
