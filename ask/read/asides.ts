/** What somebody says beside a question: why it is asked, who wants to know, what they think of it. */

import type { Surroundings } from '../reader.ts';
import { isWord } from './draft.ts';
import type { Mark, MarkOf } from './mark.ts';
import { findMarks, type Marked } from './marks.ts';

export interface Apart {
  /** The question, with names in place of the pronouns that stood for one in an aside. */
  readonly rest: string;
  readonly asides: readonly string[];
}

const ASKING =
  '(?:(?:on|at|in|from|for) )?(?:please|kindly|how|which|what|who|whose|where|when|is|are|was|were|did|do|does|has|have|could|can|would|tell|show|list|give|compare|i need|i want|we need|let me)\\b';
const PLANS =
  '(?:am|are|is|may|might|must|will|needs?|plan|wants?|can|could|should|has|have|asks?|wish|rises?)';
/** "We are short of staff, so how many …", "Because the bank asks for it, how many …", "Before I print it I need …". */
const REASONS = [
  new RegExp(`^(.+?)[,;.] (?:(?:and )?so|but) (${ASKING}.*)$`, 'is'),
  new RegExp(`^((?:because|before (?:i|we)|to see|in order to)\\b[^,]*), (${ASKING}.*)$`, 'is'),
  new RegExp(`^((?:as|since|while|now)\\b[^,]*\\b${PLANS}\\b[^,]*), (${ASKING}.*)$`, 'is'),
  new RegExp(`^((?:i|we)(?:[’']ve| have)(?: got)? an? [^,]*), (${ASKING}.*)$`, 'is'),
  /^(.+?)[;.] ((?:please|kindly|could|can|would|his|her)\b.*)$/is,
  /^((?:for|before)\b[^,;:.]*,? (?:i|we)(?: would|[’']d)? (?:need|want|like|must see|must know)(?: to know)?) (.*)$/is,
];
/** Times of what is planned are none of the question. */
const PLANNED =
  /\b(may|might|must|will|needs?|plan|wants?|can|could|should|wish|rises?|(?:i|we) have(?! been))\b/i;
/** Nor is anything of what somebody claims. */
const CLAIM = /\b(bet|reckons?|says?|thinks?|swears|feels like)\b/i;
/** Where a remark may begin or end. */
const STOPS =
  /(?<=[,;:.?!)])\s+|\s+(?=\()|\s+[-–—]+\s+|(?<=\b(?:asking|asks|wants to (?:know|no)))\s+(?=how|what|which|who|when|is|are|did|do|does|was|were|has|have)|\s+(?=(?:cause|cos|coz) (?:i|he|she|we|they|its|it)\b)/i;
/** "Ben wants it", "bet it’s Friday", "lady on the phone asking", "cause he says it’s loads". */
const REMARK =
  /^\(?(?:and |but |so |just )?(?:(?:\p{L}+ ){1,4}(?:wants?|needs?|asks?|asked|says?|reckons?|thinks?|knows?|swears|keeps?)\b|asking\b|needs? to have\b|bet\b|reckon|feels like|(?:i|we)(?:[’']?m| am| are| have to) (?!\p{L}+\)?$)|i\.?e\b|(?:cause|cos|coz)\b|so (?:that )?(?:i|we) can\b)|\b(?:asking|asks|wants to (?:know|no))\b/iu;

type Names = readonly MarkOf<'name'>[];
const namesIn = ({ marks }: Marked): Names =>
  marks.filter((mark): mark is MarkOf<'name'> => mark.is === 'name');

export function withoutRemarks(text: string, surroundings: Surroundings): Apart | null {
  const reason = REASONS.map((pattern) => pattern.exec(text)).find((found) => found !== null);
  const [, why, question = text] = reason ?? [];
  return without(question, why === undefined ? [] : [why], false, surroundings);
}

/** Where the whole is not understood: without the parts that say nothing a question could hold. */
export function withoutIdle(text: string, surroundings: Surroundings): Apart | null {
  return without(text, [], true, surroundings);
}

function isRemark({ text, marks, leftovers }: Marked): boolean {
  const isOfFigure = marks.some((mark) => mark.is === 'measure' && !mark.isWeak);
  const isOfStranger = leftovers[0]?.at === 0;
  const hasName = marks.some(({ is }) => is === 'name');
  return REMARK.test(text) && (isOfStranger || (!isOfFigure && (leftovers.length > 0 || hasName)));
}

function isIdle({ marks, unknowable }: Marked): boolean {
  const says = (mark: Mark): boolean =>
    mark.is === 'word'
      ? isWord(mark, 'than', 'compare', 'or', 'only', 'which', 'who')
      : mark.is !== 'noun' && mark.is !== 'nothing';
  return (unknowable === null || unknowable.subject === 'other') && !marks.some(says);
}

function without(
  text: string,
  reasons: readonly string[],
  isIdleToo: boolean,
  surroundings: Surroundings,
): Apart | null {
  const marksOf = (part: string) => findMarks(part, surroundings);
  const parts = text.split(STOPS).filter((part) => /\p{L}/u.test(part));
  const beside = (parts.length < 2 ? [] : parts)
    .filter((part) => isIdleToo || REMARK.test(part))
    .map(marksOf)
    .filter((part) => isRemark(part) || (isIdleToo && isIdle(part)));
  const rest = parts.filter((part) => !beside.some((aside) => aside.text === part)).join(' ');
  const asides = [...reasons.map(marksOf), ...beside];
  if (asides.length === 0 || rest === '') return null;
  const named = askedBeside(rest, asides, reasons.length, surroundings);
  return named === null ? null : { rest: named, asides: asides.map((aside) => aside.text) };
}

/**
 * The question without what was only said, with names in place of its pronouns; null where it needs more of that.
 *
 * @param reasons how many of the asides are why it is asked; they come first.
 */
export function askedBeside(
  rest: string,
  asides: readonly Marked[],
  reasons: number,
  surroundings: Surroundings,
): string | null {
  const asked = findMarks(rest, surroundings);
  if (asides.some((aside, at) => holdsMore(aside, asked, at < reasons))) return null;
  // "They have been here since Thursday. How many came from then on?"
  const isOfTime = /\b(then|that (day|week|month))\b/i.test(rest);
  if (isOfTime && asides.some(({ marks }) => marks.some(({ is }) => is === 'time'))) return null;
  const named = withNames(rest, asides.flatMap(namesIn));
  // "Yoga is quiet, so how many came last week?"
  const isOfName = asides.some((aside, at) =>
    namesIn(aside).some((name) => at < reasons || isOfThing(name)),
  );
  const isLost = isOfName && named !== null && namesIn(findMarks(named, surroundings)).length === 0;
  return isLost ? null : named;
}

/** "Mondays are quiet, so how many came last week?": what the question takes from its reason must stay. */
function holdsMore({ text, marks }: Marked, asked: Marked, isReason: boolean): boolean {
  const isNew = (is: (mark: Mark) => boolean) => marks.some(is) && !asked.marks.some(is);
  const isTime = (mark: Mark) => mark.is === 'time';
  // "Mondays", "evenings", "the 6.30": not "this afternoon", when it is wanted.
  const isUsual = ({ typed }: Mark) => /s$|\d/i.test(typed);
  const isWeekly = (mark: Mark) =>
    mark.is === 'time' && mark.time.weekdays !== undefined && isUsual(mark);
  const isFilter = (mark: Mark) => mark.is === 'filter' && isUsual(mark);
  const isFigure = (mark: Mark) => mark.is === 'measure' && !mark.isWeak;
  // "He bet me that we had 500 last week, so how many came?"
  if (CLAIM.test(text)) return isReason && isNew((mark) => isTime(mark) && !isWeekly(mark));
  if (isNew(isWeekly) || isNew(isFilter)) return true;
  return (isReason && isNew(isFigure)) || (!PLANNED.test(text) && isNew(isTime));
}

const isOfThing = ({ candidates: [first] }: MarkOf<'name'>): boolean => first?.kind !== 'trainer';

/** "Tom has asked for a rise, so what did his classes make": what Tom’s made. Null where it is of nobody, or of several. */
function withNames(rest: string, names: Names): string | null {
  const one = (of: Names): string | undefined => {
    const [first, ...others] = new Set(of.map(({ typed }) => typed.replace(/['’]s$/, '')));
    return others.length === 0 ? first : undefined;
  };
  const person = one(names.filter((name) => !isOfThing(name)));
  const thing = one(names.filter(isOfThing));
  if (
    /\b(then|that (day|week|month)|there|them|they|those|the two of them|that happens?)\b/i.test(
      rest,
    ) &&
    names.length > 0
  )
    return null;
  if (/\b(he|she|him|his|hers?)\b/i.test(rest) && person === undefined) return null;
  const ofThing =
    thing === undefined
      ? rest
      : rest
          .replace(/\bits\b/gi, `${thing}’s`)
          .replace(/\b(it|that (room|class|one|slot))\b/gi, thing);
  return person === undefined
    ? ofThing
    : ofThing.replace(/\b(his|hers?)\b/gi, `${person}’s`).replace(/\b(he|she|him)\b/gi, person);
}
