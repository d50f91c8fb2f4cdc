/** What to cut, keep and add: the classes of the week by what the figures say. */

import type { RankedClassBody } from '../../../gym/reports/performance.ts';
import type { ClassRevenueBody } from '../../../gym/reports/revenue.ts';
import { FillBar } from '../../charts/bars.tsx';
import {
  CLASS_SORTS,
  type ClassesData,
  type ClassFilter,
  type ClassSort,
} from '../../model/classes.ts';
import { More, Notes, WeeklyClass } from '../../parts/rows.tsx';
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

const GROUPS = {
  losing: ['Losing money', 'They usually cost more than they earn. Move, reprice or cut them.'],
  empty: ['Nearly empty', 'Few people come, week after week. Move or cut them.'],
  grow: ['Room to grow', 'A better time or a nudge to members could fill these.'],
  healthy: ['Healthy', 'Well filled, with room for a few more.'],
  full: ['Full', 'Nearly always full. Another class around this time could fill too.'],
  unknown: ['Too early to tell', 'A class needs 4 counted dates and its number of spots.'],
} as const;

type Group = keyof typeof GROUPS;

const GROUP_OF: Readonly<Record<string, Group>> = {
  unprofitable: 'losing',
  dead: 'empty',
  weak: 'grow',
  fair: 'grow',
  healthy: 'healthy',
  full: 'full',
};

const SORT_WORDS: Readonly<Record<ClassSort, string>> = {
  fill_rate: 'How full',
  name: 'Name',
  time: 'Day and time',
  people: 'People',
  profit: 'Profit',
};

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** Rows of a group that stand open; the rest is behind a press. Chosen here. */
const OPEN_ROWS = 8;

type Earnings = ReadonlyMap<string, ClassRevenueBody>;

export function Classes({ content }: { readonly content: ClassesData }) {
  const { performance, revenue, sort, filter } = content;
  const rows = [...performance.dead_classes, ...performance.ranking];
  const all = [...new Map(rows.map((row) => [row.class_id, row])).values()];
  const earnings = new Map(
    [...revenue.dead, ...revenue.most_profitable].map((row) => [row.class_id, row]),
  );
  const shown = all.filter((row) => isShown(row, filter));
  const { from, to } = performance.window;
  const groupsOf = (of: readonly RankedClassBody[]) =>
    Object.keys(GROUPS).map((key) => {
      const group = key as Group;
      const members = of.filter((row) => groupOf(row) === group);
      return { group, rows: sorted(members, sort, earnings) };
    });
  return (
    <>
      <h1>Classes</h1>
      <p class="sentence">{sentence(performance.total_classes, groupsOf(all))}</p>
      <p class="context">Six weeks, {dates(from, to)}. Each weekly slot counts as one class.</p>
      <Notes notes={performance.notes} />
      {all.length === 0 ? (
        <p class="empty">
          Your timetable comes from a file or a calendar of your booking system.{' '}
          <a href="/setup/schedule">Bring it in</a>
        </p>
      ) : (
        <Filter all={all} filter={filter} sort={sort} />
      )}
      {all.length > 0 && shown.length === 0 && (
        <p class="empty">
          No class matches. <a href="/classes">Show all {number(all.length)}</a>
        </p>
      )}
      {groupsOf(shown).map(({ group, rows: members }) =>
        members.length === 0 ? null : (
          <section key={group} aria-labelledby={group} class="group">
            <h2 id={group}>
              {GROUPS[group][0]} <span class="n">{members.length}</span>
            </h2>
            <p class="context">{GROUPS[group][1]}</p>
            <Rows of={members.slice(0, OPEN_ROWS)} {...{ earnings, currency: revenue.currency }} />
            {members.length > OPEN_ROWS && (
              <details class="more" open={isFiltered(filter)}>
                <summary>{number(members.length - OPEN_ROWS)} more</summary>
                <Rows of={members.slice(OPEN_ROWS)} {...{ earnings, currency: revenue.currency }} />
              </details>
            )}
          </section>
        ),
      )}
    </>
  );
}

function isFiltered(filter: ClassFilter): boolean {
  return Object.values(filter).some((text) => text !== '');
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
}

/** A form that asks for this page again: it works without a script, and its address can be sent. */
function Filter({ all, filter, sort }: FilterProps) {
  const named = (names: readonly (string | null)[]) =>
    [...new Set(names.flatMap((name) => name ?? []))].sort((one, other) =>
      one.localeCompare(other, 'en'),
    );
  const days = WEEKDAYS.filter((day) => all.some(({ weekday }) => weekday === day));
  const trainers = named(all.flatMap((row) => row.trainers.map(({ name }) => name)));
  return (
    <form class="filter" action="/classes" method="get" aria-label="Filter classes">
      <label>
        Find <input type="search" name="words" maxLength={200} defaultValue={filter.words} />
      </label>
      <Choice name="day" label="Day" any="Any day" chosen={filter.day} of={days} />
      <Choice
        name="room"
        label="Room"
        any="Any room"
        chosen={filter.room}
        of={named(all.map(({ room }) => room))}
      />
      <Choice
        name="trainer"
        label="Trainer"
        any="Any trainer"
        chosen={filter.trainer}
        of={trainers}
      />
      <label>
        Sort by{' '}
        <select name="sort">
          {CLASS_SORTS.map((one) => (
            <option key={one} value={one} selected={one === sort}>
              {SORT_WORDS[one]}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" class="minor">
        Show
      </button>
      {isFiltered(filter) && <More to="/classes">Clear</More>}
    </form>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly any: string;
  readonly chosen: string;
  readonly of: readonly string[];
}

function Choice({ name, label, any, chosen, of }: ChoiceProps) {
  return (
    <label>
      {label}{' '}
      <select name={name}>
        <option value="">{any}</option>
        {of.map((one) => (
          <option key={one} value={one} selected={one === chosen}>
            {capitalised(one)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** In each group; as the ranking has them where they are the same. Unknown comes last. */
function sorted(
  rows: readonly RankedClassBody[],
  sort: ClassSort,
  earnings: Earnings,
): readonly RankedClassBody[] {
  const amount = (value: number | null | undefined) => value ?? Number.NEGATIVE_INFINITY;
  const profit = ({ class_id }: RankedClassBody) =>
    amount(earnings.get(class_id)?.profit_per_class);
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
    case 'profit':
      return rows.toSorted((one, other) => profit(other) - profit(one));
  }
}

/** Minutes since Monday. */
function slotOf({ weekday, start_time }: RankedClassBody): number {
  const [hours = 0, minutes = 0] = start_time.split(':').map(Number);
  return (WEEKDAYS.indexOf(weekday) * 24 + hours) * 60 + minutes;
}

function groupOf({ verdict, verdict_reasons }: RankedClassBody): Group {
  return GROUP_OF[verdictOf({ verdict, reasons: verdict_reasons })] ?? 'unknown';
}

function sentence(
  total: number,
  groups: readonly { readonly group: Group; readonly rows: readonly unknown[] }[],
): string {
  const size = (group: Group) => groups.find((one) => one.group === group)?.rows.length ?? 0;
  if (total === 0) return 'No classes yet.';
  const weekly = counted(total, 'weekly class', 'weekly classes');
  if (size('unknown') === total) return `${weekly}: too early to tell.`;
  const parts = [
    [size('full'), 'full'] as const,
    [size('empty'), 'nearly empty'] as const,
    [size('losing'), 'losing money'] as const,
  ].flatMap(([of, words]) => (of === 0 ? [] : [`${number(of)} ${words}`]));
  return parts.length === 0
    ? `${weekly}: none full, empty or losing money.`
    : `${weekly}: ${parts.join(', ')}.`;
}

interface RowsProps {
  readonly of: readonly RankedClassBody[];
  readonly earnings: Earnings;
  readonly currency: string | null;
}

export function Rows({ of, earnings, currency }: RowsProps) {
  return (
    <ul class="ranked">
      {of.map((row) => (
        <li key={row.class_id}>
          <a href={`/classes/${encodeURIComponent(row.class_id)}`}>
            <WeeklyClass of={row} who={[row.trainers[0]?.name, row.room]} />
            <FillBar fill={row.fill_rate} />
            <span class="how">
              <strong>
                {row.fill_rate === null
                  ? `${average(row.average_attendance)} people`
                  : `${percent(row.fill_rate)} full`}
              </strong>{' '}
              <span class="words">{earnsWords(earnings.get(row.class_id), currency)}</span>
            </span>
          </a>
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
