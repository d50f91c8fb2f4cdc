/** What to cut, keep and add: the classes of the week by what the figures say. */

import type { RankedClassBody } from '../../../gym/reports/performance.ts';
import type { ClassRevenueBody } from '../../../gym/reports/revenue.ts';
import { fillBar } from '../../charts/bars.tsx';
import type { ClassesData, ClassFilter, ClassSort } from '../../model/classes.ts';
import { WEEKDAYS } from '../../model/figures.ts';
import { select } from '../../parts/forms.tsx';
import { Head, More, rankedList, Section, slotWords, withCount } from '../../parts/rows.tsx';
import { capitalised, counted, dates, money, number, people, percent } from '../../words/format.ts';

/** By their verdict; weak and fair are one. */
const GROUPS: Readonly<Record<string, readonly [title: string, text: string]>> = {
  unprofitable: [
    'Losing money',
    'They usually cost more than they earn. Move, reprice or cut them.',
  ],
  dead: ['Nearly empty', 'Few people come, week after week. Move or cut them.'],
  fair: ['Room to grow', 'A better time or a nudge to members could fill these.'],
  healthy: ['Healthy', 'Well filled, with room for a few more.'],
  full: ['Full', 'Nearly always full. Another class around this time could fill too.'],
  unknown: ['Too early to tell', 'A class needs more counted dates and its number of spots.'],
};

const SORT_WORDS: Readonly<Record<ClassSort, string>> = {
  fill_rate: 'How full',
  name: 'Name',
  time: 'Day and time',
  people: 'People',
  profit: 'Profit',
};

/** Rows of a group that stand open; the rest is behind a press. Chosen here. */
const OPEN_ROWS = 8;
/** Rows of a group at most: who looks for another has the filter. Chosen here. */
const ROWS = 100;

type Earnings = ReadonlyMap<string, ClassRevenueBody>;

export function classesPage(content: ClassesData) {
  const { performance, earnings, currency, sort, filter } = content;
  const rows = [...performance.dead_classes, ...performance.ranking];
  const all = [...new Map(rows.map((row) => [row.class_id, row])).values()];
  const shown = sorted(
    all.filter((row) => isShown(row, filter)),
    sort,
    earnings,
  );
  const isFiltered = Object.values(filter).some((text) => text !== '');
  const { from, to } = performance.window;
  const listed = (of: readonly RankedClassBody[]) => classRows(of, earnings, currency);
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
        filterForm(all, content, isFiltered)
      )}
      {all.length > 0 && shown.length === 0 && (
        <p class="empty">
          No class matches. <a href="/classes">Show all {number(all.length)}</a>
        </p>
      )}
      {Object.entries(GROUPS).map(([id, [title, text]]) => {
        const members = shown.filter((row) => groupOf(row) === id);
        if (members.length === 0) return null;
        return (
          <Section key={id} id={id} title={withCount(title, members.length)}>
            <p class="context">{text}</p>
            {listed(members.slice(0, OPEN_ROWS))}
            {members.length > OPEN_ROWS && (
              <details open={isFiltered}>
                <summary>{number(members.length - OPEN_ROWS)} more</summary>
                {listed(members.slice(OPEN_ROWS, ROWS))}
                {members.length > ROWS && <p class="note">Search above to see the others.</p>}
              </details>
            )}
          </Section>
        );
      })}
    </>
  );
}

function groupOf({ verdict }: RankedClassBody): string {
  const known = verdict.replace('weak', 'fair');
  return known in GROUPS ? known : 'unknown';
}

function isShown(row: RankedClassBody, { room, trainer, day, words }: ClassFilter): boolean {
  const isWith = trainer === '' || row.trainers.some(({ name }) => name === trainer);
  const isIn = room === '' || row.room === room;
  const isOn = day === '' || row.weekday === day;
  return isWith && isIn && isOn && row.name.toLowerCase().includes(words.toLowerCase());
}

/** A form that asks for this page again: it works without a script, and its address can be sent. */
function filterForm(
  all: readonly RankedClassBody[],
  { filter, sort }: ClassesData,
  isFiltered: boolean,
) {
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
          {select(
            name,
            capitalised(name),
            [['', `Any ${name}`], ...of.map((one) => [one, capitalised(one)] as const)],
            { chosen: filter[name] },
          )}
        </div>
      ))}
      <div>{select('sort', 'Sort by', Object.entries(SORT_WORDS), { chosen: sort })}</div>
      <button type="submit" class="minor">
        Show
      </button>
      {isFiltered && <More to="/classes">Clear</More>}
    </form>
  );
}

/** As the ranking has them where they are the same, and of classes that lose money the greatest loss first. Unknown comes last. */
function sorted(rows: readonly RankedClassBody[], sort: ClassSort, earnings: Earnings) {
  const values: Readonly<Record<ClassSort, (row: RankedClassBody) => string | number | null>> = {
    fill_rate: (row) =>
      groupOf(row) === 'unprofitable' ? -(earnings.get(row.class_id)?.profit ?? 0) : 0,
    name: ({ name }) => name,
    time: ({ weekday, start_time }) => `${WEEKDAYS.indexOf(weekday)} ${start_time}`,
    people: ({ average_attendance: people }) => people,
    profit: ({ class_id: id }) => earnings.get(id)?.profit_per_class ?? null,
  };
  return rows.toSorted((one, other) => {
    const [a, b] = [values[sort](one), values[sort](other)];
    if (typeof a === 'string') return a.localeCompare(String(b), 'en');
    return Number(b ?? -Number.MAX_VALUE) - Number(a ?? -Number.MAX_VALUE);
  });
}

function sentence(total: number, all: readonly RankedClassBody[]): string {
  const size = (group: string) => all.filter((row) => groupOf(row) === group).length;
  if (total === 0) return 'No classes yet.';
  const weekly = counted(total, 'weekly class', 'weekly classes');
  if (size('unknown') === total) return `${weekly}: too early to tell.`;
  const parts = Object.entries({ full: 'full', dead: 'nearly empty', unprofitable: 'losing money' })
    .filter(([group]) => size(group) > 0)
    .map(([group, words]) => `${number(size(group))} ${words}`);
  return `${weekly}: ${parts.join(', ') || 'none full, empty or losing money'}.`;
}

export function classRows(
  rows: readonly RankedClassBody[],
  earnings: Earnings = new Map(),
  currency: string | null = null,
) {
  return rankedList(
    rows.map((row) => ({
      page: `/classes/${encodeURIComponent(row.class_id)}`,
      name: row.name,
      about: slotWords(row, row.trainers[0]?.name ?? null, row.room),
      bar: fillBar(row.fill_rate),
      figure:
        row.fill_rate === null ? people(row.average_attendance) : `${percent(row.fill_rate)} full`,
      words: [earnsWords(earnings.get(row.class_id), currency)],
    })),
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
