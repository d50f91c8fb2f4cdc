/** What the rows are of: "per week", "which classes", "Anna or Tom", "who". */

import type { DimensionName } from '../../../gym/figures/dimensions.ts';
import type { Mark, MarkOf } from '../marks/mark.ts';
import type { Filters } from './filters.ts';
import { EVENTS } from './measures/measures.ts';
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
]);
const LEADING: ReadonlySet<Mark['is']> = new Set([
  'which',
  'list',
  'all',
  'order',
  'direction',
  'count',
  'any',
  'each',
  'by_word',
  'verdict',
]);
const CLASSES: ReadonlySet<DimensionName> = new Set<DimensionName>(['series', 'session', 'class']);
/** Of what two values are set beside each other. */
const PAIRED: readonly DimensionName[] = [
  'trainer',
  'room',
  'class',
  'part_of_day',
  'start_time',
  'weekday',
];

export function breakdownOf(work: Work, filters: Filters): Breakdown {
  const by: DimensionName[] = [];
  const push = (dim: DimensionName): void => {
    if (!by.includes(dim)) by.push(dim);
  };
  for (const mark of work.all('by')) {
    push(mark.dim);
    const word = work.before(mark);
    if (word?.is === 'by_word') work.use(word);
    work.use(mark);
    if (work.before(mark)?.is === 'each') work.use(mark);
  }
  joinedNouns(work, push);
  const subject = subjectOf(work);
  if (subject !== null) {
    push(subject.dim);
    work.use(subject);
  }
  told(work, push);
  pairs(work, filters, push);
  const who = whoOf(work, by);
  if (who) push('trainer');
  whenOf(work, by, push);
  noise(work, by, filters);
  if (by.length > 0) work.use(...work.all('each'));
  const isOne = (subject !== null && !subject.isPlural) || (who && subject === null);
  return { by, subject, isOne };
}

/** "per room and weekday". */
function joinedNouns(work: Work, push: (dim: DimensionName) => void): void {
  for (const noun of work.all('noun')) {
    const before = work.before(noun);
    if (before?.is === 'by_word') {
      push(noun.dim);
      work.use(noun, before);
    }
    const other = before?.is === 'and' ? work.before(before) : before;
    const isAfterBy = other?.is === 'by' || (other?.is === 'noun' && work.isUsed(other));
    if (isAfterBy && (before?.is === 'and' || before?.is === 'by')) {
      push(noun.dim);
      work.use(noun);
    }
  }
}

function subjectOf(work: Work): MarkOf<'noun'> | null {
  for (const noun of work.free('noun')) {
    if (isSubject(noun, work)) return noun;
  }
  return null;
}

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one branch for each way to say it
function isSubject(noun: MarkOf<'noun'>, work: Work): boolean {
  // "Who has the fullest classes": the rows are trainers.
  if (CLASSES.has(noun.dim) && work.has('who') && !work.has('which')) return false;
  const lead = leadOf(noun, work);
  if (lead === 'how_many') return false;
  if (lead === 'which' || lead === 'list') return true;
  const first = work.marks.indexOf(noun) === 0;
  const isConditioned =
    work.has('bound', 'state', 'verdict') ||
    work.all('not').some((not) => not.kind === 'verb' || not.at > noun.at);
  if (CLASSES.has(noun.dim)) {
    if (lead === 'rank') return true;
    if (noun.isPlural && (isConditioned || (work.has('by_word') && !work.has('by')))) return true;
    const after = work.after(noun);
    const isEvent = after?.is === 'measure' && after.measures.some((one) => EVENTS.has(one));
    return (
      first &&
      noun.isPlural &&
      !work.has('by') &&
      (isEvent || (work.has('measure') && after?.is === 'have'))
    );
  }
  return (
    lead === 'rank' || (noun.isPlural && (isConditioned || first || work.has('by_word', 'all')))
  );
}

/** What leads to a noun: a question word, a rank ("top three"), a command, or nothing. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one branch for each way to say it
function leadOf(noun: Mark, work: Work): 'which' | 'rank' | 'list' | 'how_many' | null {
  let isRanked = false;
  for (let at = work.marks.indexOf(noun) - 1; at >= 0; at--) {
    const mark = work.marks[at];
    if (mark === undefined) break;
    if (mark.is === 'how_many') return 'how_many';
    if (mark.is === 'which')
      return /^(which)/i.test(mark.typed) || isRanked || isNear(mark, noun, work) ? 'which' : null;
    if (mark.is === 'list' || mark.is === 'all') return 'list';
    if (mark.is === 'any') return 'list';
    if (
      (mark.is === 'direction' && !mark.isComparative) ||
      mark.is === 'order' ||
      mark.is === 'count' ||
      mark.is === 'verdict'
    ) {
      isRanked = true;
      continue;
    }
    if (LEADING.has(mark.is) && mark.is !== 'each' && mark.is !== 'by_word') return 'rank';
    if (mark.is === 'not') continue;
    if (!ADJECTIVES.has(mark.is)) break;
  }
  if (isRanked) return 'rank';
  // "class with the most walk-ins": the rank comes behind.
  const after = work.after(noun);
  const next = after === undefined ? undefined : work.after(after);
  const isBehind = (mark: Mark | undefined): boolean =>
    mark?.is === 'order' || (mark?.is === 'direction' && !mark.isComparative);
  return after?.is === 'have' && isBehind(next) ? 'rank' : null;
}

function isNear(which: Mark, noun: Mark, work: Work): boolean {
  const between = work.marks.slice(work.marks.indexOf(which) + 1, work.marks.indexOf(noun));
  // "What did the morning classes cost" is of them all.
  return between.length === 0;
}

/** "Are there classes with a fill rate under 30 %?" */
function told(work: Work, push: (dim: DimensionName) => void): void {
  if (!work.has('bound', 'state')) return;
  for (const mark of work.all('timetable')) {
    if (!/\b(class|session)/i.test(mark.typed)) continue;
    push(/session/i.test(mark.typed) ? 'session' : 'series');
    work.use(mark);
  }
}

/** Two trainers, rooms, classes or weekdays against each other. */
function pairs(work: Work, filters: Filters, push: (dim: DimensionName) => void): void {
  const cues = work.all('compare', 'than', 'or', 'each');
  const isListed = work.has('how', 'doing');
  for (const dim of PAIRED) {
    const values = filters.values.get(dim) ?? [];
    const isMany = values.length > 2 && dim !== 'weekday';
    const isWorkweek = dim === 'weekday' && isOneTime(work);
    if (values.length < 2 || isWorkweek) continue;
    const isNamed = dim === 'trainer' || dim === 'room' || dim === 'class';
    if (cues.length === 0 && !isMany && !(isListed && isNamed) && !isNamed) continue;
    push(dim);
    work.use(
      ...cues.filter((mark) => work.after(mark) !== undefined),
      ...work.all('direction').filter(({ isComparative }) => isComparative && !work.has('noun')),
    );
    if (
      work.has('time') &&
      work.all('time').filter(({ phrase }) => phrase.span !== undefined).length > 1
    )
      break;
  }
}

/** "weekends", "weekdays": one word for several days. */
function isOneTime(work: Work): boolean {
  return (
    work
      .all('time')
      .filter(({ phrase }) => phrase.weekdays !== undefined || phrase.span?.isWeekday === true)
      .length < 2
  );
}

/** "who has the most no-shows": trainers, for members are not known. */
function whoOf(work: Work, by: readonly DimensionName[]): boolean {
  const marks = work.all('who');
  if (marks.length === 0) return false;
  const isRanked = work.has('order', 'direction', 'bound', 'compare', 'state', 'or', 'not');
  if (by.includes('trainer') || isRanked) {
    work.use(...marks);
    return !by.includes('trainer');
  }
  return false;
}

/** "When are we busiest?": of weekday and hour. */
function whenOf(
  work: Work,
  by: readonly DimensionName[],
  push: (dim: DimensionName) => void,
): void {
  const marks = work.all('when');
  const asked = work.all('timetable').filter(({ typed }) => /^(at )?(when|what time)/i.test(typed));
  if (marks.length + asked.length === 0) return;
  if (by.length > 0) {
    work.use(...marks, ...asked);
    return;
  }
  if (
    !work.has('order', 'direction') &&
    !(work.has('bound') && marks.some((mark) => work.marks.indexOf(mark) === 0))
  ) {
    // "when it is not evening" joins.
    work.use(...marks.filter((mark) => work.marks.indexOf(mark) > 0));
    return;
  }
  if (!work.all('time').some(({ phrase }) => phrase.weekdays?.length === 1)) push('weekday');
  push('hour');
  work.use(...marks, ...asked);
}

/** Nouns that only say what is counted: "Tom's classes", "the 6pm class". */
function noise(work: Work, by: readonly DimensionName[], filters: Filters): void {
  for (const noun of work.free('noun')) {
    const isOfFilter = noun.dim !== 'weekday' && filters.where.some(([dim]) => dim === noun.dim);
    const isClass = noun.dim === 'series' || noun.dim === 'session';
    if (isClass || by.includes(noun.dim) || isOfFilter) work.use(noun);
  }
}
