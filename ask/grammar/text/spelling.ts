/**
 * Puts typing errors right before anything is read: a word that nobody knows becomes the one known word it is nearest to.
 * What was changed is said in the answer.
 */

import { MONTHS, WEEKDAYS } from '../dates/calendar-words.ts';
import type { Directory } from '../names/directory.ts';
import { FILLER, NEVER_CORRECTED } from './filler.ts';
import { editsBetween } from './likeness.ts';
import type { Sentence, Token } from './sentence.ts';

export interface Correction {
  readonly typed: string;
  readonly read: string;
  /** Corrected to a word of a name: the note then says the name, not the word. */
  readonly isName: boolean;
}

/** Shortest word of the vocabulary that a typing error is put right to, and shortest typed month. Chosen here. */
const SHORTEST = 5;
const MIN_MONTH = 6;

/** How people write in a hurry: a word, and its short forms. */
const SHORT_FORMS: ReadonlyMap<string, string> = new Map(
  `
    week: wk; weeks: wks; month: mth mnth mo; months: mths mnths mos; yesterday: yday yest; people: ppl pax;
    average: avg; schedule: sched; tomorrow: tmrw tmr tomoz tmw 2moro 2morrow; weekend: wknd wkend; evening: eve;
    afternoon: arvo; hours: hrs; you: u; are: r; room: rm; rooms: rms; numbers: nums; number: num; revenue: rev;
    class: cls clss clas; thanks: thx ty; about: abt; what: wot wat; how: hw; tonight: tonite 2nite; today: 2day;
    anyone: any1; everyone: every1; someone: some1; nobody: no1; give: gimme; waitlist: wl;
    cancellations: canx cancs; let: lemme; night: nite; occupancy: occ; total: tot ttl; previous: prev;
    customers: custs; attendance: att attn; instructor: instr inst; last: lst; utilisation: util; weekday: wkday;
    weekdays: wkdays; bookings: bookngs bkgs; session: sesh; weekly: wkly; monthly: mthly; percent: pct;
    capacity: cap; next: nxt; booking: bkg; profit: prft; cancelled: cancld; rate: rt; attended: attd; hour: hr;
    trainer: trnr; many: mny meny menny; sessions: sess; quarter: qtr; noshows: noshws; weekends: wkends; minutes: mins;
    with: w; without: wo; through: thru; until: til untill untl; since: sinse sinc snce scince cince; people: peeps folk peoples; before: bfore; which: wich; the: teh; and: adn n; classes: clases; fill: fll fil; this: ths; rate: rte; cancelled: cncld cxld canceld; classes: clses; wednesday: wensday wenesday wendsday wedensday wensdy wednsdy;
    wednesdays: wensdays wenesdays wendsdays; today: tday tdy; evenings: eves; per: pr; thanks: thnx tnx; yesterday: yesterdy ystrday;
    people: peple ppls; attendance: attendnce atendance; morning: mornin morn; busiest: bizziest busyest bussiest buisiest; quietest: quitest quietist; fullest: fulest; afternoon: aft; doing: doin; tomorrow: tommorow tomorow 2mrw
  `
    .split(';')
    .flatMap((line) => {
      const [word = '', forms = ''] = line.trim().split(': ');
      return forms.split(' ').map((form) => [form, word] as const);
    }),
);

/** @param directory words of the gym's names; they come before the vocabulary where both are as near */
export function correctSpelling(
  sentence: Sentence,
  vocabulary: ReadonlySet<string>,
  { words: nameWords, pairs }: Pick<Directory, 'words' | 'pairs'>,
): Correction[] {
  const corrections: Correction[] = [];
  for (const [at, token] of sentence.tokens.entries()) {
    token.word = inFull(sentence, at);
    if (isKnown(token.word, vocabulary, nameWords) || /\d/.test(token.word)) continue;
    if (isHalf(sentence, at, nameWords)) continue;
    const singular = withoutS(token.word);
    if (singular !== null && nameWords.has(singular)) {
      token.word = singular;
      continue;
    }
    const beside = [...nameWords].filter(
      (word) =>
        pairs.has(`${sentence.word(at - 1)} ${word}`) ||
        pairs.has(`${word} ${sentence.word(at + 1)}`),
    );
    const read =
      nearest(token.word, nameWords, 3) ??
      nearest(token.word, beside, 3) ??
      (isLikelyName(sentence, token, at)
        ? dateWord(token.word)
        : vocabularyWord(token.word, vocabulary));
    if (read === null) continue;
    corrections.push({ typed: token.typed, read, isName: nameWords.has(read) });
    token.word = read;
  }
  return corrections;
}

function isKnown(word: string, ...sets: readonly ReadonlySet<string>[]): boolean {
  return FILLER.has(word) || NEVER_CORRECTED.has(word) || sets.some((set) => set.has(word));
}

/** The word of a short form; the w of "w/c 2 November" is no "with". */
function inFull(sentence: Sentence, at: number): string {
  const word = sentence.word(at);
  const next = sentence.word(at + 1);
  const isWeek = word === 'w' && /^[bce]$/.test(next);
  if (word === 'w' && next === 'o') return 'without';
  if (word === 'o' && sentence.word(at - 1) === 'without') return 'the';
  // "bookings 4 tomorrow".
  if (word === '4' && /^(to|tomorrow|2mo|today|2day|this|next|last|yesterday|the|me)/.test(next))
    return at > 0 && !/^(last|past|top|next|first|than|of|over|under)$/.test(sentence.word(at - 1))
      ? 'for'
      : word;
  // "no. of walk-ins".
  if (word === 'no' && next === 'of') return 'number';
  return (isWeek ? undefined : SHORT_FORMS.get(word)) ?? word;
}

/** "candle lit": one word of a name, written as two. */
function isHalf(sentence: Sentence, at: number, nameWords: ReadonlySet<string>): boolean {
  const word = sentence.word(at);
  return (
    nameWords.has(word + sentence.word(at + 1)) ||
    (at > 0 && nameWords.has(sentence.word(at - 1) + word))
  );
}

/** "annas", "rides". */
function withoutS(word: string): string | null {
  return word.length > 3 && word.endsWith('s') ? word.slice(0, -1) : null;
}

/** Written with a capital within a sentence that has small letters: rather somebody's name than a typing error. */
function isLikelyName({ text }: Sentence, { typed }: Token, at: number): boolean {
  return at > 0 && /^\p{Lu}\p{Ll}/u.test(typed) && /(^|\s)\p{Ll}{2}/u.test(text);
}

function dateWord(word: string): string | null {
  const days = new Set([...WEEKDAYS.keys(), ...MONTHS.keys()].filter((one) => one.length > 5));
  return word.length >= MIN_MONTH ? nearest(word, days, SHORTEST) : null;
}

function vocabularyWord(word: string, vocabulary: ReadonlySet<string>): string | null {
  if (word.length < SHORTEST - 1) return null;
  const full = withVowels(word, vocabulary);
  if (full !== null) return full;
  const read = nearest(word, vocabulary, SHORTEST - 1);
  if (read === null || (MONTHS.has(read) && word.length < MIN_MONTH)) return null;
  // Of words of four letters only swapped letters are errors ("thsi"): "sale" is not "same".
  const isShort = Math.min(read.length, word.length) < SHORTEST;
  // And of five none has another letter: "Leeds" is not "leads".
  const isOther = word.length === SHORTEST && read.length === SHORTEST;
  return (isShort || isOther) && !isSlip(word, read) ? null : read;
}

/** The one word that is this one with its vowels: "shws", "bkings", "clsses". */
function withVowels(word: string, vocabulary: ReadonlySet<string>): string | null {
  const bare = consonants(word);
  if (bare.length < 4 && word.length < SHORTEST) return null;
  let found: string | null = null;
  for (const one of vocabulary) {
    if (one.length <= word.length || !one.startsWith(word.slice(0, 1)) || consonants(one) !== bare)
      continue;
    if (found !== null) return null;
    found = one;
  }
  return found;
}

const consonants = (text: string): string =>
  text.slice(0, 1) +
  text
    .slice(1)
    .replace(/[aeiou]/g, '')
    .replace(/(.)\1+/g, '$1');

/** The same letters in another order, or one of them doubled: "thsi", "manny". */
function isSlip(word: string, read: string): boolean {
  const sorted = (text: string): string => [...text].toSorted().join('');
  const single = (text: string): string => text.replace(/(.)\1+/gu, '$1');
  return sorted(word) === sorted(read) || single(word) === single(read);
}

/** The one nearest word; null where two are as near, for then nobody knows which was meant. */
function nearest(word: string, known: Iterable<string>, shortest: number): string | null {
  let best: string | null = null;
  let bestEdits = 3;
  for (const candidate of known) {
    if (candidate.length < shortest) continue;
    const edits = editsBetween(word, candidate);
    if (edits === null || edits > bestEdits) continue;
    best = edits === bestEdits ? firstOf(best, candidate) : candidate;
    bestEdits = edits;
  }
  return best;
}

/** Singular and plural of a word are as good as each other. */
function firstOf(one: string | null, other: string): string | null {
  if (one === null) return null;
  if (`${one}s` === other) return one;
  return `${other}s` === one ? other : null;
}
