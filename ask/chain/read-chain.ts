/**
 * Reads a question over several gyms as a query over them, or hands it to the one gym that it names; what is known of one
 * gym alone is asked back with the gyms to choose from.
 */

import { Value } from 'typebox/value';
import type { MeasureName } from '../../gym/figures/catalogue.ts';
import { foldName } from '../../gym/sessions/names.ts';
import {
  CHAIN_DIMENSIONS,
  CHAIN_MEASURES,
  CHAIN_QUERY,
  type ChainGym,
  type ChainQuery,
} from '../../service/figures/chain-figures.ts';
import type { AskQuery } from '../query.ts';
import { isLack, type Lack } from '../read/calendar.ts';
import type { Filter } from '../read/mark.ts';
import { marksOf } from '../read/mark.ts';
import { findMarks, type Marked } from '../read/marks.ts';
import type { Built } from '../read/material.ts';
import { wordsOf } from '../read/names.ts';
import { commonWords } from '../read/opinion.ts';
import { phraseOf, wordOf } from '../read/phrase.ts';
import { choiceOf, lastRead, ONE_GYM, type Read } from '../read/read-question.ts';
import type { AskContext, Question, Reading } from '../reader.ts';

export type ChainQuestion =
  | {
      readonly kind: 'chain';
      readonly query: ChainQuery;
      readonly decontextualized: string;
      readonly assumed: readonly string[];
    }
  /** Of one gym: to be answered as its own question. `whole` is it with what it takes from those before. */
  | Readonly<{ kind: 'one_gym'; gym: ChainGym; question: Question; whole: string | null }>
  | Extract<Reading, { kind: 'choice' | 'unclear' }>;

const MAX_OPTIONS = 8;
/** Names that one question is searched for: those that share the most words with it. Chosen here. */
const MAX_NAMES = 500;

/** Never throws for whatever is typed. @param gyms at least one: those that the key may see. */
export async function readChain(
  question: Question,
  gyms: readonly ChainGym[],
  nowUtcMs: number,
): Promise<ChainQuestion> {
  const context = chainContext(question, gyms, nowUtcMs);
  const common = await commonWords();
  const marked = findMarks(question.text, context, common);
  const before = question.prev.map((one) => findMarks(one, context, common));
  const read = await lastRead(question, context);
  const isOpen = namesIn(marked).length === 0 && !isOfGyms(marked);
  const gymId = onlyNamed(marked) ?? (isOpen && read.isLeaning ? lastGym(before) : null);
  const gym = gyms.find(({ id }) => id === gymId);
  if (gym === undefined)
    return choiceOf(read.marked) ?? ofAll(read, question.text, isOpen, context);
  const isOfIt = ([dim, op, values]: Filter): boolean =>
    dim === 'gym' && op === 'is' && values.join() === gym.id;
  const isWhole = before.length > 0 && (read.query?.where ?? []).some(isOfIt);
  return {
    kind: 'one_gym',
    gym,
    question: { text: withoutName(marked), prev: before.map(withoutName) },
    whole: isWhole ? phraseOf(read.query as AskQuery, context) : null,
  };
}

function chainContext(
  { text, prev }: Question,
  gyms: readonly ChainGym[],
  nowUtcMs: number,
): AskContext {
  const names = counts(gyms.map(({ name }) => foldName(name)));
  const zones = [...counts(gyms.map(({ timezone }) => timezone))];
  const words = new Set(wordsOf([...prev, text].join(' ')));
  const near = gyms.map(({ id, name }) => {
    const isShared = (names.get(foldName(name)) ?? 0) > 1;
    const shared = wordsOf(`${name} ${id}`).filter((word) => words.has(word)).length;
    return { id, name: isShared ? `${name} (${id})` : name, shared };
  });
  return {
    // Of most of them: "yesterday" is the same day in it.
    timezone: zones.toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? 'UTC',
    nowUtcMs,
    trainers: [],
    self: null,
    classNames: [],
    families: [],
    rooms: [],
    gyms: near.toSorted((one, other) => other.shared - one.shared).slice(0, MAX_NAMES),
    groups: [...new Set(gyms.flatMap(({ groups }) => groups))],
  };
}

/** How often each value is there. */
function counts(values: readonly string[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const value of values) found.set(value, (found.get(value) ?? 0) + 1);
  return found;
}

const namesIn = ({ marks }: Marked) =>
  marksOf(marks, 'name').filter(({ candidates: [first] }) => first?.kind === 'gym');

/** Whether several are spoken of: "which gym", "by club", "in all gyms", "the south group". */
function isOfGyms({ marks, sentence }: Marked): boolean {
  const isGroup = marksOf(marks, 'name').some(({ candidates: [one] }) => one?.kind === 'group');
  return isGroup || SEVERAL.test(sentence.tokens.map(({ word }) => word).join(' '));
}
const SEVERAL =
  /\b(gyms|clubs|sites|locations|branches|(which|what|each|every|per|by|another|other) (gym|club|site|location|branch))\b/;

/** The gym that a question names and no other. */
function onlyNamed(marked: Marked): string | null {
  const ids = namesIn(marked).flatMap(({ candidates }) => candidates.map(({ id }) => id));
  const [only = null, ...others] = new Set(ids);
  return others.length > 0 || isOfGyms(marked) ? null : only;
}

/** The gym that the talk is of: the newest question that is of gyms at all says it. */
function lastGym(before: readonly Marked[]): string | null {
  const newest = before.findLast((one) => namesIn(one).length > 0 || isOfGyms(one));
  return newest === undefined ? null : onlyNamed(newest);
}

/** With "the gym" in place of its name. */
function withoutName(marked: Marked): string {
  const { tokens } = marked.sentence;
  return namesIn(marked).reduceRight((text, { at, length }) => {
    const last = tokens[at + length - 1];
    const end = (last?.end ?? 0) - (last?.isPossessive === true ? 2 : 0);
    const before = text.slice(0, tokens[at]?.start).replace(/\bthe\s+$/i, '');
    return `${before}the gym${text.slice(end)}`;
  }, marked.text);
}

/** @param isOpen neither gyms nor one of them are spoken of */
function ofAll(
  { query: read, lack, notes, isLeaning }: Read,
  text: string,
  isOpen: boolean,
  context: AskContext,
): ChainQuestion {
  const { gyms = [] } = context;
  const refused = (
    reason: Extract<Reading, { kind: 'unclear' }>['reason'],
    message: string,
    first: readonly string[] = [],
  ): ChainQuestion => {
    const suggestions = [...first, ...chainExamples(context)].slice(0, MAX_OPTIONS);
    return { kind: 'unclear', reason, message, suggestions };
  };
  const query = read === null ? stopped(lack) : chainQueryOf(read);
  if (isLack(query)) return refused(query.stop, query.message);
  if ('ofOne' in query) {
    const whole = isOpen || read === null ? text : phraseOf(ofOneGym(read), context);
    const message = `Over several gyms that is not known: ${query.ofOne} is of one gym.`;
    const hasOptions = isOpen || read !== null;
    const offered = hasOptions ? gyms.slice(0, MAX_OPTIONS) : [];
    const options = offered.map(({ name }) => atGym(whole, name));
    return isOpen
      ? { kind: 'choice', text: `Which gym? ${message}`, options }
      : refused('not_known_here', message, options.slice(0, 2));
  }
  const decontextualized = isLeaning ? phraseOf(query, context) : text;
  return { kind: 'chain', query, decontextualized, assumed: [...new Set(notes)] };
}

/** Without the gyms. */
function ofOneGym(query: Built): AskQuery {
  const where = query.where?.filter(([dim]) => dim !== 'gym' && dim !== 'group');
  const by = query.report === undefined ? query.by?.filter((dim) => dim !== 'gym') : undefined;
  return { ...query, ...(where && { where }), ...(by && { by }) } as AskQuery;
}

function stopped(lack: Lack | null): Lack | OfOne {
  if (lack === null || lack === ONE_GYM) return { ofOne: 'what is asked' };
  return { ...lack, message: lack.message.replace('class, trainer, room', 'gym') };
}

/** The question of one gym by its name. */
export function atGym(text: string, name: string): string {
  return `${text.replace(/[\s?.!]+$/, '')} at ${name}?`;
}

/** Questions that work over these gyms: a test asks them all. */
export function chainExamples({
  gyms = [],
  groups: [group] = [],
}: Pick<AskContext, 'gyms' | 'groups'>): string[] {
  const [one, other] = gyms;
  return [
    'Attendance by gym last week',
    'Which of my gyms is the fullest?',
    'Top 3 gyms by revenue',
    'Which gyms lost money last month?',
    ...(one === undefined || other === undefined ? [] : [`Compare ${one.name} and ${other.name}`]),
    ...(group === undefined ? [] : [`Fill rate by gym in the ${group} group`]),
    ...(one === undefined ? [] : [`Which classes should I cut at ${one.name}?`]),
    'Attendance by gym and week',
  ];
}

/** What of a question is known of one gym alone: trainers, classes, hours, what is now. */
interface OfOne {
  readonly ofOne: string;
}

function chainQueryOf(query: Built): ChainQuery | OfOne | Lack {
  if (query.report !== undefined)
    return { ofOne: query.report === 'occupancy' ? 'who is in now' : 'the timetable' };
  const { by = [], where = [], having = [], measures } = query;
  const own = [...by, ...where.map(([dim]) => dim)].find((dim) => !KNOWN.has(dim));
  if (own !== undefined) return { ofOne: wordOf(own) };
  const isBeyond = (name: MeasureName): boolean => !CHAIN_MEASURES.includes(name);
  const beyond = [...measures, ...having.map(([name]) => name)].find(isBeyond);
  if (beyond !== undefined)
    return notKnown(
      `The ${wordOf(beyond)} compares classes of one gym: it is not known over several gyms.`,
    );
  if (query.compare != null) return TWO_TIMES;
  if (query.share === true)
    return notKnown('Turnout gives no share over gyms: ask for the totals by gym.');
  if (where.some(([dim, , values]) => dim === 'group' && values.length > 1)) return SEVERAL_GROUPS;
  return Value.Check(CHAIN_QUERY, query) ? query : OTHER_ROWS;
}

const KNOWN: ReadonlySet<string> = new Set([...CHAIN_DIMENSIONS, 'group']);
const notKnown = (message: string): Lack => ({ stop: 'not_known_here', message });
const TWO_TIMES = notKnown(
  'Over several gyms two times are not compared in one question: ask for one after the other, or by week.',
);
const SEVERAL_GROUPS = notKnown(
  'Several groups in one question are not set side by side: ask for one of them.',
);
const OTHER_ROWS = notKnown('Over gyms there are rows by gym and by one of day, week or month.');
