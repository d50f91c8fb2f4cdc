/**
 * Reads a question over several gyms. The grammar of one gym's questions reads it, with the gyms in place of the rooms;
 * what is known of one gym alone is asked back with the gyms to choose from.
 */

import type { MeasureName } from '../../gym/figures/catalogue.ts';
import type { DimensionName } from '../../gym/figures/dimensions.ts';
import type { FiguresQuery } from '../../gym/figures/query.ts';
import {
  CHAIN_DIMENSIONS,
  CHAIN_MEASURES,
  type ChainDimension,
  type ChainGym,
  type ChainQuery,
} from '../../service/figures/chain-figures.ts';
import { type AskQuery, isFigures } from '../query.ts';
import { named } from '../read/draft.ts';
import { phraseOf, wordOf } from '../read/phrase.ts';
import { readQuestion } from '../read/read-question.ts';
import type { Question, Reading, Surroundings } from '../reader.ts';
import {
  asGyms,
  asRooms,
  chainSurroundings,
  findGroups,
  masked,
  type NamedGyms,
  namedGyms,
  speaksOfGyms,
  speaksOfRooms,
  unmasked,
  withoutDashes,
} from './gym-names.ts';

export type ChainQuestion =
  | {
      readonly kind: 'chain';
      readonly query: ChainQuery;
      readonly decontextualized: string;
      readonly assumed: readonly string[];
    }
  /** Of one gym: to be answered as its own question. */
  | { readonly kind: 'one_gym'; readonly gymId: string; readonly questions: readonly Question[] }
  | Extract<Reading, { kind: 'choice' | 'unclear' }>;

const MAX_OPTIONS = 8;

/** Never throws for whatever is typed. @param gyms at least one: those that the key may see. */
export function readChain(
  question: Question,
  gyms: readonly ChainGym[],
  nowUtcMs: number,
): ChainQuestion {
  const text = withoutDashes(question.text, gyms);
  const prev = question.prev.map((one) => withoutDashes(one, gyms));
  const surroundings = chainSurroundings([...prev, text].join(' '), gyms, nowUtcMs);
  const world = { gyms, surroundings };
  const asked = taken(text, world);
  const before = prev.map((one) => taken(one, world));
  const own = onlyNamed(asked);
  if (own !== null) return ofOneGym(own, asked, before, world);
  const read = readAsRooms(asked, before, world);
  const [first] = asked.names.marked.marks;
  const isFollowUp = first?.is === 'word' && /^(follow|add|and|only)$/.test(first.word);
  const leaning = read.kind === 'query' ? read.decontextualized !== read.text : isFollowUp;
  const talk =
    leaning && asked.names.named.length === 0 && !asked.isOfGyms ? lastGym(before) : null;
  if (talk !== null) return ofOneGym(talk, asked, before, world);
  if (asked.isOfRooms) return whichGym(asked, 'rooms', world);
  return converted(read, asked, world);
}

interface World {
  readonly gyms: readonly ChainGym[];
  readonly surroundings: Surroundings;
}

interface Taken {
  /** As it was asked. */
  readonly text: string;
  /** Of the question without its groups. */
  readonly names: NamedGyms;
  /** That without names. */
  readonly made: string;
  readonly groups: readonly string[];
  readonly isOfGyms: boolean;
  readonly isOfRooms: boolean;
}

/** Whole names first, then groups, then parts of names: "South Bank" is no group, and "the south group" is no gym. */
function taken(asked: string, { gyms, surroundings }: World): Taken {
  const all = namedGyms(asked, surroundings);
  const { text } = all;
  const whole = { text, named: all.named.filter(({ isPart }) => !isPart) };
  const known = [...new Set(gyms.flatMap(({ groups }) => groups))];
  const found = findGroups(masked(whole), known);
  const { groups } = found;
  const names = groups.length === 0 ? all : namedGyms(unmasked(found.text, whole), surroundings);
  const made = masked(names);
  return {
    text,
    names,
    made,
    groups,
    isOfGyms: speaksOfGyms(made) || groups.length > 0,
    isOfRooms: speaksOfRooms(made),
  };
}

/** The gym that a question names and no other. */
function onlyNamed({ names, isOfGyms }: Taken): string | null {
  const ids = new Set(names.named.map(({ id }) => id));
  const [only = null] = ids.size === 1 ? ids : [];
  return isOfGyms ? null : only;
}

/** The gym that the talk is of: the newest question that is of gyms at all says it. */
function lastGym(before: readonly Taken[]): string | null {
  const newest = before.findLast(({ names, isOfGyms }) => isOfGyms || names.named.length > 0);
  return newest === undefined ? null : onlyNamed(newest);
}

/** As it is asked of that gym: first as it stands, then with what it takes from the questions before. */
function ofOneGym(
  gymId: string,
  asked: Taken,
  before: readonly Taken[],
  world: World,
): ChainQuestion {
  const ofGym = (one: Taken): string =>
    unmasked(one.made, one.names, () => 'the gym').replace(/\bthe the gym/gi, 'the gym');
  const prev = before.map(ofGym);
  const read = before.length === 0 ? null : readAsRooms(asked, before, world);
  const query = read?.kind === 'query' ? read.query : null;
  const chain = query === null ? null : chainQueryOf(query, []);
  const isOfIt = chain !== null && 'measures' in chain && onlyGym(chain) === gymId;
  const whole = isOfIt && query !== null ? [withoutGym(query, world)] : [];
  return {
    kind: 'one_gym',
    gymId,
    questions: [{ text: ofGym(asked), prev }, ...whole.map((text) => ({ text, prev: [] }))],
  };
}

/** The question without its gyms. */
function withoutGym(query: AskQuery, { surroundings }: World): string {
  const { where = [] } = query;
  const rest = { ...query, where: where.filter(([dim]) => dim !== 'room') };
  const by = 'measures' in query ? { by: (query.by ?? []).filter((dim) => dim !== 'room') } : {};
  return phraseOf({ ...rest, ...by } as AskQuery, surroundings);
}

type RoomsReading = Reading & { readonly text: string };

function readAsRooms(asked: Taken, before: readonly Taken[], world: World): RoomsReading {
  const prev = before.map((one) => unmasked(asRooms(one.made)[0] ?? '', one.names));
  const texts = asRooms(asked.made).map((one) => unmasked(one, asked.names));
  const readings = texts.map((text) => ({
    ...readQuestion({ text, prev }, world.surroundings),
    text,
  }));
  const [first = { ...readQuestion({ text: '', prev }, world.surroundings), text: '' }] = readings;
  return readings.find(({ kind }) => kind === 'query') ?? first;
}

function converted(read: RoomsReading, asked: Taken, world: World): ChainQuestion {
  if (asked.groups.length > 1) {
    const message = 'Several groups in one question are not set side by side: ask for one of them.';
    return refused('not_understood', message, world);
  }
  if (read.kind === 'choice') {
    return { ...read, options: read.options.map(asGyms) };
  }
  if (read.kind === 'unclear') {
    const isUnknown = /^Not understood: /.test(read.message);
    const more = isUnknown
      ? ' Names of trainers, classes and rooms belong to one gym: name it too.'
      : '';
    return refused(read.reason, `${asGyms(read.message)}${more}`, world);
  }
  const query = chainQueryOf(read.query, asked.groups);
  if ('none' in query) return refused('not_known_here', query.none, world);
  if ('ofOne' in query) return whichGym(asked, query.ofOne, world, read.query);
  const isLeaning = read.decontextualized !== read.text;
  return {
    kind: 'chain',
    query,
    decontextualized: isLeaning ? asGyms(read.decontextualized) : asked.text,
    assumed: read.assumed.map(asGyms),
  };
}

/** Asks back, with the same question of each gym. */
function whichGym(asked: Taken, what: string, world: World, read?: AskQuery): ChainQuestion {
  const isWhole = !asked.isOfGyms && asked.names.named.length === 0;
  const plain = isWhole || read === undefined ? asked.text : withoutGym(read, world);
  const message = `Over several gyms that is not known: ${what} is of one gym.`;
  const options = optionsOf(plain, world.gyms);
  if (isWhole) return { kind: 'choice', text: `Which gym? ${message}`, options };
  return refused('not_known_here', message, world, options.slice(0, 2));
}

function optionsOf(text: string, gyms: readonly ChainGym[]): string[] {
  return gyms.slice(0, MAX_OPTIONS).map(({ name }) => atGym(text, name));
}

/** The question of one gym by its name. */
export function atGym(text: string, name: string): string {
  return `${text.replace(/[\s?.!]+$/, '')} at ${name}?`;
}

function refused(
  reason: Extract<Reading, { kind: 'unclear' }>['reason'],
  message: string,
  { gyms }: World,
  first: readonly string[] = [],
): ChainQuestion {
  const suggestions = [...first, ...chainExamples(gyms)].slice(0, 8);
  return { kind: 'unclear', reason, message, suggestions };
}

/** Questions that work over these gyms: a test asks them all. */
export function chainExamples(gyms: readonly ChainGym[]): string[] {
  const [one, other] = gyms;
  const [group] = gyms.flatMap(({ groups }) => groups);
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

const MAX_DIMENSIONS = 2;

/**
 * What the grammar read, with gyms for its rooms, as a query over gyms; or what of it is known of one gym alone (trainers,
 * classes, hours, what is now), or why no gym has it in this form.
 *
 * @param groups that the question is bound to; none is all.
 */
function chainQueryOf(
  read: AskQuery,
  groups: readonly string[],
): ChainQuery | { readonly ofOne: string } | { readonly none: string } {
  if (!isFigures(read))
    return { ofOne: read.report === 'occupancy' ? 'who is in now' : 'the timetable' };
  const { measures, by = [], where = [], having = [], order = [], from, to, limit, offset } = read;
  const own = [...by, ...where.map(([dim]) => dim)].find((dim) => chainDim(dim) === null);
  if (own !== undefined) return { ofOne: wordOf(own) };
  const beyond = [...measures, ...having.map(([name]) => name)].find(
    (name) => !CHAIN_MEASURES.includes(name),
  );
  if (beyond !== undefined)
    return {
      none: `The ${wordOf(beyond)} compares classes of one gym: it is not known over several gyms.`,
    };
  if (read.compare !== undefined) return { none: TWO_TIMES };
  const filters = where.flatMap(gymFilter);
  const dims = by.flatMap((dim) => chainDim(dim) ?? []);
  if (dims.length > MAX_DIMENSIONS || filters.length < where.length)
    return { none: 'Over gyms there are rows by gym and by one of day, week or month.' };
  const lists = {
    by: dims,
    where: groups.length === 0 ? filters : [...filters, ['group', 'is', [...groups]] as Filter],
    having: having.map((one) => [...one] as Bound),
    order: order.map(([name, way]): Order => {
      const dim = chainDim(name as DimensionName);
      return [dim ?? (name as MeasureName), way];
    }),
  };
  return { measures: [...measures], ...named({ from, to, limit, offset, ...lists }) };
}

type Order = NonNullable<ChainQuery['order']>[number];
type Filter = NonNullable<ChainQuery['where']>[number];
type Bound = NonNullable<ChainQuery['having']>[number];

const TWO_TIMES =
  'Over several gyms two times are not compared in one question: ask for one after the other, or by week.';

function chainDim(dim: DimensionName): ChainDimension | null {
  return dim === 'room' ? 'gym' : (CHAIN_DIMENSIONS.find((one) => one === dim) ?? null);
}

/** None where it is of days: over gyms these are chosen by a range alone. */
function gymFilter([dim, op, values]: NonNullable<FiguresQuery['where']>[number]): Filter[] {
  return dim === 'room' && op !== 'between' ? [['gym', op, values.map(String)]] : [];
}

/** The one gym that a query names; undefined where it is of more. */
function onlyGym({ where = [], by = [] }: ChainQuery): string | undefined {
  const [filter, ...others] = where;
  if (filter === undefined || others.length > 0 || by.includes('gym')) return undefined;
  const [name, op, values] = filter;
  return name === 'gym' && op === 'is' && values.length === 1 ? values[0] : undefined;
}
