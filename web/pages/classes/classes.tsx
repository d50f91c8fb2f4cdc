/** What to cut, keep and add: the classes of the week by what the figures say. */

import type { RankedClassBody } from '../../../gym/reports/performance.ts';
import type { ClassRevenueBody } from '../../../gym/reports/revenue.ts';
import { FillBar } from '../../charts/bars.tsx';
import { WEEKDAYS } from '../../charts/heat-map.tsx';
import {
  CLASS_SORTS,
  type ClassesData,
  type ClassFilter,
  type ClassSort,
} from '../../model/classes.ts';
import { Select } from '../../parts/forms.tsx';
import { Head, More, Row, Section, slotWords } from '../../parts/rows.tsx';
import { verdictOf } from '../../parts/verdict.tsx';
import {
  average,
  capitalised,
  counted,
  dates,
  money,
  number,
  percent,
} from '../../words/format.ts';

/** Each with the verdicts in it. */
const GROUPS = [
  [
    'losing',
    ['unprofitable'],
    'Losing money',
    'They usually cost more than they earn. Move, reprice or cut them.',
  ],
  ['empty', ['dead'], 'Nearly empty', 'Few people come, week after week. Move or cut them.'],
  [
    'grow',
    ['weak', 'fair'],
    'Room to grow',
    'A better time or a nudge to members could fill these.',
  ],
  ['healthy', ['healthy'], 'Healthy', 'Well filled, with room for a few more.'],
  ['full', ['full'], 'Full', 'Nearly always full. Another class around this time could fill too.'],
  [
    'unknown',
    ['insufficient_data'],
    'Too early to tell',
    'A class needs 4 counted dates and its number of spots.',
  ],
] as const;

const SORT_WORDS: Readonly<Record<ClassSort, string>> = {
  fill_rate: 'How full',
  name: 'Name',
  time: 'Day and time',
  people: 'People',
  profit: 'Profit',
};

/** Rows of a group that stand open; the rest is behind a press. Chosen here. */
const OPEN_ROWS = 8;

type Earnings = ReadonlyMap<string, ClassRevenueBody>;

export function classesPage({ performance, revenue, sort, filter }: ClassesData) {
  const rows = [...performance.dead_classes, ...performance.ranking];
  const all = [...new Map(rows.map((row) => [row.class_id, row])).values()];
  const earnings = new Map(
    [...revenue.dead, ...revenue.most_profitable].map((row) => [row.class_id, row]),
  );
  const shown = sorted(
    all.filter((row) => isShown(row, filter)),
    sort,
    earnings,
  );
  const isFiltered = Object.values(filter).some((text) => text !== '');
  const { from, to } = performance.window;
  const listed = (of: readonly RankedClassBody[]) => (
    <ClassRows of={of} {...{ earnings, currency: revenue.currency }} />
  );
  return (
    <>
      <Head
        title="Classes"
        sentence={sentence(performance.total_classes, all)}
        context={[
          `Six weeks, ${dates(from, to)}. Each weekly slot counts as one class.`,
          ...performance.notes,
        ]}
      />
      {all.length === 0 ? (
        <p class="empty">
          Your timetable comes from a file or a calendar of your booking system.{' '}
          <a href="/setup/schedule">Bring it in</a>
        </p>
      ) : (
        <Filter {...{ all, filter, sort, isFiltered }} />
      )}
      {all.length > 0 && shown.length === 0 && (
        <p class="empty">
          No class matches. <a href="/classes">Show all {number(all.length)}</a>
        </p>
      )}
      {GROUPS.map(([id, , title, text]) => {
        const members = shown.filter((row) => groupOf(row) === id);
        if (members.length === 0) return null;
        return (
          <Section key={id} id={id} title={title} count={members.length} class="group">
            <p class="context">{text}</p>
            {listed(members.slice(0, OPEN_ROWS))}
            {members.length > OPEN_ROWS && (
              <details open={isFiltered}>
                <summary>{number(members.length - OPEN_ROWS)} more</summary>
                {listed(members.slice(OPEN_ROWS))}
              </details>
            )}
          </Section>
        );
      })}
    </>
  );
}

function groupOf({ verdict, verdict_reasons: reasons }: RankedClassBody): string {
  const known = verdictOf({ verdict, reasons });
  return GROUPS.find(([, verdicts]) => verdicts.some((one) => one === known))?.[0] ?? 'unknown';
}

function isShown(row: RankedClassBody, { room, trainer, day, words }: ClassFilter): boolean {
  const isWith = trainer === '' || row.trainers.some(({ name }) => name === trainer);
  const isIn = room === '' || row.room === room;
  const isOn = day === '' || row.weekday === day;
  return isWith && isIn && isOn && row.name.toLowerCase().includes(words.toLowerCase());
}

interface FilterProps {
  readonly all: readonly RankedClassBody[];
  readonly filter: ClassFilter;
  readonly sort: ClassSort;
  readonly isFiltered: boolean;
}

/** A form that asks for this page again: it works without a script, and its address can be sent. */
function Filter({ all, filter, sort, isFiltered }: FilterProps) {
  const named = (names: readonly (string | null)[]) =>
    [...new Set(names.flatMap((name) => name ?? []))].sort((one, other) =>
      one.localeCompare(other, 'en'),
    );
  const choices = [
    ['day', WEEKDAYS.filter((day) => all.some(({ weekday }) => weekday === day))],
    ['room', named(all.map(({ room }) => room))],
    ['trainer', named(all.flatMap((row) => row.trainers.map(({ name }) => name)))],
  ] as const;
  return (
    <form class="filter" action="/classes" method="get" aria-label="Filter classes">
      <div>
        <label for="words">Find</label>
        <input id="words" type="search" name="words" maxLength={200} defaultValue={filter.words} />
      </div>
      {choices.map(([name, of]) => (
        <div key={name}>
          <Select
            name={name}
            label={capitalised(name)}
            options={[['', `Any ${name}`], ...of.map((one) => [one, capitalised(one)] as const)]}
            chosen={filter[name]}
          />
        </div>
      ))}
      <div>
        <Select
          name="sort"
          label="Sort by"
          options={CLASS_SORTS.map((one) => [one, SORT_WORDS[one]])}
          chosen={sort}
        />
      </div>
      <button type="submit" class="minor">
        Show
      </button>
      {isFiltered && <More to="/classes">Clear</More>}
    </form>
  );
}

/** As the ranking has them where they are the same. Unknown comes last. */
function sorted(rows: readonly RankedClassBody[], sort: ClassSort, earnings: Earnings) {
  const texts = {
    name: ({ name }: RankedClassBody) => name,
    time: ({ weekday, start_time }: RankedClassBody) =>
      `${WEEKDAYS.indexOf(weekday)} ${start_time}`,
  };
  const amounts = {
    fill_rate: () => 0,
    people: ({ average_attendance }: RankedClassBody) => average_attendance,
    profit: ({ class_id }: RankedClassBody) => earnings.get(class_id)?.profit_per_class,
  };
  if (sort === 'name' || sort === 'time') {
    const textOf = texts[sort];
    return rows.toSorted((one, other) => textOf(one).localeCompare(textOf(other), 'en'));
  }
  const amountOf = (row: RankedClassBody) => amounts[sort](row) ?? -Number.MAX_VALUE;
  return rows.toSorted((one, other) => amountOf(other) - amountOf(one));
}

function sentence(total: number, all: readonly RankedClassBody[]): string {
  const size = (group: string) => all.filter((row) => groupOf(row) === group).length;
  if (total === 0) return 'No classes yet.';
  const weekly = counted(total, 'weekly class', 'weekly classes');
  if (size('unknown') === total) return `${weekly}: too early to tell.`;
  const parts = [
    [size('full'), 'full'] as const,
    [size('empty'), 'nearly empty'] as const,
    [size('losing'), 'losing money'] as const,
  ].flatMap(([of, words]) => (of === 0 ? [] : [`${number(of)} ${words}`]));
  return `${weekly}: ${parts.length === 0 ? 'none full, empty or losing money' : parts.join(', ')}.`;
}

interface RowsProps {
  readonly of: readonly RankedClassBody[];
  readonly earnings: Earnings;
  readonly currency: string | null;
}

export function ClassRows({ of, earnings, currency }: RowsProps) {
  return (
    <ul class="list ranked">
      {of.map((row) => (
        <li key={row.class_id}>
          <Row
            page={`/classes/${encodeURIComponent(row.class_id)}`}
            name={row.name}
            about={slotWords(row, row.trainers[0]?.name ?? null, row.room)}
            bar={<FillBar fill={row.fill_rate} />}
            figure={
              row.fill_rate === null
                ? `${average(row.average_attendance)} people`
                : `${percent(row.fill_rate)} full`
            }
            words={[earnsWords(earnings.get(row.class_id), currency)]}
          />
        </li>
      ))}
    </ul>
  );
}

/** `£12.40 per class`; a class that loses money says how many people it needs. */
function earnsWords(earning: ClassRevenueBody | undefined, currency: string | null): string | null {
  const perClass = earning?.profit_per_class ?? null;
  if (perClass === null) return null;
  const needed = earning?.breakeven_attendance ?? null;
  const needs = perClass >= 0 || needed === null ? '' : `, breaks even at ${number(needed)}`;
  return `${money(perClass, currency)} per class${needs}`;
}
