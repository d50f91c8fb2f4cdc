/** What to cut, keep and add: the classes of the week by what the figures say, each with its reasons and its n. */

import type { RankedClassBody } from '../../../gym/reports/classes/performance.ts';
import type { ClassRevenueBody } from '../../../gym/reports/money/revenue.ts';
import { FillBar, Slope } from '../../charts/fill-bar.tsx';
import { CLASS_SORTS, type ClassesData, type ClassSort } from '../../data.ts';
import { Notes } from '../../parts/notes.tsx';
import { Verdict, verdictOf } from '../../parts/verdict.tsx';
import { EN } from '../../words/en.ts';
import {
  average,
  capitalised,
  classes,
  dates,
  money,
  number,
  percent,
  points,
  UNKNOWN,
} from '../../words/format.ts';
import { verdictWords } from '../../words/sentences.ts';

type Group = keyof typeof EN.groups;

const GROUPS: readonly Group[] = ['losing', 'empty', 'grow', 'healthy', 'full', 'unknown'];
const GROUP_OF: Readonly<Record<string, Group>> = {
  unprofitable: 'losing',
  dead: 'empty',
  weak: 'grow',
  fair: 'grow',
  healthy: 'healthy',
  full: 'full',
};

export function Classes({ content }: { readonly content: ClassesData }) {
  const { performance, revenue, sort } = content;
  const rows = [...performance.dead_classes, ...performance.ranking];
  const unique = [...new Map(rows.map((row) => [row.class_id, row])).values()];
  const earnings = new Map(
    [...revenue.dead, ...revenue.most_profitable].map((row) => [row.class_id, row]),
  );
  const { from, to } = performance.window;
  const groups = GROUPS.map((group) => ({
    group,
    rows: sorted(
      unique.filter((row) => groupOf(row) === group),
      sort,
      earnings,
    ),
  })).filter((one) => one.rows.length > 0);
  return (
    <>
      <h1>Classes</h1>
      <p class="sentence">{sentence(content, groups)}</p>
      <p class="context">
        Six weeks, {dates(from, to)}. A class is a name, a weekday, a time and a room.
      </p>
      <Notes notes={performance.notes} />
      {groups.length === 0 ? <FirstClasses /> : <Sorts sort={sort} />}
      {groups.map(({ group, rows: members }) => (
        <section key={group} aria-labelledby={group} class="group">
          <h2 id={group}>
            {EN.groups[group][0]} <span class="n">({members.length})</span>
          </h2>
          <p class="context">{EN.groups[group][1]}</p>
          <ul class="ranked">
            {members.map((row) => (
              <RankedRow
                key={row.class_id}
                row={row}
                earning={earnings.get(row.class_id)}
                currency={revenue.currency}
              />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

/** What there is to do before anything is here. */
function FirstClasses() {
  return (
    <p class="empty">
      The timetable comes from an export of your booking system: <code>{EN.steps.timetable}</code>
    </p>
  );
}

function Sorts({ sort }: Pick<ClassesData, 'sort'>) {
  return (
    <nav class="sorts" aria-label={EN.sorts.label}>
      <span aria-hidden="true">{EN.sorts.label}</span>
      <ul>
        {CLASS_SORTS.map((one) => (
          <li key={one}>
            <a
              href={one === 'fill_rate' ? '/classes' : `/classes?sort=${one}`}
              aria-current={one === sort ? 'true' : undefined}
            >
              {EN.sorts[one]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type Earnings = ReadonlyMap<string, ClassRevenueBody>;

/** In each group; as the ranking has them where they are the same. Unknown comes last. */
function sorted(
  rows: readonly RankedClassBody[],
  sort: ClassSort,
  earnings: Earnings,
): readonly RankedClassBody[] {
  const amount = (value: number | null | undefined) => value ?? Number.NEGATIVE_INFINITY;
  switch (sort) {
    case 'fill_rate':
      return rows;
    case 'name':
      return rows.toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
    case 'time':
      return rows.toSorted((one, other) => slotOf(one) - slotOf(other));
    case 'people':
      return rows.toSorted(
        (one, other) => amount(other.average_attendance) - amount(one.average_attendance),
      );
    case 'profit': {
      const profit = ({ class_id }: RankedClassBody) =>
        amount(earnings.get(class_id)?.profit_per_class);
      return rows.toSorted((one, other) => profit(other) - profit(one));
    }
  }
}

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** Minutes since Monday. */
function slotOf({ weekday, start_time }: RankedClassBody): number {
  const [hours = 0, minutes = 0] = start_time.split(':').map(Number);
  return (WEEKDAYS.indexOf(weekday) * 24 + hours) * 60 + minutes;
}

function groupOf({ verdict, verdict_reasons }: RankedClassBody): Group {
  return GROUP_OF[verdictOf({ verdict, reasons: verdict_reasons })] ?? 'unknown';
}

function sentence(
  { performance }: ClassesData,
  groups: readonly { readonly group: Group; readonly rows: readonly unknown[] }[],
): string {
  const size = (group: Group) => groups.find((one) => one.group === group)?.rows.length ?? 0;
  if (performance.total_classes === 0) {
    return 'No classes yet. At least four counted classes are needed before one is judged.';
  }
  const judged = performance.total_classes - size('unknown');
  if (judged === 0) {
    return `${classes(performance.total_classes)} of the week, and none has four counted dates yet: nothing is judged.`;
  }
  const parts = [
    size('losing') > 0 ? `${number(size('losing'))} lose money` : null,
    size('empty') > 0 ? `${number(size('empty'))} are nearly empty` : null,
    size('full') > 0 ? `${number(size('full'))} are full` : null,
  ].filter((part) => part !== null);
  const of = `Of ${classes(performance.total_classes)} of the week`;
  return parts.length === 0
    ? `${of} none is full, empty or losing money.`
    : `${of} ${parts.join(', ')}.`;
}

interface RankedProps {
  readonly row: RankedClassBody;
  readonly earning: ClassRevenueBody | undefined;
  readonly currency: string | null;
}

function RankedRow({ row, earning, currency }: RankedProps) {
  const { name, weekday, start_time, room, trainers } = row;
  const where = [room, ...trainers.slice(0, 2).map((trainer) => trainer.name)];
  const counts = `${number(row.graded_occurrences)} of ${number(row.occurrences)} dates counted`;
  return (
    <li>
      <a href={`/classes/${encodeURIComponent(row.class_id)}`}>
        <span class="what">
          <bdi class="name">{name}</bdi>{' '}
          <span class="slot">
            {capitalised(weekday).slice(0, 3)} {start_time}
          </span>{' '}
          <bdi class="who">{where.filter((part) => part !== null).join(' · ')}</bdi>
        </span>
        <span class="fill">
          <FillBar fill={row.fill_rate} />
          <span class="words">
            {row.fill_rate === null ? (
              `Fill ${UNKNOWN}`
            ) : (
              <>
                <strong>{percent(row.fill_rate)}</strong> full
              </>
            )}
            , {average(row.average_attendance)} people on average · {counts}
            {row.trend !== null && (
              <span class="trend">
                {' '}
                <Slope trend={row.trend} /> trend {points(row.trend)}
              </span>
            )}
          </span>
        </span>
        <span class="why">
          <Verdict verdict={row.verdict} reasons={row.verdict_reasons} />{' '}
          <span class="words">{why(row, earning, currency)}</span>
        </span>
      </a>
    </li>
  );
}

/** A full class that loses money says what would be needed: a rank and a colour alone would look like a fault. */
function why(
  { verdict_reasons }: RankedClassBody,
  earning: ClassRevenueBody | undefined,
  currency: string | null,
): string {
  const reasons = verdictWords(verdict_reasons);
  const perClass = earning?.profit_per_class ?? null;
  if (perClass === null) return reasons;
  const amount = `${perClass < 0 ? 'loses' : 'earns'} ${money(Math.abs(perClass), currency)} a class`;
  const needed = earning?.breakeven_attendance ?? null;
  const needs =
    perClass >= 0 || needed === null
      ? ''
      : `: ${number(needed)} visits would be needed${earning?.breakeven_reason === 'above_capacity' ? ', more than the room holds' : ''}`;
  return `${reasons}; ${amount}${needs}`;
}
