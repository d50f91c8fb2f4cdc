/** The reports as a person reads them: the day, classes, what they earn; below each what its words mean. */

import type { PerformanceBody } from '../../gym/reports/performance.ts';
import { type RevenueBody, remedyOf } from '../../gym/reports/revenue.ts';
import type { SummaryBody } from '../../gym/reports/summary.ts';
import { slotWords } from '../../web/parts/rows.tsx';
import { verdictName, verdictWords } from '../../web/parts/verdict.tsx';
import {
  average,
  classes,
  counted,
  date,
  dates,
  money,
  number,
  percent,
  timeOf,
  UNKNOWN,
} from '../../web/words/format.ts';
import { REASONS } from '../../web/words/reasons.ts';
import {
  dayContext,
  isCountingUp,
  noShowCount,
  otherDaySentence,
} from '../../web/words/sentences.ts';
import { lines } from '../command.ts';
import type { IsCounting } from '../own-gym.ts';
import { type Column, type Layout, type Style, table, wrapped } from '../terminal/table.ts';

const WORDS = {
  full: 'full: people of places',
  range: '12 (11–13): about 12, likely 11 to 13; 14+: at least 14, who checked in',
  staff: 'came: without staff, one person unless there is a staff zone or attendance.staff is set',
  no_shows: 'no-shows: booked and not there',
  counted: 'counted: dates with a count, of those held',
  trend: 'trend: the last three weeks against the three before, in points',
  breakeven: 'breaks even: people from which a class pays for itself',
} as const;

/** How a report is laid out for a person. */
export interface ReportLayout extends Layout {
  readonly hasLegend: boolean;
  readonly isCounting: IsCounting;
}

function legend(words: readonly (keyof typeof WORDS)[], layout: ReportLayout): string[] {
  if (!layout.hasLegend) return [];
  const text = words.map((word) => WORDS[word]).join('. ');
  return ['', ...wrapped(`${text}. (--no-legend)`, layout.width)];
}

/** What is to be known with a report. */
export function noteLines(notes: readonly string[], { width }: Layout): string[] {
  return notes.flatMap((note) => wrapped(`Note: ${note}`, width));
}

/** `+2`, in percentage points; unknown is a dash. */
function pointsOf(difference: number | null): string {
  if (difference === null) return percent(null);
  const rounded = Math.round(difference * 100);
  return `${rounded > 0 ? '+' : ''}${rounded}`;
}

type Session = SummaryBody['classes'][number];

const figuresIn = ({ isCounting }: ReportLayout): readonly Column<Session>[] => [
  { head: 'TIME', cell: ({ starts_at: at }) => timeOf(at) },
  { head: 'CLASS', cell: ({ name }) => name },
  {
    head: 'TRAINER',
    cell: ({ trainer, substitute }) =>
      trainer === null ? UNKNOWN : `${trainer.name}${substitute ? ', covering' : ''}`,
    spare: 1,
  },
  { head: 'ROOM', cell: ({ room }) => room ?? UNKNOWN, spare: 4 },
  { head: 'BOOKED', cell: ({ booked }) => number(booked), spare: 2 },
  {
    head: 'CAME',
    cell: (one) =>
      isCountingUp(one) && isCounting(Date.parse(one.ends_at)) ? 'counting…' : cameText(one),
    style: ({ status }) => (status === 'cancelled' ? 'yellow' : null),
  },
  { head: 'PLACES', cell: ({ capacity }) => number(capacity), spare: 5 },
  { head: 'FULL', cell: (one) => (one.status === 'scheduled' ? '' : percent(one.fill_rate)) },
  { head: 'NO-SHOWS', cell: noShowCount, spare: 3 },
];

/** `12 (11–13)`; `12+`: at least these, as many as were checked in. */
function cameText({ status, attended: people, occupancy_now: now, ...range }: Session): string {
  const { attended_low: low, attended_high: high } = range;
  if (status === 'cancelled') return 'cancelled';
  if (status === 'scheduled') return '';
  if (status === 'in_progress') return now === null ? 'on now' : `${now} now`;
  if (people === null || (low === people && high === people)) return number(people);
  return low === people && high === null ? `${people}+` : `${people} (${low ?? ''}–${high ?? ''})`;
}

export function dayText(body: SummaryBody, layout: ReportLayout): string {
  const note = ({ status, quality_reasons: codes }: Session) =>
    status === 'cancelled' ? '' : codes.map((code) => REASONS[code] ?? code).join('; ');
  return lines(
    wrapped(`${body.gym_id}, ${date(body.date)}: ${otherDaySentence(body)}`, layout.width),
    dayContext(body, null),
    body.classes.length === 0
      ? 'Bring classes in with: turnout schedule import FILE'
      : [
          '',
          ...table(figuresIn(layout), body.classes, { ...layout, note }),
          ...legend(['range', 'staff', 'full', 'no_shows'], layout),
        ],
  );
}

type ClassRow = PerformanceBody['ranking'][number];

const CLASS_COLUMNS: readonly Column<ClassRow>[] = [
  { head: '#', cell: ({ rank }) => `${rank}` },
  { head: 'CLASS', cell: ({ name }) => name },
  { head: 'WHEN', cell: (row) => slotWords(row) },
  { head: 'ROOM', cell: ({ room }) => room ?? UNKNOWN, spare: 2 },
  { head: 'FULL', cell: (row) => percent(row.fill_rate) },
  { head: 'PEOPLE', cell: (row) => average(row.average_attendance) },
  { head: 'COUNTED', cell: (row) => `${row.graded_occurrences}/${row.occurrences}`, spare: 1 },
  { head: 'TREND', cell: ({ trend }) => pointsOf(trend), spare: 3 },
  { head: 'NO-SHOWS', cell: (row) => percent(row.no_show_rate), spare: 4 },
  { head: 'VERDICT', cell: verdictText, style: verdictStyle },
];

type Judged = Pick<ClassRow, 'verdict' | 'verdict_reasons'>;

/** `Quiet: many no-shows`; what the name says already is left out. */
function verdictText({ verdict, verdict_reasons: reasons }: Judged): string {
  const why = verdictWords(reasons.filter((code) => code !== 'loses_money'));
  const name = verdictName(verdict);
  return why === '' ? name : `${name}: ${why}`;
}

const STYLES: Readonly<Record<string, Style>> = {
  full: 'green',
  weak: 'yellow',
  dead: 'red',
  unprofitable: 'red',
};

function verdictStyle({ verdict }: Judged): Style | null {
  return STYLES[verdict] ?? null;
}

export function classesText(body: PerformanceBody, layout: ReportLayout): string {
  const { ranking, dead_classes: dead, dead_count: count } = body;
  if (body.total_classes === 0) return noClassesText(body, layout);
  return lines(
    `${headOf(body)}: the ${ranking.length} fullest of ${classes(body.total_classes)}.`,
    noteLines(body.notes, layout),
    '',
    table(CLASS_COLUMNS, ranking, layout),
    '',
    count === 0
      ? 'No class with enough counted dates is nearly empty.'
      : `${counted(count, 'class is', 'classes are')} nearly empty:`,
    dead.length > 0 && table(CLASS_COLUMNS, dead, layout),
    legend(['full', 'counted', 'trend'], layout),
  );
}

const NONE_DEAD = 'No class with enough counted dates is nearly empty or losing money.';

type OfWindow = Pick<PerformanceBody, 'gym_id' | 'window' | 'notes'>;

function headOf({ gym_id: gym, window }: OfWindow): string {
  return `${gym}, ${dates(window.from, window.to)}`;
}

function noClassesText(body: OfWindow, layout: Layout): string {
  return lines(`${headOf(body)}: no classes were held.`, noteLines(body.notes, layout));
}

type RevenueRow = RevenueBody['dead'][number];

export function revenueText(body: RevenueBody, layout: ReportLayout): string {
  const { totals, currency, most_profitable: top, dead, dead_count: count } = body;
  if (body.total_classes === 0) return noClassesText(body, layout);
  const rows = (list: readonly RevenueRow[]) =>
    list.length > 0 && table(revenueColumns(currency), list, layout);
  const sum = (amount: number | null) => money(amount, currency);
  const cut = dead.length < count ? `, ${dead.length} of ${number(count)}` : '';
  // People come, and it loses money all the same.
  const losing = dead.filter(({ verdict }) => verdict === 'unprofitable');
  const remedies = losing.map((row) => `${row.name} (${slotWords(row)}): ${remedyOf(row)}`);
  const wrap = (texts: readonly string[]) => texts.flatMap((text) => wrapped(text, layout.width));
  return lines(
    wrap([
      `${headOf(body)}: ${sum(totals.profit)} profit, ${sum(totals.revenue)} revenue, ${sum(totals.cost)} cost. Unsold places: ${sum(totals.empty_seat_value)}.`,
      ...remarks(totals),
    ]),
    noteLines(body.notes, layout),
    '',
    top.length === 0 ? 'No class is known to make a profit.' : 'Top earners:',
    rows(top),
    '',
    dead.length === 0 ? NONE_DEAD : `Nearly empty or losing money${cut}:`,
    rows(dead),
    wrap(remedies),
    legend(['breakeven', 'full'], layout),
  );
}

/** What is missing from the sums, and why a profit may not be revenue less cost. */
function remarks(totals: RevenueBody['totals']): string[] {
  const { revenue, cost } = totals;
  if (revenue === null || cost === null) {
    const one = revenue === null ? 'Revenue is' : 'Cost is';
    const unknown = revenue === cost ? 'Revenue and cost are' : one;
    return [`${unknown} unknown: no class was counted, or prices and pay are not set.`];
  }
  const counts = [totals.revenue_occurrences, totals.cost_occurrences, totals.profit_occurrences];
  if (new Set(counts).size === 1) return [];
  const [ofRevenue, ofCost, ofProfit] = counts;
  return [`Known for: revenue ${ofRevenue}, cost ${ofCost}, profit ${ofProfit} classes.`];
}

function revenueColumns(currency: string | null): readonly Column<RevenueRow>[] {
  const amount = (value: number | null) => money(value, currency);
  return [
    { head: 'CLASS', cell: ({ name }) => name },
    { head: 'WHEN', cell: (row) => slotWords(row) },
    { head: 'ROOM', cell: ({ room }) => room ?? UNKNOWN, spare: 5 },
    {
      head: 'PER CLASS',
      cell: ({ profit_per_class: profit }) => amount(profit),
      style: ({ profit_per_class: profit }) => (profit !== null && profit < 0 ? 'red' : null),
    },
    { head: 'REVENUE', cell: ({ revenue }) => amount(revenue), spare: 3 },
    { head: 'COST', cell: ({ cost }) => amount(cost), spare: 4 },
    { head: 'PEOPLE', cell: (row) => average(row.average_attendance), spare: 1 },
    { head: 'BREAKS EVEN', cell: breaksEven, spare: 2 },
    { head: 'FULL', cell: (row) => percent(row.fill_rate) },
    { head: 'VERDICT', cell: verdictText, style: verdictStyle, spare: 6 },
  ];
}

/** People from which a class pays for itself; `never` where no attendance is enough. */
function breaksEven({ breakeven_attendance: people, breakeven_reason: why }: RevenueRow): string {
  return people === null && why === 'no_margin' ? 'never' : number(people);
}
