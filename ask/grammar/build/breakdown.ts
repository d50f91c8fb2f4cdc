/** What the rows are of: "per week", "which classes", "Anna or Tom", "who". */

import type { DimensionName } from '../../../gym/figures/dimensions.ts';
import type { Mark, MarkOf } from '../marks/mark.ts';
import type { Filters } from './filters/filters.ts';
import { boundNoun, isCountedIn } from './measures/asked.ts';
import { EVENTS } from './measures/families.ts';
import {
  CLASSES,
  isAllBut,
  isAskedWhole,
  isCompared,
  isFirst,
  isLastOfAll,
  isOfEach,
  isOther,
  namedRows,
  overTime,
  toldNouns,
} from './rows/other-rows.ts';
import { isOfAll, onlyShown, pairs } from './rows/pairs.ts';
import type { Work } from './work.ts';

export interface Breakdown {
  readonly by: DimensionName[];
  /** The noun that rows are asked for by: "which classes". */
  readonly subject: MarkOf<'noun'> | null;
  /** One row is meant: "which class", "who". */
  readonly isOne: boolean;
}

/** Marks that may stand between "which" or "top" and its noun. */
const ADJECTIVES: ReadonlySet<Mark['is']> = new Set([
  'filter',
  'name',
  'time',
  'count',
  'order',
  'direction',
  'verdict',
  'self',
  'state',
  'have',
  'all',
  'any',
  'doing',
  'now',
]);
export function breakdownOf(work: Work, filters: Filters): Breakdown {
  const by: DimensionName[] = [];
  const push = (dim: DimensionName): void => {
    if (!by.includes(dim)) by.push(dim);
  };
  for (const mark of work.all('by')) {
    if (isAllBut(mark, work)) {
      work.noted.add(mark);
      work.use(mark);
      continue;
    }
    push(mark.dim);
    const word = work.before(mark);
    if (word?.is === 'by_word') work.use(word);
    work.use(mark);
    if (work.before(mark)?.is === 'each') work.use(mark);
  }
  joinedNouns(work, push);
  namedRows(work, filters, push);
  const subject = subjectOf(work);
  if (subject !== null) {
    push(subject.dim);
    work.use(subject);
  }
  toldNouns(work, push);
  if (!isOfAll(work)) pairs(work, filters, push);
  const who = whoOf(work, by, filters);
  if (who) push('trainer');
  const isOneTime = whenOf(work, by, push);
  if (by.length === 0) overTime(work, push);
  noise(work, by, filters);
  if (by.length > 0) work.use(...work.all('each'), ...onlyShown(work));
  const isOneSlot = work
    .all('by')
    .some(({ typed }) => /^(what|which) (time slot|room)$/i.test(typed));
  const isOne = isOneTime || isOneSlot || (subject === null ? who : isOneOf(subject, work));
  return { by, subject, isOne };
}

/** "Which class is", and "which of the classes is". */
function isOneOf({ isPlural }: MarkOf<'noun'>, { marked }: Work): boolean {
  const isPicked =
    /\bwhich (one )?of\b.*\b(is|was|has|does|gets|makes|earns|brings|draws|loses|pulls|takes)\b/i;
  return !isPlural || isPicked.test(marked.text);
}

/** "per room and weekday". */
function joinedNouns(work: Work, push: (dim: DimensionName) => void): void {
  for (const noun of work.all('noun')) {
    const before = work.before(noun);
    if (before?.is === 'by_word') {
      push(noun.dim);
      work.use(noun, before);
    }
    const each = work.marks.slice(0, work.marks.indexOf(noun)).toReversed();
    const leading = each.find(({ is }) => !/^(name|filter|time|self|count)$/.test(is));
    if (leading?.is === 'each') {
      push(noun.dim);
      work.use(noun, leading);
    }
    const other = before?.is === 'and' ? work.before(before) : before;
    const isAfterBy = other?.is === 'by' || (other?.is === 'noun' && work.isUsed(other));
    const isNext = before !== undefined && before.at + before.length === noun.at;
    const isCount = isCountedIn(noun, work);
    if (isAfterBy && !isCount && (before?.is === 'and' || (before?.is === 'by' && isNext))) {
      push(noun.dim);
      work.use(noun);
    }
  }
}

function subjectOf(work: Work): MarkOf<'noun'> | null {
  return work.free('noun').find((noun) => isSubject(noun, work)) ?? null;
}

function isSubject(noun: MarkOf<'noun'>, work: Work): boolean {
  const isOfClasses = CLASSES.has(noun.dim);
  // "Who has the fullest classes": the rows are trainers.
  const isWhose = work.after(noun)?.is === 'who';
  const isWhich = work.all('which').some((mark) => !isOther(work.after(mark), noun));
  if (isOfClasses && work.has('who') && !isWhich && !isWhose) return false;
  if (isCountedIn(noun, work) || isBoundAside(noun, work) || isAskedWhole(noun, work)) return false;
  if (isCompared(noun, work) || isLastOfAll(noun, work) || isOfEach(noun, work)) return true;
  const lead = leadOf(noun, work);
  if (lead === 'how_many' || (lead === 'list' && isSummed(noun, work))) return false;
  if (lead !== null) return lead !== 'verdict' || !work.has('by', 'by_word');
  if (!noun.isPlural && noun.typed !== 'series') return false;
  return isConditioned(noun, work) || (isOfClasses ? isTold(noun, work) : isNamedFirst(noun, work));
}

/** "Trainers with more than 15 *classes*": the rows are others. */
function isBoundAside(noun: Mark, work: Work): boolean {
  const isBound = work.all('bound').some((mark) => boundNoun(mark, work) === noun);
  return isBound && work.all('noun', 'by', 'who').length > 1;
}

/** "classes that are not full", "rooms under 50 %". */
function isConditioned(noun: Mark, work: Work): boolean {
  // What a filter leaves out picks no rows: "fill rate of classes not taught by Anna".
  const denials = work.all('not').filter((not) => !work.isUsed(not));
  const isDenied = denials.some((not) => not.kind === 'verb' || not.at > noun.at);
  return work.has('bound', 'state') || isDenied || (work.has('verdict') && !work.has('by'));
}

function isNamedFirst(noun: Mark, work: Work): boolean {
  // "the capacity of the rooms".
  const isOfFigure = work.before(noun)?.is === 'measure' && !work.has('by');
  return work.marks[0] === noun || isOfFigure || work.has('by_word', 'all');
}

/** "classes with no-shows", "classes by fill rate". */
function isTold(noun: Mark, work: Work): boolean {
  if (work.has('by')) return false;
  const next = work.after(noun);
  const after = next?.is === 'which' || next?.is === 'who' ? work.after(next) : next;
  const isEvent = after?.is === 'measure' && after.measures.some((one) => EVENTS.has(one));
  const isHaving = work.has('measure') && after?.is === 'have';
  // "Classes in decline".
  if (work.marks[0] === noun && after?.is === 'order' && after.measures[0] === 'trend') return true;
  return work.has('by_word') || (isFirst(noun, work) && (isEvent || isHaving));
}

/** "The revenue of all classes", "total takings, all rooms": one sum. */
function isSummed(noun: Mark, work: Work): boolean {
  const isAll = work.all('all').some(({ at }) => at < noun.at);
  return (
    isAll && /\b(of all|total|combined|together)\b/i.test(work.marked.text) && !work.has('which')
  );
}

type Lead = 'which' | 'rank' | 'list' | 'how_many' | 'verdict';

/** Of the marks before a noun, what each makes it; null looks further, what is missing ends the search. */
const LEADS: Partial<Readonly<Record<Mark['is'], Lead | null>>> = {
  ...Object.fromEntries([...ADJECTIVES].map((is) => [is, null])),
  how_many: 'how_many',
  which: 'which',
  list: 'list',
  all: 'list',
  any: 'list',
  not: null,
};

/** What leads to a noun: a question word, a rank ("top three"), a command, or nothing. */
function leadOf(noun: Mark, work: Work): Lead | null {
  const before = work.marks.slice(0, work.marks.indexOf(noun)).toReversed();
  const at = before.findIndex((mark) => !isPassed(mark, work));
  const ranks = (at < 0 ? before : before.slice(0, at)).filter(isRank);
  const rank =
    ranks.length === 0 ? null : ranks.every(({ is }) => is === 'verdict') ? 'verdict' : 'rank';
  const end = before[at];
  const lead = end === undefined ? null : (LEADS[end.is] ?? null);
  // "What did the morning classes cost" is of them all.
  const isFar = lead === 'which' && rank === null && at > 0 && !/^which/i.test(end?.typed ?? '');
  // "How many late cancels were there for Tom's classes" is of them all.
  const isThere = lead === 'list' && at > 0 && end?.is === 'any' && !/any/i.test(end.typed);
  if (lead !== null) return isFar || isThere ? null : lead;
  return rank ?? (isRankedBehind(noun, work) ? 'rank' : null);
}

function isPassed(mark: Mark, work: Work): boolean {
  return isRank(mark) || LEADS[mark.is] === null || isRankedFigure(mark, work);
}

function isRank(mark: Mark): boolean {
  const isWay = mark.is === 'direction' && !mark.isComparative;
  return isWay || /^(order|count|verdict)$/.test(mark.is);
}

/** "the highest *waitlist* class". */
function isRankedFigure(mark: Mark, work: Work): boolean {
  return mark.is === 'measure' && /^(direction|order)$/.test(work.before(mark)?.is ?? '');
}

/** "class with the most walk-ins": the rank comes behind. */
function isRankedBehind(noun: Mark, work: Work): boolean {
  const behind = work.marks.slice(work.marks.indexOf(noun) + 1);
  const rank = isFirst(noun, work)
    ? behind.find(({ is }) => !/^(have|past|doing|measure|who|which|timetable)$/.test(is))
    : behind[0]?.is === 'have'
      ? behind[1]
      : undefined;
  return rank?.is === 'order' || (rank?.is === 'direction' && !rank.isComparative);
}

/** "who has the most no-shows": trainers, for members are not known. */
function whoOf(work: Work, by: readonly DimensionName[], { values }: Filters): boolean {
  const marks = work.all('who');
  if (marks.length === 0) return false;
  // "Mondays vs Wednesdays, *who* has the better fill".
  const isOfPair = by.some((dim) => dim !== 'trainer' && (values.get(dim)?.length ?? 0) > 1);
  if (isOfPair && work.has('compare', 'or') && !work.has('noun')) {
    for (const mark of marks) work.noted.add(mark);
    work.use(...marks);
    return false;
  }
  // "Classes *whose* fill rate is below 60 %".
  if (by.length > 0 && marks.every((mark) => work.before(mark)?.is === 'noun')) {
    for (const mark of marks) work.noted.add(mark);
    work.use(...marks);
    return false;
  }
  const isOfSlots = work.all('measure').some(({ measures }) => measures.includes('slot_index'));
  const isCounted = work.has('timetable') && /\bhow many\b/i.test(work.marked.text);
  const isRanked =
    isOfSlots ||
    isCounted ||
    work.has('order', 'direction', 'bound', 'compare', 'state', 'or', 'not');
  if (by.includes('trainer') || isRanked) {
    work.use(...marks);
    return !by.includes('trainer');
  }
  return false;
}

/** "When are we busiest?": of weekday and hour. Whether one time is meant: "the quietest time of the week". */
function whenOf(
  work: Work,
  by: readonly DimensionName[],
  push: (dim: DimensionName) => void,
): boolean {
  const marks = work.all('when');
  const asked = work.all('timetable').filter(({ typed }) => /^(at )?(when|what time)/i.test(typed));
  if (marks.length + asked.length === 0) return false;
  const isBound = work.has('bound') && work.marks[0]?.is === 'when';
  if (by.length === 0 && !work.has('order', 'direction') && !isBound) {
    // "when it is not evening" joins.
    work.use(...marks.filter((mark) => work.marks.indexOf(mark) > 0));
    return false;
  }
  work.use(...marks, ...asked);
  if (by.length > 0) return false;
  if (!work.all('time').some(({ phrase }) => phrase.weekdays?.length === 1)) push('weekday');
  push('hour');
  return marks.some(({ typed }) => /^(time|hour|slot) of/i.test(typed));
}

/** Nouns that only say what is counted: "Tom's classes", "the 6pm class". */
function noise(work: Work, by: readonly DimensionName[], filters: Filters): void {
  for (const noun of work.free('noun')) {
    const isOfFilter = noun.dim !== 'weekday' && filters.where.some(([dim]) => dim === noun.dim);
    const isClass = noun.dim === 'series' || noun.dim === 'session';
    if (isClass || by.includes(noun.dim) || isOfFilter || isSummed(noun, work)) work.use(noun);
  }
}
