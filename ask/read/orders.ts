/** Which rows come first, and how many: "the five fullest classes", "lowest first", "second best". */

import type { MeasureName } from '../../gym/figures/catalogue.ts';
import type { Direction, QueryOrder } from '../../gym/figures/query.ts';
import type { Marks } from './draft.ts';
import type { Mark, MarkOf } from './mark.ts';
import type { Said } from './measures.ts';
import type { Rows } from './rows.ts';

export interface Ordered {
  readonly order: readonly QueryOrder[];
  readonly limit: number | null;
  readonly offset: number;
  /** Figures that an order brought: "busiest". */
  readonly brought: readonly MeasureName[];
}

/** The worst of these is the highest. */
const BAD = new Set<MeasureName>([
  'no_shows',
  'no_show_rate',
  'late_cancels',
  'cancelled',
  'empty_seats',
  'cost',
  'over_capacity',
  'empty_seat_value',
]);

type Superlative = MarkOf<'order'> | MarkOf<'most'> | MarkOf<'more'>;

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one case of the language after another
export function ordersOf(marks: Marks, said: Said, rows: Rows, having: ReadonlySet<Mark>): Ordered {
  const isChosen =
    rows.sought !== null && !rows.sought.isMany && !marks.has('compare', 'than', 'or');
  const superlatives: Superlative[] = [
    ...marks
      .all('order', 'most')
      .filter(
        ({ names }) =>
          !(names[0] === 'trend' && (marks.isOverTime || marks.has('than', 'compare'))),
      ),
    ...(isChosen ? marks.all('more') : []),
  ];
  marks.use(...superlatives, ...marks.all('sorted'));
  const count = countOf(marks, rows);
  const nth = marks.all('nth')[0];
  marks.use(...marks.all('nth'));
  const [chosen] = superlatives.filter(
    (mark) => mark.names.length > 0 || superlatives.length === 1,
  );
  const main: Superlative | undefined = chosen ?? superlatives[0];
  const isBoth = new Set(superlatives.map(({ way }) => way)).size > 1;
  const sorted = marks.all('sorted').at(-1);
  const brought = main !== undefined && rowsFit(main, said, having) ? main.names : [];
  const of = main === undefined ? undefined : orderedBy(main, marks, said, having, rows);
  if (main === undefined) {
    const [first = marks.base?.measures[0]] = firstOf(said, having);
    if (sorted === undefined && first === 'slot_index' && rows.isMany)
      return { order: [[first, 'desc']], limit: count, offset: 0, brought: [] };
    if (sorted === undefined || first === undefined)
      return { order: [], limit: count, offset: 0, brought: [] };
    const next = marks.list
      .slice(marks.list.indexOf(marks.all('sorted')[0] as Mark) + 1)
      .find((mark) => said.has(mark));
    const [named = first] = next === undefined ? [] : (said.get(next) ?? []);
    return { order: [[named, sorted.way]], limit: count, offset: 0, brought: [] };
  }
  if ((rows.by.length === 0 && (marks.base?.by.length ?? 0) === 0) || of === undefined || isBoth)
    return { order: [], limit: null, offset: 0, brought };
  const isBad = main.names.length === 0 && main.is === 'order' && BAD.has(of);
  const plain: Direction =
    sorted !== undefined && main.is !== 'most' && main.names.length === 0 ? sorted.way : main.way;
  const way = isBad ? (plain === 'asc' ? 'desc' : 'asc') : plain;
  const place = nth === undefined ? null : nth.value;
  const limit = place !== null ? 1 : (count ?? (isOne(rows, marks) ? 1 : null));
  return {
    order: [[of, way]],
    limit,
    offset: place === null ? 0 : place - 1,
    brought: said.size === 0 ? [of] : brought,
  };
}

/** A superlative brings its own figure where no figure was named that it could be of. */
function rowsFit(main: Superlative, said: Said, having: ReadonlySet<Mark>): boolean {
  return main.names.length > 0 && [...said.keys()].every((mark) => having.has(mark));
}

const firstOf = (said: Said, having: ReadonlySet<Mark>): MeasureName[] => {
  const asked = [...said].filter(([mark]) => !having.has(mark)).flatMap(([, names]) => names);
  return asked.length > 0 ? asked : [...said.values()].flat();
};

/** "most *no-shows*": the figure to the right; "busiest day *by revenue*": the one that is named. */
function orderedBy(
  main: Superlative,
  marks: Marks,
  said: Said,
  having: ReadonlySet<Mark>,
  rows: Rows,
): MeasureName {
  const at = marks.list.indexOf(main);
  const right = marks.list.slice(at + 1).find((mark) => said.has(mark) && !having.has(mark));
  const own = said.get(main)?.[0];
  if (own !== undefined) return own;
  const [named] = right === undefined ? firstOf(said, having) : (said.get(right) ?? []);
  const next = marks.after(main);
  const isCounted =
    next?.is === 'noun' &&
    /^(series|session)$/.test(next.dim) &&
    main.is === 'most' &&
    next !== rows.sought;
  if (isCounted && main.names.length === 0 && named === undefined) return 'held';
  const isTaught =
    main.is === 'most' &&
    named === undefined &&
    marks.all('report').length > 0 &&
    rows.by.includes('trainer');
  if (isTaught) return 'held';
  if (main.names.length === 0) return named ?? marks.base?.measures[0] ?? usualOrder(rows);
  const [first] = main.names;
  return named ?? first ?? 'attended';
}

/** "best", "worst" and "most" with no figure: people of times, the fill of all others. */
function usualOrder({ by }: Rows): MeasureName {
  return by.some((dim) => /^(day|week|month|weekday|hour|start_time|part_of_day)$/.test(dim))
    ? 'attended'
    : 'fill_rate';
}

/** "the five fullest classes", "top 10", "3 quietest". */
function countOf(marks: Marks, rows: Rows): number | null {
  const isFree = (mark: Mark | undefined): mark is MarkOf<'amount'> =>
    mark?.is === 'amount' &&
    mark.unit === 'plain' &&
    mark.value >= 1 &&
    Number.isInteger(mark.value) &&
    !marks.isUsed(mark);
  const near = marks.all('amount').find((amount) => {
    const around = [marks.before(amount), marks.after(amount)];
    return around.some(
      (mark) =>
        mark?.is === 'order' ||
        mark?.is === 'most' ||
        (mark !== undefined && mark === rows.sought) ||
        mark?.is === 'noun' ||
        mark?.is === 'sorted',
    );
  });
  if (!isFree(near)) return null;
  marks.use(near);
  return near.value;
}

/** "which class", "the busiest day"; "who" is one where a superlative chooses. */
function isOne({ sought }: Rows, marks: Marks): boolean {
  if (sought !== null) return !sought.isMany;
  return marks.has('who', 'when') || marks.all('by').length === 0 || marks.has('which');
}
