/** Makes a query of the marks of one question, or says what stands against it. */

import { addDays, weekdayOf } from '../../gym/calendar/zone.ts';
import { addsUp, MEASURES, type MeasureName } from '../../gym/figures/catalogue.ts';
import { QUERY_LIMITS, type QueryHaving } from '../../gym/figures/query.ts';
import { list } from '../../web/words/format.ts';
import { type Days, dateName, spanOf, WEEKDAY_IDS } from './calendar.ts';
import { type Bounds, boundsOf, type Filters, filtersOf, weekpartOf } from './conditions.ts';
import {
  type Draft,
  EMPTY,
  isStop,
  isWord,
  type Marks,
  notUnderstood,
  type Stop,
} from './draft.ts';
import {
  chosenCount,
  countRows,
  isOfClasses,
  isOfThings,
  isOfTimes,
  isRecord,
  PLANNED,
  saidFigures,
  turned,
} from './figures.ts';
import type { Filter, Mark } from './mark.ts';
import { wordOf } from './phrase.ts';
import { ordersOf, type Rows, rowsOf } from './rows.ts';
import { rangesOf } from './times.ts';

const FORECAST: Stop = {
  stop: 'not_known_here',
  message:
    'That is still to come: Turnout counts what happened and predicts nothing. Bookings and the timetable are known.',
};
/** Days of a timetable where none are named. Chosen here. */
const TIMETABLE_DAYS = 7;
const LIVE = /^(attended|fill_rate|capacity|empty_seats)$/;
/** Of places that were free, and not of those that are. */
const WAS = /\b(was|were|did)\b/i;
const CHOOSING = ['order', 'most', 'more', 'bound', 'state', 'turn', 'verdict', 'by'] as const;

/** @param self the trainer who asks; null for all others */
export function assemble(marks: Marks, self: string | null): Draft | Stop {
  const filters = filtersOf(marks, self);
  const draft = reportOf(marks, filters.where) ?? figuresOf(marks, filters);
  if (isStop(draft)) return draft;
  if (draft.by.length > 0 && draft.measures.includes('fill_goal'))
    marks.note('All are shown: which of them reach the goal is not picked.');
  return leftOver(marks, draft) ?? draft;
}

/** What no figure of classes answers: who is in the rooms now, and the timetable. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one case of the language after another
function reportOf(marks: Marks, where: readonly Filter[]): Draft | Stop | null {
  const { base, today } = marks;
  const isStrong = marks.all('measure').some(({ isWeak }) => !isWeak);
  const isChoosing = marks.all(...CHOOSING).some((mark) => !isOneClass(mark));
  const now = marks.all('report').filter(({ report }) => report === 'now');
  const isOn =
    marks.all('report').some(({ report }) => report !== 'now') ||
    where.some(([dim]) => dim === 'status');
  const isNow = now.length > 0 && base === null && !marks.has('when');
  const named = marks.all('measure', 'order', 'more').flatMap(({ names }) => names);
  const isOfCount =
    named.length > 0 && named.every((name) => name === 'sessions' || name === 'held');
  if (isNow && (isOfCount || (isOn && !isStrong)) && !isChoosing)
    return {
      ...EMPTY,
      kind: 'timetable',
      where: [...where, ['status', 'is', ['in_progress']]],
      range: { from: today, to: today },
    };
  const states = marks.all('state').map(({ bound: [name] }) => name);
  const isOfFigures = marks
    .all('verdict', 'bound', 'turn', 'by', 'time')
    .some((mark) => mark.is !== 'by' || mark.dims.join() !== 'room');
  // "Our most popular class at the moment" is not of the rooms.
  const isOfRanks =
    marks.all('order', 'most').length > 0 && marks.all('noun').some(({ dim }) => dim !== 'room');
  if (isNow && !isOfFigures && !isOfRanks && [...named, ...states].every((name) => LIVE.test(name)))
    return occupancy(where);
  const [first] = marks.list;
  const isCounted = first?.is === 'measure' && first.names[0] === 'attended';
  const isPlain =
    !isStrong &&
    !isChoosing &&
    !marks.has('compare', 'than', 'how_many') &&
    !marks.words('any').some(({ typed }) => /^ever$/i.test(typed));
  const isAtHour = marks.has('who') && where.some(([dim]) => dim === 'start_time');
  const isWhen =
    isWord(first, 'when') && where.length > 0 && marks.all('measure', 'report').length === 0;
  if (isPlain && !isCounted && (isOn || isAtHour || isWhen || isPlainList(marks)))
    return timetable(marks, where);
  if (base === null || base.kind === 'figures' || isStrong || isChoosing) return null;
  return base.kind === 'now' ? occupancy(where) : timetable(marks, where);
}

function occupancy(where: readonly Filter[]): Draft | Stop {
  const named = where.filter(([dim]) => dim !== 'part_of_day');
  if (named.some(([dim, op]) => !/^(room|gym|group)$/.test(dim) || op !== 'is'))
    return notUnderstood('Right now only rooms are counted: ask for a room, or for all of them.');
  return { ...EMPTY, kind: 'now', where: named };
}

/** "a class", which may be one on the timetable. */
const isOneClass = (mark: Mark): boolean => mark.is === 'turn' && mark.into === 'per_class';

/** "classes tomorrow", "has Ben got any classes on Friday", "sessions after 5pm on Bonfire night". */
function isPlainList(marks: Marks): boolean {
  return (
    marks.all('time').length > 0 &&
    marks.list.some(
      (mark) => isOneClass(mark) || (mark.is === 'noun' && /^(series|session)$/.test(mark.dim)),
    ) &&
    marks.list.every(
      (mark) => isOneClass(mark) || /^(noun|time|filter|name|word)$/.test(mark.is),
    ) &&
    !marks.has('past', 'how', 'doing', 'who')
  );
}

function timetable(marks: Marks, where: readonly Filter[]): Draft | Stop {
  const { today, base } = marks;
  const isPast =
    marks.has('past') ||
    marks.all('report').some(({ typed }) => /took|ran|gave|led|taught/i.test(typed));
  const ranges = rangesOf(marks, isPast ? 'back' : 'ahead');
  if (isStop(ranges)) return ranges;
  const usual = isPast
    ? { from: addDays(today, 1 - TIMETABLE_DAYS), to: today }
    : { from: today, to: addDays(today, TIMETABLE_DAYS - 1) };
  const isNext = marks.all('report').some(({ report }) => report === 'next');
  return {
    ...EMPTY,
    kind: 'timetable',
    where,
    range: ranges.range ?? base?.range ?? usual,
    time: ranges.time,
    isNext,
  };
}

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one case of the language after another
function figuresOf(marks: Marks, filters: Filters): Draft | Stop {
  const { base } = marks;
  const said = saidFigures(marks);
  // What a trainer earned may be their pay, or what their classes brought in.
  const isOfTrainer = filters.where.some(([dim, op]) => dim === 'trainer' && op === 'is');
  for (const [mark, names] of said)
    if (isOfTrainer && names.join() === 'revenue' && /^earn(s|ed)?$/i.test(mark.typed))
      said.set(mark, ['revenue', 'pay']);
  const isGrouped = marks
    .all('by')
    .some(({ isPer, dims }) => isPer !== true || !isOfClasses(dims[0]));
  const vague = marks.all('measure').find(({ typed }) => /^(busy|quiet|popular)$/i.test(typed));
  if (vague !== undefined && said.names().join() === 'sessions')
    return notUnderstood(
      `What counts as “${vague.typed}” is not set: ask how many were over 80 % full, for example.`,
    );
  if (marks.has('how_many') && isGrouped && marks.all('state').length > 0)
    return notUnderstood(
      'Turnout doesn’t count those for each of them: ask for the classes themselves.',
    );
  countRows(marks, said);
  const turn = turned(said, marks, isGrouped);
  if (isStop(turn)) return turn;
  const found = rowsOf(marks, filters, turn.isPerClass);
  const isRows = found.by.length > 0 || (base?.by.length ?? 0) > 0;
  const count = isRows || base !== null ? undefined : chosenCount(marks, said);
  const bounds = boundsOf(marks, said, isRows || count !== undefined);
  if (isStop(bounds)) return bounds;
  if (count !== undefined && bounds.having.length > 0) said.delete(count);
  const isAlone = found.by.length === 0 && bounds.having.length > 0 && base === null;
  const whether = isAlone ? boundOfAll(bounds.having, marks) : null;
  const isBound = isAlone && whether === null;
  const rows = eachTime(isBound ? { ...found, by: ['series'] } : found, bounds, marks, count);
  const ordered = ordersOf(marks, said, rows, bounds.bounded);
  // "Which classes are growing" are those that grow; "growing the most" is an order of all.
  const [[name, way] = []] = ordered.order;
  const isOfSome = name === 'trend' && found.isMany && marks.all('order', 'most').length === 1;
  const having: QueryHaving[] = isOfSome
    ? [...bounds.having, ['trend', way === 'desc' ? '>' : '<', 0]]
    : [...bounds.having];
  const named = [
    ...new Set([...said.names(), ...ordered.brought, ...bounds.having.map(([name]) => name)]),
  ];
  const verdicts = verdictsOf({ measures: named, by: rows.by, where: filters.where }, marks, rows);
  if (isStop(verdicts)) return verdicts;
  const measures = isBreakingEven(marks) ? (['profit'] as const) : defaultsOf(verdicts, marks);
  if (isStop(measures)) return measures;
  const parts = yesNo({ ...verdicts, measures }, marks, ordered.limit);
  const asked = measures.length > 0 ? measures : (base?.measures ?? []);
  const isOnTimetable =
    marks.all('report').length > 0 && parts.by.length === 0 && asked.join() === 'sessions';
  const isAhead =
    (isOnTimetable || asked.some((name) => /^(booked|waitlisted|capacity)$/.test(name))) &&
    asked.every((name) => PLANNED.has(name)) &&
    bounds.having.length === 0 &&
    !marks.has('past') &&
    !marks.all('free').some(({ typed }) => WAS.test(typed));
  const ranges = rangesOf(marks, isAhead ? 'ahead' : 'back');
  if (isStop(ranges)) return ranges;
  const isByMonth = parts.by.includes('month') && ranges.range === null && base === null;
  const isToCut = parts.where.some(([dim, , values]) => dim === 'verdict' && values.length > 1);
  const shown = parts.by.length > 0 ? parts.by : (base?.by ?? []);
  // Of rows that a bound chose, those that are furthest from it come first.
  const [bound] = whether === null ? having : [];
  const isOfOne = having.every(([name]) => name === bound?.[0]);
  const usual: Draft['order'] =
    bound && isOfOne
      ? [[bound[0], bound[1].startsWith('<') ? 'asc' : 'desc']]
      : isToCut
        ? [['fill_rate', 'asc']]
        : [];
  const draft: Draft = {
    ...EMPTY,
    ...ranges,
    ...(isByMonth && { range: wholeMonths(marks) }),
    ...ordered,
    ...parts,
    where:
      parts.by.join() === 'weekpart'
        ? parts.where.filter((one) => weekpartOf(one) === null)
        : parts.where,
    having: whether === null ? having : [],
    order: ordered.order.length === 0 && shown.length > 0 ? usual : ordered.order,
    yesIf: whether ?? (parts.by.length > 0 ? null : yesIf(marks, parts)),
  };
  if (isOfAll(marks, draft))
    return notUnderstood(
      'Turnout gives no single yes or no for all of them: ask which ones don’t, or how often.',
    );
  const told = isTrendOfTimes(draft) ? { ...draft, ...ATTENDED } : draft;
  const shared = turn.isShare ? withShare(told, marks) : told;
  if (isStop(shared)) return shared;
  const known = marks.all('free').length > 0 ? freePlaces(shared, marks) : shared;
  return incomparable(known, marks) ?? planned(known, marks);
}

/** "Are we up or down on the week before", "growing week by week": a trend is one figure for all weeks, so people are counted. */
const isTrendOfTimes = ({ measures, by, compare }: Draft): boolean =>
  measures.join() === 'trend' &&
  (compare !== null || by.some((dim) => /^(day|week|month)$/.test(dim)));
const ATTENDED = {
  measures: ['attended'],
  order: [],
  limit: null,
  having: [],
  yesIf: null,
} as const;

/** The twelve months that end with this one: half a month is no month. */
function wholeMonths(marks: Marks): Days {
  const range = { from: spanOf('month', marks.today, -11).from, to: marks.today };
  marks.note(`No time was named: took ${dateName(range.from)} to ${dateName(range.to)}.`);
  return range;
}

/** "Do all classes make money", "is yoga ever full": a sum says nothing of it, and a list leaves out those that do not. */
function isOfAll({ list, text }: Marks, { yesIf, having }: Draft): boolean {
  const isOfEach = /\b(all|every)\b(?! time)/i.test(text.replace(/\bat all\b/gi, ''));
  const isVerdict = yesIf !== null && 'measure' in yesIf;
  if (!isWord(list[0], 'asked', 'past')) return false;
  return isOfEach ? isVerdict || having.length > 0 : isVerdict && /\b(ever|anywhere)\b/i.test(text);
}

/** "Classes with fewer than 5 people": no class of a week, but each time that it took place. */
function eachTime(rows: Rows, { having }: Bounds, marks: Marks, count: Mark | undefined): Rows {
  const isOfMoney = having.some(([name]) => MEASURES[name].unit === 'money');
  const isOfOne =
    isRecord(marks) ||
    (marks.all('by').length === 0 &&
      ((count !== undefined && (isOfTimes(count) || !isOfMoney)) ||
        marks.all('filter').some(({ dim, values }) => dim === 'substitute' && values[0] === true) ||
        having.some(([name]) => /^(attended|cancelled)$/.test(name))));
  return isOfOne
    ? { ...rows, by: rows.by.map((dim) => (dim === 'series' ? 'session' : dim)) }
    : rows;
}

/** "Did we get more than 100 people on Saturday", "does Zoë hit 80 %": yes or no, and of no single class. */
function boundOfAll([bound, ...others]: Bounds['having'], marks: Marks): Draft['yesIf'] {
  const isAsked =
    isWord(marks.list[0], 'asked', 'past') || /^did /i.test(marks.list[0]?.typed ?? '');
  const isOfRows =
    marks.all('noun').some(({ dim }) => isOfClasses(dim)) ||
    marks.has('any') ||
    marks.words('which').some(({ typed }) => /^which/i.test(typed));
  return !isAsked || isOfRows || bound === undefined || others.length > 0 ? null : yesOf(bound);
}

type Parts = Pick<Draft, 'measures' | 'by' | 'where'>;

/** "which classes should I cut": a filter of classes; of one class its fill and profit. */
function verdictsOf(parts: Parts, marks: Marks, { sought }: Rows): Parts | Stop {
  const isRanked = marks.all('order', 'most').length > 0;
  const verdicts = marks.all('verdict').filter(({ values }) => !isRanked || values.length === 1);
  if (verdicts.length === 0) return parts;
  // "Is Friday night dead?" is not of its classes.
  const isOfTime =
    isWord(marks.list[0], 'asked') && marks.all('noun', 'name', 'measure').length === 0;
  if (isOfTime && parts.where.length > 0) return { ...parts, measures: ['fill_rate'] };
  if (sought !== null && !isOfClasses(sought.dim))
    return notUnderstood(
      `Only classes are said to be dead, weak or to cut, and no ${wordOf(sought.dim)}.`,
    );
  const values = [...new Set(verdicts.flatMap((mark) => mark.values))];
  const usual: readonly MeasureName[] = values.length > 1 ? ['fill_rate', 'profit'] : ['fill_rate'];
  if (values.length > 1)
    marks.note(
      'Some may be busy and lose money: a higher price or lower pay can help more than cutting them.',
    );
  const measures = parts.measures.length > 0 ? parts.measures : usual;
  const isOfOne = parts.where.some(
    ([dim, op, names]) => dim === 'class' && op === 'is' && names.length === 1,
  );
  if (isOfOne && sought === null) return { ...parts, measures };
  return {
    measures,
    by: parts.by.length > 0 ? parts.by : ['series'],
    where: [...parts.where, ['verdict', 'is', values]],
  };
}

/** The figures where none, or too few, are named: an overview of a name or a time alone. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one case of the language after another
function defaultsOf({ measures, by, where }: Parts, marks: Marks): readonly MeasureName[] | Stop {
  const { base } = marks;
  const isOfRoom = [...by, ...where.map(([dim]) => dim)].some((dim) => /^(room|gym)$/.test(dim));
  // The places of a room are those of its classes, each of them.
  if (isOfRoom && measures.join() === 'capacity') return ['capacity', 'held'];
  if (marks.all('free').length > 0) return ['capacity', 'booked'];
  if (measures.length > 0 || base !== null) return measures;
  const more = marks.all('more');
  const isHeld = marks.has('than', 'compare');
  const isGrowing = more.some(({ typed }) => GROWS.test(typed)) && !isHeld && by.length === 0;
  if (isGrowing) return ['trend'];
  const compared = more.flatMap(({ names }) => names);
  if (compared.length > 0) return compared;
  if (by.includes('quality')) return ['sessions'];
  // "Classes per trainer".
  const [per] = marks.all('by');
  const counted = per?.isPer === true ? marks.before(per) : undefined;
  if (counted?.is === 'noun' && isOfClasses(counted.dim)) return ['held'];
  if (marks.has('list') && by.every(isOfClasses) && by.length > 0) return ['sessions'];
  const isAsked =
    where.length > 0 ||
    more.length > 0 ||
    isHeld ||
    marks.all('time').length > 0 ||
    marks.has('how', 'doing');
  const isOfState = where.some(([dim]) => /^(substitute|quality|source|status)$/.test(dim));
  if (isOfState && by.length > 0 && !isHeld && !marks.has('doing')) return ['sessions'];
  if (by.length > 0 && (isAsked || marks.all('order', 'most', 'sorted').length > 0)) {
    const isOfTime = by.every((dim) => !isOfClasses(dim) && !isOfThings(dim));
    return isOfTime ? ['attended', 'fill_rate'] : ['fill_rate'];
  }
  if (!isAsked)
    return notUnderstood(
      'Which figure is meant was not understood: people, fill, no-shows or revenue, for example.',
    );
  marks.isOverview = true;
  marks.note('No figure was named: classes, people who came and how full they were.');
  return ['held', 'attended', 'fill_rate'];
}

/** Against nothing but itself: "did Boxing Basics grow?" */
const GROWS =
  /\b(gr[eo]w|increas|ris|rose|climb|jump|fall|fell|drop|declin|decreas|shrunk|slip|dip)/i;

const yesOf = ([measure, op, value]: QueryHaving) => ({ measure, op, value });

/** "Is it full", "does it make money", "did more come than": what makes it a yes. */
function yesIf(marks: Marks, { measures }: Parts): Draft['yesIf'] {
  if (!isWord(marks.list[0], 'asked', 'past')) return null;
  if (isBreakingEven(marks)) return { measure: 'profit', op: '>=', value: 0 };
  const [state] = marks.all('state');
  if (state !== undefined) return yesOf(state.bound);
  const isTrend = measures[0] === 'trend';
  const [more] = isTrend ? marks.all('more', 'order') : marks.all('more');
  if (more === undefined) return null;
  const isUp = more.way === 'desc';
  if (isTrend) return { measure: 'trend', op: isUp ? '>' : '<', value: 0 };
  return { change: isUp ? 'up' : 'down' };
}

/** "Did boxing break even" asks whether it paid for itself, "how many does it take to break even" for how many. */
const isBreakingEven = (marks: Marks): boolean =>
  isWord(marks.list[0], 'asked', 'past') &&
  marks.all('measure').some(({ typed }) => /^(break|broke) ?even$/i.test(typed));

/** "Is Anna our best trainer?", "Anna compared with the other trainers": all trainers, and not Anna alone. */
function yesNo(parts: Parts, marks: Marks, limit: number | null): Parts {
  const [dim] = parts.by;
  const wide = dim === 'day' ? 'weekday' : dim === 'series' ? 'class' : dim;
  const alone = parts.where.find(
    ([name, op, values]) => (name === dim || name === wide) && op === 'is' && values.length === 1,
  );
  const isFirst = limit !== null && isWord(marks.list[0], 'asked', 'past');
  // "Do people cancel more at weekends?" is held against the other days.
  const days = parts.where.find(
    ([name, op]) => /^(weekday|part_of_day|substitute)$/.test(name) && op === 'is',
  );
  if (
    dim === undefined &&
    days !== undefined &&
    marks.all('more').length > 0 &&
    marks.base === null &&
    marks.all('time').every(({ time }) => time.weekdays !== undefined)
  )
    return marks.has('or')
      ? { ...parts, by: [days[0]] }
      : {
          ...parts,
          by: [weekpartOf(days) === null ? days[0] : 'weekpart'],
          where: parts.where.filter((one) => one !== days),
        };
  const isAgainstAll =
    marks.has('compare', 'than') &&
    marks.all('noun').some((noun) => noun.isMany && noun.dim === dim);
  if (!(isFirst || isAgainstAll) || parts.by.length !== 1 || alone === undefined) return parts;
  return { ...parts, by: [alone[0]], where: parts.where.filter((one) => one !== alone) };
}

/** "What share of visits is at the weekend": the parts of the week, each with its share. */
function withShare(draft: Draft, { base }: Marks): Draft | Stop {
  const { by, where, measures } = draft;
  if (draft.having.length > 0)
    return notUnderstood('A share of the classes is not known: ask for the classes themselves.');
  if (!measures.every((name) => addsUp(name))) return draft;
  if (by.length === 0 && draft.time?.unit === 'weekend')
    return { ...draft, by: ['weekpart'], range: null, time: null, share: true };
  // A share is of all rows.
  const held = where.find(([dim, op]) => op === 'is' && (by.length === 0 || by.join() === dim));
  if (held !== undefined)
    return {
      ...draft,
      by: [weekpartOf(held) === null ? held[0] : 'weekpart'],
      where: where.filter((one) => one !== held),
      share: true,
    };
  if (by.length > 0) return { ...draft, share: true };
  if (measures.join() === 'cancelled') return { ...draft, measures: ['cancelled', 'sessions'] };
  return base !== null || measures.includes('over_capacity')
    ? draft
    : notUnderstood('A share of what? Name the rows: by trainer, by class or by room.');
}

/** What compares or ranks needs two of something: rows, times or figures. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one case of the language after another
function incomparable(draft: Draft, marks: Marks): Stop | null {
  const { by, where, compare, measures, range } = draft;
  const days = where.find(([dim, op]) => dim === 'weekday' && op === 'is');
  const named = range !== null && range.from === range.to && WEEKDAY_IDS[weekdayOf(range.from) - 1];
  const others = where.find(([dim, op]) => dim === 'weekday' && op === 'is_not');
  const own = days?.[2] ?? (named ? [named] : []);
  const isApart = others?.[2].every((day) => !own.includes(day)) === true;
  if (own.length > 0 && (isApart || (named && !own.includes(named))))
    return notUnderstood('Days that do not go together were named: ask for one after the other.');
  if (marks.base !== null) return null;
  const isFirstOfEach =
    draft.limit === 1 &&
    draft.offset === 0 &&
    by.length > 1 &&
    marks.all('by').some(({ dims }) => dims.length < by.length);
  if (isFirstOfEach)
    return notUnderstood('The first of each group is not known: ask for all of them.');
  // "How many came to yoga and how many to spin?"
  const names = marks.all('name');
  const mixed = names.find((one, i) => {
    const next = names[i + 1];
    const between = marks.list.slice(marks.list.indexOf(one), next && marks.list.indexOf(next));
    const isOther = next?.candidates[0]?.kind !== one.candidates[0]?.kind;
    return next && isOther && between.some((mark) => isWord(mark, 'and', 'or', 'compare'));
  });
  if (mixed !== undefined)
    return notUnderstood(
      `“${mixed.typed}” is held against something of another kind: ask for one after the other.`,
    );
  const hours = marks
    .all('filter')
    .filter(({ dim, op }) => dim === 'part_of_day' || (dim === 'start_time' && op === 'between'));
  const isOfClock = where.some(([dim]) => dim === 'start_time');
  if (isOfClock && hours.length > 1 && marks.has('compare', 'than', 'or'))
    return notUnderstood(
      'Hours and parts of the day were not told apart: compare morning, afternoon and evening, or ask for the hours one after the other.',
    );
  const isOfTime = by.some((dim) => /^(day|week|month|hour)$/.test(dim));
  if (marks.isOverTime && by.length > 0 && !isOfTime && compare === null)
    return notUnderstood(
      `Only attendance and fill have a trend: ask for ${list(measures.map(wordOf))} by week.`,
    );
  if (by.length > 0) return null;
  const superlative = marks.all('order', 'most').find(({ names }) => names[0] !== 'trend');
  if (superlative !== undefined)
    return notUnderstood(
      `“${superlative.typed}” of what? Name the classes, trainers, rooms or times.`,
    );
  if (compare !== null) return null;
  const [more] = marks.all('more');
  if (more !== undefined && !measures.includes('slot_index') && !measures.includes('trend'))
    return notUnderstood(`“${more.typed}” than what? Name the time, or the other one.`);
  const isHeld = marks.free('word').some((mark) => isWord(mark, 'compare', 'than'));
  return isHeld && measures.length === 1
    ? notUnderstood(
        'Compared with what? Name the other one, or ask for all of them (“by trainer”).',
      )
    : null;
}

/** Of classes to come, bookings and places are known. */
function planned(draft: Draft, marks: Marks): Draft | Stop {
  const { range, measures } = draft;
  // "How full will it be": what is not to come by its days would be answered from the past.
  const isAhead = marks.all('measure').some(({ typed }) => /will$/i.test(typed));
  if (isAhead && (range === null || range.from <= marks.today)) return FORECAST;
  const isOfBookings = marks.all('state').some(({ typed }) => /book|sold/i.test(typed));
  if (range?.from === marks.today && isOfBookings && marks.has('asked'))
    return { ...draft, measures: ['booked', 'capacity'], having: [], yesIf: null };
  if (range === null || range.from <= marks.today || measures.every((name) => PLANNED.has(name)))
    return draft;
  if (measures.join() === 'held') return { ...draft, measures: ['sessions'] };
  if (measures.join() === 'capacity,held') return { ...draft, measures: ['capacity'] };
  if (marks.isOverview) return { ...draft, measures: ['sessions', 'booked', 'capacity'] };
  const isPlaces = measures.every(
    (name) => PLANNED.has(name) || name === 'empty_seats' || name === 'fill_rate',
  );
  if (!isPlaces || draft.having.length > 0 || marks.has('future')) return FORECAST;
  marks.note('Of classes to come, the bookings and the capacity are known.');
  const isOfOne = draft.by.length > 0 || draft.where.some(([dim]) => dim === 'class');
  return {
    ...draft,
    measures: ['booked', 'capacity'],
    by: isOfOne ? draft.by : ['session'],
    order: draft.order.map(([, way]) => ['booked', way]),
  };
}

/**
 * Of what is over, and of times in general, the empty ones; of classes to come all with their bookings, since no figure
 * says which has the most.
 */
function freePlaces(draft: Draft, marks: Marks): Draft {
  const { range, by, where, order } = draft;
  const isInGeneral = by.some((dim) => !isOfClasses(dim) && !isOfThings(dim));
  if (range === null ? isInGeneral : range.to < marks.today)
    return {
      ...draft,
      measures: ['empty_seats'],
      order: order.map(([, way]) => ['empty_seats', way]),
    };
  const toCome: Filter = ['status', 'is', ['scheduled']];
  const all = { ...draft, order: [], limit: null };
  const isOver = marks.all('free').some(({ typed }) => WAS.test(typed));
  if (range !== null && range.from <= marks.today && !isOver)
    return { ...all, where: [...where.filter(([dim]) => dim !== 'status'), toCome] };
  if (range !== null || marks.base !== null) return all;
  const days = { from: marks.today, to: addDays(marks.today, TIMETABLE_DAYS - 1) };
  marks.note(`No time was named: took ${dateName(days.from)} to ${dateName(days.to)}.`);
  const each = by.map((dim) => (dim === 'series' ? 'session' : dim));
  return {
    ...all,
    range: days,
    by: each.length === 0 ? ['session'] : each,
    where: [...where, toCome],
  };
}

/** What stands nowhere in the draft would have asked for something else. */
function leftOver(marks: Marks, draft: Draft): Stop | null {
  const { base } = marks;
  const { by, where, compare, having, measures, kind } = draft;
  const isReport = kind !== 'figures';
  const hasRows = isReport || by.length > 0 || (base?.by.length ?? 0) > 0;
  const isHeld =
    hasRows ||
    compare !== null ||
    having.length > 0 ||
    measures.includes('trend') ||
    measures.includes('slot_index');
  const isOfOne = where.some(
    ([dim, op, values]) => dim === 'trainer' && op === 'is' && values.length === 1,
  );
  const isOfPeople =
    isReport ||
    by.length === 0 ||
    ([...by, ...(base?.by ?? [])].includes('trainer') ? !isOfOne : where.length > 0);
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one case of the language after another
  const isLeft = (mark: Mark): boolean => {
    switch (mark.is) {
      case 'word':
        if (isWord(mark, 'who')) return !isOfPeople;
        if (isWord(mark, 'when')) return !hasRows;
        if (isWord(mark, 'each') || /^(which|where)\b/i.test(mark.typed))
          return !hasRows && compare === null;
        return (
          isWord(mark, 'or', 'than', 'compare') &&
          !isHeld &&
          (measures.length === 1 || marks.isOverview)
        );
      case 'more':
      case 'order':
      case 'most':
        return !isHeld;
      case 'not':
        return !marks.isUsed(mark) && mark.place !== 'but';
      case 'amount':
        return !isReport && !marks.isUsed(mark);
      case 'noun': {
        if (isReport || isOfClasses(mark.dim) || marks.leftOut.size > 0 || marks.isUsed(mark))
          return false;
        const [previous, next] = [marks.before(mark), marks.after(mark)];
        const isTitle = next?.is === 'name' && next.candidates[0]?.kind === mark.dim;
        const isOfWeek = mark.dim === 'week' && previous?.is === 'noun';
        // "The morning slots", "the 6.30 slot" are classes.
        const isSlot =
          mark.dim === 'start_time' && previous?.is === 'filter' && draft.yesIf === null;
        const isSaid = isTitle || isOfWeek || isSlot || previous?.is === 'more';
        return !isSaid && !by.includes(mark.dim);
      }
      default:
        return false;
    }
  };
  const left = marks.list.find(isLeft);
  if (left?.is === 'not')
    return notUnderstood(`What “${left.typed}” leaves out or denies was not understood.`);
  if (left !== undefined) return notUnderstood(`What “${left.typed}” is of was not understood.`);
  const isOfTwoFigures = marks
    .words('than')
    .map((mark) => marks.after(mark, isWord(marks.after(mark), 'them') ? 2 : 1))
    .some((mark) => mark?.is === 'measure');
  if (isOfTwoFigures && by.length > 0 && having.length === 0 && compare === null)
    return notUnderstood(
      'Turnout cannot compare one figure with another: ask for both, or for the profit.',
    );
  return by.length > QUERY_LIMITS.dimensions || measures.length > QUERY_LIMITS.measures
    ? notUnderstood(
        `At most ${QUERY_LIMITS.measures} figures by ${QUERY_LIMITS.dimensions} things at once.`,
      )
    : null;
}
