/** The pages by their address: what each is drawn from. An address has all of its state, so that a link can be sent. */

import { askQuestion } from '../../../ask/answers/ask-question.ts';
import type { Findings } from '../../../ask/findings.ts';
import { addDays, type CalendarDate, isDate } from '../../../gym/calendar/zone.ts';
import { isCovered, isInView, knownDays, mondayOf, todayOf } from '../../../gym/reports/period.ts';
import { asPublished } from '../../../gym/sessions/partial-view.ts';
import type { GymView } from '../../../gym/sessions/view.ts';
import { ALL_TRAINERS } from '../../../service/callers/caller.ts';
import type { Visitor } from '../../../service/callers/visitor.ts';
import { lastYearIn, withComing } from '../../../service/figures/answer-figures.ts';
import type { Content } from '../../../web/app.tsx';
import type { MissingData } from '../../../web/data.ts';
import {
  CLASS_SORTS,
  classData,
  classesData,
  moneyData,
  ofTrainer,
  sessionData,
  TRAINER_SORTS,
  trainerData,
  trainersData,
} from '../../../web/model/classes.ts';
import {
  dayData,
  type ReportData,
  reportData,
  todayData,
  type WeekData,
  wallData,
  weekData,
} from '../../../web/model/days.ts';
import { date } from '../../../web/words/format.ts';
import type { ApiRequest } from '../../http/message.ts';
import { parseQuery } from '../../validation/parameters.ts';
import type { App } from '../app.ts';
import { askWorldOf } from '../ask.ts';
import { noticesOf, type PageReader, viewOfTrainer } from './readers.ts';

/** What a page is made of beside its gym. */
export type PageParts = ReturnType<typeof pagePartsOf>;

export function pagePartsOf(
  { engine, evidence, gyms: classes }: App,
  { id }: FoundPage,
  { rawQuery }: Pick<ApiRequest, 'rawQuery'>,
  { view, unreached }: PageReader,
) {
  const status = engine.status();
  return {
    /** The part of the path behind the place, decoded; empty where there is none. */
    id,
    query: parseQuery(rawQuery),
    /** What is wrong outside the gym's own figures. */
    notices: noticesOf(status, view.gym.id),
    uptimeMs: status.uptimeMs,
    /** At a head office, whether the box of the gym does not answer: then nothing is known of its rooms. */
    isUnreached: unreached !== undefined,
    evidence,
    classes,
  };
}

type MakeDay = (view: GymView, parts: PageParts) => Promise<Content>;
type MakePage = (view: GymView, parts: PageParts) => Content | Promise<Content>;

const today: MakeDay = async (view, { evidence, notices, uptimeMs, isUnreached }) => {
  const data = todayData(view, await evidence.lastHour(view), notices, uptimeMs);
  if (!isUnreached) return data;
  return {
    ...data,
    isStarting: false,
    notices: data.notices.filter(({ kind }) => kind !== 'room'),
  };
};

/** Today under its date is the page of today, and a day before the view is as it ended. @param shown What the reader sees of a view. */
async function day(view: GymView, parts: PageParts, shown = (seen: GymView) => seen) {
  const { id, classes } = parts;
  if (id === todayOf(view)) return today(shown(view), parts);
  if (!isDate(id)) return missing('day');
  const isOld = isCovered(view, id) && !isInView(view, { from: id, to: id });
  const past = isOld ? await classes.asOf(view.gym.id, id) : null;
  return dayData(shown(past ?? view), id) ?? missing('day');
}

async function trainer(view: GymView, id: string, { classes }: PageParts): Promise<Content> {
  const data = trainerData(view, id);
  if (data === null) return missing('trainer');
  return { ...data, lastYear: await lastYearIn(view, classes, data.report, ofTrainer(id)) };
}

type Week = WeekData | ReportData | null;
type ReadWeek = (view: GymView, date: CalendarDate, last: CalendarDate) => Week;

/** The week that is asked for, or the usual one, with the same a year ago. One that is over is as it ended, as the command has it. */
async function ofWeek(view: GymView, parts: PageParts, usual: CalendarDate, read: ReadWeek) {
  const { query, classes } = parts;
  const today = todayOf(view);
  const since = knownDays(view)?.from ?? today;
  const readIn = async (date: CalendarDate) => {
    const from = mondayOf(date);
    const to = addDays(from, 6);
    const past = since <= to && to < today ? await classes.asOf(view.gym.id, to) : null;
    const seen = past ?? (await withComing(view, classes, to));
    const data = read(seen, date, to < today ? to : today);
    return data && { ...data, lastYear: await lastYearIn(view, classes, { from, to }) };
  };
  const of = query.get('of') || usual;
  return (isDate(of) && mondayOf(of) <= today ? await readIn(of) : null) ?? missing('week');
}

const PAGES: Readonly<Record<string, MakePage>> = {
  '/': today,
  '/day/{id}': (view, parts) => day(view, parts),
  '/week': (view, parts) => {
    const today = todayOf(view);
    return ofWeek(view, parts, today, (seen, date) => weekData(seen, date, today));
  },
  '/classes': (view, { query }) => {
    const text = (name: string) => (query.get(name) ?? '').trim().slice(0, MAX_FILTER);
    const filter = {
      room: text('room'),
      trainer: text('trainer'),
      day: text('day'),
      words: text('words'),
    };
    return classesData(view, sortIn(CLASS_SORTS, query) ?? 'fill_rate', filter);
  },
  '/classes/{id}': (view, { id }) => classData(view, id) ?? missing('class'),
  '/sessions/{id}': async (view, { id, evidence }) => {
    const found = await evidence.session(view, id);
    return found === null ? missing('session') : sessionData(view, found);
  },
  '/trainers': (view, { query }) => trainersData(view, sortIn(TRAINER_SORTS, query) ?? 'name'),
  '/trainers/{id}': (view, parts) => trainer(view, parts.id, parts),
  '/money': moneyData,
  '/report/week': (view, parts) =>
    ofWeek(view, parts, addDays(todayOf(view), -7), (seen, date, last) =>
      reportData(asPublished(seen), date, last),
    ),
  '/wall': async (view, { evidence }) => wallData(asPublished(view), await evidence.lastHour(view)),
};

/** Longest text of a filter, characters: names have no more. */
const MAX_FILTER = 200;

/** Answers of questions are made elsewhere: they take time. */
export const ANSWER = '/answer';

/** Whose figures a page shows by name: of one trainer, or of all side by side; null for other pages. */
export function trainerOn({ template, id }: FoundPage): string | null {
  if (template === '/trainers/{id}') return id;
  return template === '/trainers' || template === '/report/week' ? ALL_TRAINERS : null;
}

function missing(what: MissingData['what']): MissingData {
  return { page: 'missing', what };
}

/** All pages, as they are declared. */
export const PAGE_TEMPLATES: readonly string[] = [...Object.keys(PAGES), ANSWER];

/** `template` is as it is declared here: one of a bounded set. */
export type FoundPage = NonNullable<ReturnType<typeof findPage>>;

/** Which page a decoded path is; null where it is none. */
export function findPage(path: string) {
  if (path in PAGES || path === ANSWER) return { template: path, id: '' };
  const [, place, id] = /^(\/[a-z]+)\/([^/]{1,200})$/.exec(path) ?? [];
  const template = `${place}/{id}`;
  return id !== undefined && template in PAGES ? { template, id } : null;
}

/** What a trainer sees instead: the figures that the key has at `/v1`. */
const OF_TRAINER: Readonly<
  Record<string, (view: GymView, own: string, parts: PageParts) => Content | Promise<Content>>
> = {
  '/': (view, own, parts) => today(viewOfTrainer(view, own), { ...parts, notices: [] }),
  '/day/{id}': (view, own, parts) =>
    day(view, { ...parts, notices: [] }, (seen) => viewOfTrainer(seen, own)),
  '/sessions/{id}': async (view, own, { id, evidence }) => {
    const found = await evidence.session(view, id);
    if (found === null || found.session.trainer?.id !== own) return missing('session');
    const { report } = sessionData(view, found);
    return { ...sessionData(viewOfTrainer(view, own), found), report };
  },
  '/trainers/{id}': trainer,
};

/** Whether a page is for its reader; in place of one that is not, or that has nothing yet, the address of the page that is. */
export function placeOf(found: FoundPage, looking: PageReader) {
  const place = placeFor(found, looking);
  const elsewhere = place === 'here' ? timetableOf(found, looking.view) : null;
  return elsewhere === null ? place : { elsewhere };
}

/** Anyone sees all of the demo. */
function placeFor({ template, id }: FoundPage, { reader, signedIn }: PageReader) {
  const own = signedIn?.key.trainerId ?? '';
  switch (reader?.role) {
    case 'screen':
      if (template === '/') return { elsewhere: '/wall' };
      return template === '/wall' ? 'here' : 'refused';
    case 'trainer':
      if (template === '/trainers') return { elsewhere: `/trainers/${encodeURIComponent(own)}` };
      if (template === '/trainers/{id}' && id !== own) return 'refused';
      return template in OF_TRAINER || template === ANSWER ? 'here' : 'refused';
    default:
      return 'here';
  }
}

/** Where a day to come is answered by the timetable: nothing has happened on it, and no view has its classes. Null for other pages. */
function timetableOf({ template, id }: FoundPage, view: GymView): string | null {
  const isToCome = template === '/day/{id}' && isDate(id) && id > addDays(todayOf(view), 1);
  return isToCome
    ? `/answer?query=${encodeURIComponent(`Timetable on ${date(id, 'year')}`)}`
    : null;
}

export async function contentOf({ template }: FoundPage, looking: PageReader, parts: PageParts) {
  const { view, reader, signedIn } = looking;
  const made =
    reader?.role === 'trainer'
      ? OF_TRAINER[template]?.(view, signedIn?.key.trainerId ?? '', parts)
      : PAGES[template]?.(view, parts);
  return made ?? missing('session');
}

function sortIn<Sort extends string>(sorts: readonly Sort[], query: ReadonlyMap<string, string>) {
  return sorts.find((sort) => sort === query.get('sort'));
}

/** Items that a page lists: more are a report. Chosen here. */
const MOST = 20;

export async function answerData(question: string, visitor: Visitor, app: App) {
  const page = 'answer' as const;
  if (question === '') return { page, question, answer: { kind: 'none' as const } };
  const asking = { text: question, prev: [], mode: 'summarize', most: MOST, sites: [] } as const;
  const outcome = await askQuestion(asking, visitor, askWorldOf(app));
  if (outcome.kind === 'findings') {
    const { summary, items, notes, query } = outcome.findings;
    const rows = items.filter(({ description }) => description !== summary);
    const answer = {
      kind: 'found' as const,
      sentence: verdictOf(query, items.length) ?? asWritten(summary),
      rows: rowsOf(rows, query),
      notes,
      range: 'measures' in query ? { from: query.from, to: query.to } : null,
    };
    return { page, question, answer };
  }
  const [sentence, suggestions, notes] =
    outcome.kind === 'choice'
      ? [outcome.text, outcome.options]
      : outcome.kind === 'problem'
        ? [outcome.body.detail, []]
        : [outcome.message, outcome.suggestions, outcome.notes];
  const answer = { kind: 'unclear' as const, sentence, suggestions, notes: notes ?? [] };
  return { page, question, answer };
}

/** What to do, where that was asked; null for a question after figures. */
function verdictOf(query: Findings['query'], found: number): string | null {
  const isToCut =
    'measures' in query &&
    query.where.some(([name]) => name === 'verdict') &&
    query.by.some((dimension) => dimension === 'series');
  if (!isToCut) return null;
  if (found === 0) return 'No class to cut.';
  return found === 1 ? 'Cut or move this class.' : `Cut or move these ${found} classes.`;
}

/** A minus sign is not broken from its amount, as a hyphen is. */
function asWritten(text: string): string {
  return text.replace(/-(?=[£$€\d]+[.,\d]*\b)(?<!\w-)/g, '−');
}

/** A thing that has a page leads there; the bar is of the figure that was asked for first. */
function rowsOf(items: Findings['items'], query: Findings['query']) {
  const [measure = ''] = 'measures' in query ? query.measures : [];
  const membersOf = ({ figures }: Findings['items'][number]) =>
    (figures ?? {}) as Readonly<Record<string, unknown>>;
  const figureOf = (item: Findings['items'][number]) => {
    const value = membersOf(item)[measure];
    return typeof value === 'number' ? value : null;
  };
  const most = Math.max(0, ...items.map((item) => Math.abs(figureOf(item) ?? 0)));
  return items.map((item) => {
    const { name, description } = item;
    const { series, trainer } = membersOf(item);
    const value = figureOf(item);
    // The name stands above.
    const [title] = name.split(',');
    const lead = [`${name}: `, `${title} `].find((one) => description.startsWith(one)) ?? '';
    const own = description.slice(lead.length).replace(/\.$/, '');
    const page = (place: string, id: unknown) =>
      typeof id === 'string' ? `/${place}/${encodeURIComponent(id)}` : null;
    const part = value === null || most === 0 ? null : Math.abs(value) / most;
    return {
      name,
      page: page('classes', series) ?? page('trainers', trainer),
      text: asWritten(own),
      share: part === null ? null : { part, isLoss: (value ?? 0) < 0 },
    };
  });
}
