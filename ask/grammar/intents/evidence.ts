/**
 * Which report a question is for: a table with a row for each report, of what speaks for it and what it cannot do without.
 * The report with the most points is asked; on a tie the one further up. Points are chosen here and held by the questions of
 * `test/ask/`: what matters is their order, not their size.
 */

import type { Query } from '../../query.ts';
import type { Request } from '../request.ts';
import type { Cue } from '../words.ts';

/** What the names and times of a question say, beside its cues. */
export interface Traits {
  readonly oneTrainer: boolean;
  readonly twoTrainers: boolean;
  readonly oneClass: boolean;
  readonly twoClasses: boolean;
  readonly room: boolean;
  readonly noTime: boolean;
  readonly oneDay: boolean;
  readonly severalDays: boolean;
  readonly twoRanges: boolean;
  /** A day to come, or today. */
  readonly coming: boolean;
  /** A weekday, hours, a room, a class or a trainer narrows the question. */
  readonly narrowed: boolean;
}

export type Report = Query['report'];

interface Row {
  readonly report: Report;
  readonly words?: Partial<Record<Cue, number>>;
  readonly traits?: Partial<Record<keyof Traits, number>>;
  /** Points for several things together. */
  readonly together?: (traits: Traits, has: Request['has']) => number;
  readonly needs?: (traits: Traits, has: Request['has']) => boolean;
}

const ORDERS = ['best', 'worst', 'biggest', 'smallest', 'growing', 'shrinking'] as const;
const FIGURES = [
  'people',
  'came',
  'howMany',
  'fill',
  'busy',
  'noShow',
  'money',
  'losing',
  'profitable',
  'dead',
  'doing',
  ...ORDERS,
] as const;
const FEW = 2;

const ROWS: readonly Row[] = [
  {
    report: 'compare',
    words: { versus: 3, and: 1, best: 2, worst: 2, money: -20 },
    needs: ({ twoTrainers, twoClasses }) => twoTrainers || twoClasses,
    traits: { twoTrainers: 9, twoClasses: 9 },
  },
  {
    report: 'compare_periods',
    words: { versus: 4, gained: 9, growing: 5, shrinking: 5, people: 1, came: 1 },
    traits: { twoRanges: 8 },
    together: ({ noTime }, has) => (has('versus') && !noTime ? 5 : 0),
    needs: ({ twoRanges, noTime }, has) =>
      (twoRanges && has('versus', 'and', 'follow', 'growing', 'shrinking')) ||
      (has('versus', 'gained') && !noTime) ||
      (has('growing', 'shrinking') &&
        !has('which', 'classNoun', 'classNouns', 'trainerNoun', 'trainerNouns', 'who')),
  },
  {
    report: 'revenue',
    words: { losing: 12, profitable: 12, money: 9 },
    together: (_, has) => (has('dead') && has('money') ? 6 : 0),
  },
  { report: 'dead_classes', words: { dead: 11, classNouns: 1 } },
  {
    report: 'hours',
    words: { whenBusy: 11, whenFull: 11, whenQuiet: 11, whatTime: 4 },
    together: (_, has) => (asksWhen(has) ? 7 : 0),
    needs: (_, has) => has('whenBusy', 'whenFull', 'whenQuiet') || asksWhen(has),
  },
  {
    report: 'trainers',
    words: {
      trainerNouns: 4,
      trainerNoun: 4,
      who: 4,
      teaches: 2,
      most: 3,
      least: 3,
      noShow: 5,
      fill: 1,
      people: 1,
      best: 4,
      worst: 4,
      biggest: 4,
      smallest: 4,
      crowd: 2,
      doing: 2,
      growing: 1,
      shrinking: 1,
      versus: 2,
    },
    needs: ({ oneTrainer, twoTrainers }, has) =>
      !oneTrainer &&
      !twoTrainers &&
      ((has('trainerNouns') && !has('teaches')) ||
        (has('trainerNoun', 'trainerNouns') && has('noShow', 'fill', 'most', 'least', ...ORDERS)) ||
        (has('who') && has('most', 'least', ...ORDERS))),
  },
  {
    report: 'ranking',
    words: {
      classNoun: 3,
      classNouns: 3,
      best: 4,
      worst: 4,
      biggest: 4,
      smallest: 4,
      growing: 5,
      shrinking: 5,
      most: 3,
      least: 3,
      noShow: 3,
      fill: 2,
      busy: 2,
      crowd: 2,
      people: 1,
    },
    needs: ({ oneClass, twoClasses }, has) =>
      !twoClasses &&
      (has('best', 'worst', 'biggest', 'smallest') ||
        has('classNoun', 'classNouns') ||
        !oneClass) &&
      (has('best', 'worst', 'biggest', 'smallest', 'crowd') ||
        (has('most', 'least') && has('average')) ||
        (has('growing', 'shrinking') && has('classNoun', 'classNouns', 'which')) ||
        (has('most', 'least') && has('fill', 'busy', 'people', 'came', 'noShow', 'booking'))),
  },
  {
    report: 'no_shows',
    words: { noShow: 9, who: 1, howMany: 1, people: 1, booking: 1 },
    needs: (_, has) => has('noShow'),
  },
  {
    report: 'schedule',
    words: {
      whatsOn: 8,
      next: 6,
      when: 4,
      teaches: 5,
      isThere: 3,
      who: 1,
      classNouns: 1,
      whatTime: 3,
      booking: 1,
    },
    together: (traits, has) =>
      (traits.coming && isOfTimetable(has) ? 7 : 0) +
      (has('teaches') && has('which') && !has('howMany') ? 5 : 0) +
      (isOfSomeClasses(traits, has) ? 3 : 0),
    needs: (traits, has) =>
      has('whatsOn', 'next', 'when') ||
      (has('teaches') && !has('most', 'least', 'best', 'worst', 'fill', 'people', 'howMany')) ||
      (has('whatTime') && !has(...FIGURES)) ||
      (has('isThere') && !has(...FIGURES)) ||
      isOfSomeClasses(traits, has) ||
      (traits.coming && (isOfTimetable(has) || has('booking'))),
  },
  {
    report: 'occupancy',
    words: { now: 8, inThere: 4, howMany: 1, people: 1, busy: 3, whatsOn: -6 },
    traits: { room: 3, noTime: 2 },
    needs: ({ noTime, room, narrowed }, has) =>
      noTime &&
      !has('past', 'when', ...ORDERS) &&
      (has('now') ||
        (has('inThere') && has('howMany', 'people', 'busy', 'fill')) ||
        (has('inThere') && !narrowed) ||
        room ||
        (has('busy') && !narrowed)),
  },
  {
    report: 'trainer',
    words: {
      doing: 2,
      fill: 1,
      people: 1,
      came: 1,
      howMany: 1,
      busy: 1,
      growing: 2,
      shrinking: 2,
      summary: 1,
      teaches: 1,
      past: 1,
    },
    traits: { oneTrainer: 6 },
    needs: ({ oneTrainer, oneClass, twoClasses }) => oneTrainer && !oneClass && !twoClasses,
  },
  {
    report: 'class',
    words: {
      trainerNoun: -5,
      trainerNouns: -5,
      doing: 2,
      fill: 3,
      busy: 3,
      growing: 4,
      shrinking: 4,
      summary: 1,
      best: 1,
      worst: 1,
    },
    traits: { oneClass: 6 },
    needs: ({ oneClass }) => oneClass,
  },
  {
    report: 'attendance',
    words: {
      people: 3,
      came: 3,
      howMany: 3,
      fill: 2,
      busy: 2,
      doing: 2,
      summary: 3,
      crowd: 2,
      booking: 1,
    },
    traits: { severalDays: 2, oneDay: 1 },
    needs: ({ narrowed, oneClass, severalDays, oneDay, noTime }, has) =>
      severalDays || (narrowed && (oneDay || !oneClass)) || (noTime && isOfAll(has)),
  },
  {
    report: 'summary',
    words: { people: 3, came: 3, howMany: 3, fill: 2, busy: 2, doing: 3, summary: 6 },
    traits: { oneDay: 2 },
    needs: ({ severalDays, narrowed, noTime }, has) =>
      !severalDays && !narrowed && !(noTime && isOfAll(has)),
  },
];

/** "classes at noon": nothing is asked of them, so they are listed. */
function isOfSomeClasses(
  { narrowed, oneDay, severalDays, oneTrainer }: Traits,
  has: Request['has'],
): boolean {
  const isListed = has('classNouns') && !has('teaches', 'noShow', 'average', ...FIGURES);
  return isListed && narrowed && !oneDay && !severalDays && !oneTrainer;
}

/** "which day do most people come", "when is the yoga loft busiest". */
function asksWhen(has: Request['has']): boolean {
  const orders = ['busy', 'best', 'worst', 'fill', 'most', 'least', 'biggest', 'smallest'] as const;
  if (has('whatTime')) return has('people', 'came', ...orders);
  return (
    has('when') && has(...orders) && !has('classNoun', 'classNouns', 'next', 'whatsOn', 'teaches')
  );
}

/** Nothing that is counted is asked for, unless it is the classes themselves: "how many classes are there tomorrow". */
function isOfTimetable(has: Request['has']): boolean {
  const others = FIGURES.filter((cue) => cue !== 'howMany');
  return !has(...others) && (!has('howMany') || has('classNouns'));
}

/** "How full are our classes?", "average attendance": of no day in particular. */
function isOfAll(has: Request['has']): boolean {
  return has('average') || (has('classNouns') && has('fill', 'busy'));
}

/** The report with the most points, or null where too little speaks for any. */
export function chooseReport(request: Request, traits: Traits): Report | null {
  let best: Report | null = null;
  let bestPoints = FEW - 1;
  for (const row of ROWS) {
    const points = pointsOf(row, request, traits);
    if (points <= bestPoints) continue;
    best = row.report;
    bestPoints = points;
  }
  return best;
}

function pointsOf(row: Row, { parts, has }: Request, traits: Traits): number {
  if (row.needs?.(traits, has) === false) return 0;
  let points = row.together?.(traits, has) ?? 0;
  for (const cue of parts.cues) points += row.words?.[cue] ?? 0;
  for (const [name, value] of Object.entries(row.traits ?? {})) {
    if (traits[name as keyof Traits]) points += value;
  }
  return points;
}
