/** The pages by their address: what each is drawn from. An address has all of its state, so that a link can be sent. */

import type { GymView } from '../../../gym/sessions/view.ts';
import type { GymEvidence } from '../../../service/evidence/evidence.ts';
import { type Content, type MissingData, type Notice, TRAINER_SORTS } from '../../../web/data.ts';
import { classData, classesData, moneyData, sessionData } from '../../../web/model/classes.ts';
import { trainerData, trainersData } from '../../../web/model/people.ts';
import { todayData, wallData } from '../../../web/model/today.ts';
import { reportData, weekData } from '../../../web/model/week.ts';

/** What a page is made of beside its gym. */
export interface Asked {
  /** The part of the path behind the place, decoded; empty where there is none. */
  readonly id: string;
  readonly query: ReadonlyMap<string, string>;
  /** What is wrong outside the gym's own figures. */
  readonly notices: readonly Notice[];
  readonly evidence: GymEvidence;
}

type MakePage = (view: GymView, asked: Asked) => Content | Promise<Content>;

const PAGES: Readonly<Record<string, MakePage>> = {
  '/': async (view, { notices, evidence }) =>
    todayData(view, await evidence.lastHour(view), notices),
  '/week': (view, { query }) => weekData(view, dateIn(query)) ?? weekData(view, null) ?? NO_WEEK,
  '/classes': classesData,
  '/classes/{id}': (view, { id }) => classData(view, id) ?? missing('class'),
  '/sessions/{id}': async (view, { id, evidence }) => {
    const found = await evidence.session(view, id);
    return found === null ? missing('session') : sessionData(view, found);
  },
  '/trainers': (view, { query }) => trainersData(view, sortIn(query)),
  '/trainers/{id}': (view, { id }) => trainerData(view, id) ?? missing('trainer'),
  '/money': moneyData,
  '/report/week': (view, { query }) =>
    reportData(view, dateIn(query)) ?? reportData(view, null) ?? NO_WEEK,
  '/wall': async (view, { evidence }) => wallData(view, await evidence.lastHour(view)),
};

/** Answers of questions are made elsewhere: they take time. */
export const ANSWER = '/answer';

const NO_WEEK = missing('session');

function missing(what: MissingData['what']): MissingData {
  return { page: 'missing', what };
}

export interface FoundPage {
  /** As it is declared here: one of a bounded set. */
  readonly template: string;
  readonly id: string;
}

/** Which page a decoded path is; null where it is none. */
export function findPage(path: string): FoundPage | null {
  if (path in PAGES || path === ANSWER) return { template: path, id: '' };
  const [, place, id] = /^(\/[a-z]+)\/([^/]{1,200})$/.exec(path) ?? [];
  const template = `${place}/{id}`;
  return id !== undefined && template in PAGES ? { template, id } : null;
}

export async function contentOf(
  { template }: FoundPage,
  view: GymView,
  asked: Asked,
): Promise<Content> {
  return PAGES[template]?.(view, asked) ?? NO_WEEK;
}

/** `of` as a date that there is; null for anything else: a page that is asked for wrongly is the usual one. */
function dateIn(query: ReadonlyMap<string, string>): string | null {
  const text = query.get('of') ?? '';
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  const isDate = at !== null && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
  return isDate ? text : null;
}

function sortIn(query: ReadonlyMap<string, string>): (typeof TRAINER_SORTS)[number] {
  return TRAINER_SORTS.find((sort) => sort === query.get('sort')) ?? 'name';
}
