/** Which measures a question asks for: words that turn one into another are in `turns.ts`. */

import { MEASURES, type MeasureName } from '../../../../gym/figures/catalogue.ts';
import type { Mark, MarkOf } from '../../marks/mark.ts';
import type { Draft, Stop } from '../draft.ts';
import type { Work } from '../work.ts';
import {
  type Asked,
  drop,
  has,
  isJoined,
  isListed,
  isTaught,
  noSuch,
  replace,
  unjoined,
} from './asked.ts';
import { countedClasses, countNouns, countOfNoun, mostClasses } from './counts.ts';
import { ABSORBED, APART, FAMILY } from './families.ts';
import { turned } from './turns.ts';

type Of = Map<Mark, readonly MeasureName[]>;
type Named = MarkOf<'measure'>;

/**
 * @param isGrouped whether rows are of something other than classes already
 * @param base the question before, whose figures stay where none are named
 */
export function measuresOf(work: Work, isGrouped: boolean, base: Draft | null): Asked | Stop {
  const of: Of = new Map(namedIn(work).map((mark) => [mark, own(mark, work)]));
  countNouns(work, of);
  freePlaces(work, of);
  work.use(...work.all('measure'));
  if (of.size === 0 && isGrouped) countOfNoun(work, of);
  if (of.size === 0) countedClasses(work, of);
  if (of.size === 0) mostClasses(work, of);
  upsAndDowns(work, of);
  const [first] = work.marks;
  const isBare = of.size === 0 && !work.has('state', 'verdict');
  if (base !== null && first !== undefined && isBare) of.set(first, base.measures);
  perClassBound(work, of);
  const averaged = of.size === 0 ? averageAlone(work, of, isBare) : null;
  if (averaged !== null) return averaged;
  if (isRateOfHours(work, of)) return noSuch(BY_THE_HOUR);
  return combined(work, of) ?? unjoined(work, of) ?? turned(work, of, isGrouped);
}

/** "The biggest classes on average", "fewer than ten on average": of people. */
function averageAlone(work: Work, of: Of, isBare: boolean): Stop | null {
  const [average] = work.all('turn').filter(({ into }) => into === 'average');
  if (average === undefined) return null;
  const isOfSize = work.all('order').some(({ measures: [one] }) => one === 'average_attendance');
  if (work.has('bound', 'how_many') || isOfSize) of.set(average, ['average_attendance']);
  else if (isBare)
    return noSuch('An average of what? Name a figure: people who came, for example.');
  return null;
}

/** "Which trainers get more than 12 a class?" */
function perClassBound(work: Work, of: Of): void {
  const perClass = work.all('turn').find(({ into }) => into === 'per_class');
  if (perClass !== undefined && of.size === 0 && work.has('bound') && !work.has('state'))
    of.set(perClass, ['average_attendance']);
}

/** "Compared to last week, are we up or down?": no trend, but the two weeks. */
function upsAndDowns(work: Work, of: Of): void {
  const ups = [...of.keys()].filter(({ typed }) =>
    /\bup\b.*\bdown\b|\bdown\b.*\bup\b/i.test(typed),
  );
  if (of.size === ups.length && work.has('compare', 'than') && work.has('time'))
    for (const mark of ups) {
      of.delete(mark);
      work.noted.add(mark);
    }
}

/** "Places offered and taken": of places that is no money. */
function own(mark: Named, work: Work): readonly MeasureName[] {
  const isTaken = mark.strength === 'weak' && /^taken$/i.test(mark.typed);
  const isOfPlaces = work.all('measure').some(({ measures }) => measures.includes('capacity'));
  if (!isTaken || !isOfPlaces) return mark.measures;
  work.noted.add(mark);
  work.note('Places taken are the people who came.');
  return ['attended'];
}

/** "How many classes did we hold": those that took place. */
const HOLDING =
  /\b(hold|holds|held|hosted|takes?|took place|go|goes|went|gone ahead|happen|happened|happens|ran|occurred)\b/i;

/** The marks that name a figure of their own: the strong ones, and weak ones that nothing else speaks for. */
function namedIn(work: Work): Named[] {
  const all = work.all('measure');
  const strong = all.filter(({ strength }) => strength === 'strong');
  const kept = strong.filter((mark) => !isExcluded(mark, strong, work));
  const brought = work
    .all('order', 'state')
    .flatMap((mark) => (mark.is === 'state' ? [mark.measure] : mark.measures));
  const named = [...kept.flatMap(({ measures }) => measures), ...brought];
  for (const mark of all.filter((one) => !strong.includes(one))) {
    const isAsked = isHead(mark, work) || isJoined(mark, work);
    const family = mark.measures.flatMap((one) => FAMILY[one] ?? []);
    const isSpokenFor = named.some((one) => family.includes(one));
    const isAlone = named.length === 0;
    const isOwn = isSpokenFor
      ? isJoined(mark, work) ||
        isComing(mark, named) ||
        (isHead(mark, work) && isOnlyBrought(brought, kept, family))
      : isAlone || isAsked;
    if (!isOwn) continue;
    kept.push(mark);
    named.push(...mark.measures);
  }
  return kept.toSorted((a, b) => a.at - b.at);
}

/** "How many booked people came": those who booked and those who came. */
function isComing({ typed }: Named, named: readonly MeasureName[]): boolean {
  const isPast = /^(actually )?(came|turned|showed|attended|made it|got in)\b/i.test(typed);
  return isPast && named.length === 1 && named[0] === 'booked';
}

/** "How many people were in the full classes": "full" picks the classes, the people are what is asked for. */
function isOnlyBrought(
  brought: readonly MeasureName[],
  kept: readonly Named[],
  family: readonly MeasureName[],
): boolean {
  const isNamed = kept.some(({ measures }) => measures.some((one) => family.includes(one)));
  return brought.length > 0 && !isNamed;
}

/** "how many people", "how much money": what the question is about. */
function isHead(mark: Named, work: Work): boolean {
  const before = work.before(mark);
  return /^how many/i.test(mark.typed) || before?.is === 'how_many' || before?.is === 'how_much';
}

/** "No-shows, but not late cancels": a figure that is left out of the others is not in them anyway. */
function isExcluded(mark: Named, strong: readonly Named[], work: Work): boolean {
  const not = work.before(mark);
  if (not?.is !== 'not' || not.kind !== 'leave_out' || not.side !== 'before') return false;
  if (strong.length < 2) return false;
  // "Classes with neither no-shows nor late cancels": a condition.
  if (/^(no|neither|nor|non)$/i.test(not.typed) && work.has('have')) return false;
  if (mark.measures.includes('cancelled') && /class|session|lesson/i.test(mark.typed)) {
    work.use(not);
    work.extraWhere.push(['status', 'is_not', ['cancelled']]);
    return true;
  }
  const earlier = strong.filter((one) => one.at < mark.at);
  const isApart = [mark, ...earlier].every(({ measures }) =>
    measures.every((one) => APART.has(one)),
  );
  if (earlier.length === 0 || work.has('which') || !isApart) return false;
  work.use(not);
  work.noted.add(mark);
  work.note(`“${mark.typed}” is a figure of its own and is not in this one.`);
  return true;
}

/** "places still free" of classes to come: those there are, and those booked. */
function freePlaces(work: Work, of: Of): void {
  const [free, ...others] = work.all('free');
  if (free === undefined) return;
  work.use(free, ...others);
  for (const [mark, measures] of of) {
    const isWeak = mark.is === 'measure' && mark.strength === 'weak';
    if (isWeak || /^(capacity|empty_seats|booked)$/.test(measures.join())) of.delete(mark);
  }
  const { text, today } = work.marked;
  const last = work.all('time').map(({ phrase }) => phrase.span?.days('ahead')?.to ?? today);
  const isPast = last.length === 0 && /\b(did|were|was|had)\b/i.test(text);
  const isOver = isPast || last.some((date) => date < today);
  of.set(free, isOver ? ['empty_seats'] : ['capacity', 'booked']);
  if (!isOver) work.note('Free places are the capacity less the bookings.');
}

/** Money words beside these mean something that is not known. */
export const PRICELESS: readonly MeasureName[] = [
  'no_shows',
  'late_cancels',
  'waitlisted',
  'cancelled',
  'no_show_rate',
];
export const PRICELESS_MESSAGE =
  'What they cost is not known: no price is stored with a booking. Their number is, and so is the revenue.';

/** "Revenue per hour". */
function isRateOfHours(work: Work, of: Of): boolean {
  const isHourly = work.all('by').some(({ typed }) => /^(per|an|each) hour$/i.test(typed));
  return isHourly && [...of.values()].flat().some((one) => MEASURES[one].unit === 'money');
}

const BY_THE_HOUR =
  'A rate of money an hour is not known: ask “by hour” for the hours in which classes start.';

/** Two words for one figure: "what do empty places cost", "how many classes were cancelled". */
function combined(work: Work, of: Of): Stop | null {
  const isPriced = (one: MeasureName): boolean =>
    [...of].some(([mark, measures]) => measures.includes(one) && !isListed(mark, work));
  const isNet = [...of.keys()].some(({ typed }) => /^(after|net of)\b/i.test(typed));
  if (isNet) drop(of, 'revenue');
  const values = work.all('turn').filter(({ into }) => into === 'value');
  if (values.length > 0 || has(of, 'cost') || has(of, 'revenue') || isMoneyNamed(work)) {
    if (PRICELESS.some(isPriced)) return noSuch(PRICELESS_MESSAGE);
    if (isPriced('empty_seats')) {
      replace(of, 'empty_seats', 'empty_seat_value');
      work.use(...values);
    }
  }
  if (isPriced('revenue_per_visit') && (isPriced('profit') || isPriced('cost')))
    return noSuch('Only revenue is known per visit.');
  // "Does it break even?" asks for its profit, not from which number on.
  if (/^\W*(do|does|did|is|are)\b/i.test(work.marked.text))
    replace(of, 'breakeven_attendance', 'profit');
  if (values.some(({ typed }) => /^los/i.test(typed))) dropWeakMoney(of);
  if (work.all('have').some(({ typed }) => HOLDING.test(typed))) replace(of, 'sessions', 'held');
  takenPlace(work, of);
  dropParts(work, of);
  const isOther = [...of.values()].flat().some((one) => one !== 'cancelled');
  return isOther && isPriced('cancelled')
    ? noSuch('Of cancelled classes only their number is known.')
    : null;
}

/** "How many sessions were not cancelled", "revenue of the classes that were not cancelled": which classes. */
function takenPlace(work: Work, of: Of): void {
  const [mark] = [...of].find(([, measures]) => measures.join() === 'cancelled') ?? [];
  if (mark === undefined || of.size < 2) return;
  const behind = work.marks.slice(0, work.marks.indexOf(mark)).toReversed();
  const not = behind.find(({ is }) => !/^(have|past|any|all)$/.test(is));
  if (not?.is !== 'not' || not.kind !== 'verb') return;
  work.use(not);
  of.delete(mark);
  work.extraWhere.push(['status', 'is_not', ['cancelled']]);
}

function dropParts(work: Work, of: Of): void {
  const all = new Set([...of.values()].flat());
  for (const [mark, measures] of [...of]) {
    const isAbsorbed = measures.every((one) => isPart(one, mark, all, work));
    if (isAbsorbed && !isJoined(mark, work)) of.delete(mark);
  }
}

/** "How much money did it lose": the loss is what is asked for. */
function dropWeakMoney(of: Of): void {
  for (const [mark] of of) {
    if (mark.is === 'measure' && mark.strength === 'weak' && mark.measures[0] === 'revenue')
      of.delete(mark);
  }
}

function isMoneyNamed(work: Work): boolean {
  return work.all('measure').some(({ measures }) => measures[0] === 'revenue');
}

/** What only helps to say another figure. */
function isPart(one: MeasureName, mark: Mark, all: ReadonlySet<MeasureName>, work: Work): boolean {
  if (isTaught(one, mark)) return all.size > 1;
  const isCounted = /^(sessions|held)$/.test(one) && work.has('and');
  return !isCounted && (ABSORBED[one] ?? []).some((other) => all.has(other));
}
