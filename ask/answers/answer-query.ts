/** Runs the report of a query and writes the answer: sentences, the numbers in them, and what was found. */

import { addDays } from '../../gym/calendar/zone.ts';
import { todayOf } from '../../gym/reports/period.ts';
import type { GymView } from '../../gym/sessions/view.ts';
import { type Findings, MAX_ITEMS } from '../findings.ts';
import type { Query, QueryOf } from '../query.ts';
import type { Chart } from './outcome.ts';
import type { ReportAnswer, Scene } from './report-answer.ts';
import { attendanceAnswer } from './reports/attendance.ts';
import { classAnswer } from './reports/class.ts';
import { compareAnswer, periodsAnswer } from './reports/compare.ts';
import { dayAnswer } from './reports/day.ts';
import { hoursAnswer } from './reports/hours.ts';
import { noShowsAnswer } from './reports/no-shows.ts';
import { occupancyAnswer } from './reports/occupancy.ts';
import { deadAnswer, rankingAnswer } from './reports/ranking.ts';
import { revenueAnswer } from './reports/revenue.ts';
import { timetableAnswer } from './reports/timetable.ts';
import { trainerAnswer } from './reports/trainer.ts';
import { trainersAnswer } from './reports/trainers.ts';
import { type Found, type QueryWorld, sceneOf } from './scene.ts';
import { type Days, sentence, spanText } from './words/wording.ts';

export type { QueryWorld } from './scene.ts';

export interface AnsweredQuery extends Findings {
  readonly chart: Chart | null;
  /** False where nothing is known of the time that was asked about. */
  readonly hasFigures: boolean;
}

/** Notes of an answer. Source: `FINDINGS`. */
const MAX_NOTES = 16;

type RangedQuery = Exclude<Query, { report: 'occupancy' }>;

/** Days of `dead_classes`, whatever its range. */
const WINDOW_DAYS = 42;

/**
 * Answers from `view`, which the caller may see, and from `world` where the view does not reach back so far. The query
 * that is given back is the one that was run: a range that is too long is cut.
 */
export async function answerQuery(
  query: Query,
  view: GymView,
  world: QueryWorld,
): Promise<AnsweredQuery> {
  if (query.report === 'occupancy') return occupancy(query, view);
  const asked = daysOf(query);
  const found = await sceneOf(asked, view, world);
  if (found.kind === 'nothing') return nothing(query, asked, found.why, todayOf(view));
  const { scene } = found;
  const answer = await reported(query, scene, world);
  return {
    query: withRange(query, scene.range),
    summary: answer.summary,
    notes: [...scene.notes, ...answer.notes].slice(0, MAX_NOTES),
    numbers: answer.numbers,
    items: answer.items.slice(0, MAX_ITEMS),
    chart: answer.chart ?? null,
    hasFigures: true,
  };
}

function daysOf(query: RangedQuery): Days {
  switch (query.report) {
    case 'summary':
      return { from: query.date, to: query.date };
    case 'dead_classes':
      return { from: addDays(query.to, 1 - WINDOW_DAYS), to: query.to };
    default:
      return { from: query.from, to: query.to };
  }
}

function withRange(query: RangedQuery, { from, to }: Days): Query {
  return 'from' in query ? { ...query, from, to } : query;
}

/** Of now, whatever classes are known. */
function occupancy(query: QueryOf<'occupancy'>, view: GymView): AnsweredQuery {
  return { query, ...occupancyAnswer(query, view), chart: null, hasFigures: true };
}

function nothing(query: Query, asked: Days, why: string, today: string): AnsweredQuery {
  return {
    query,
    summary: `Nothing is known of ${spanText(asked, today)}. ${sentence(why)}`,
    notes: [],
    numbers: {},
    items: [],
    chart: null,
    hasFigures: false,
  };
}

function reported(
  query: RangedQuery,
  scene: Scene,
  world: QueryWorld,
): ReportAnswer | Promise<ReportAnswer> {
  switch (query.report) {
    case 'summary':
      return dayAnswer(query, scene);
    case 'schedule':
      return timetableAnswer(query, scene);
    case 'attendance':
      return attendanceAnswer(query, scene);
    case 'trainer':
      return trainerAnswer(query, scene);
    case 'trainers':
      return trainersAnswer(query, scene);
    case 'ranking':
      return rankingAnswer(query, scene);
    case 'dead_classes':
      return deadAnswer(query, scene);
    case 'class':
      return classAnswer(query, scene);
    case 'revenue':
      return revenueAnswer(query, scene);
    case 'no_shows':
      return noShowsAnswer(query, scene);
    case 'hours':
      return hoursAnswer(query, scene);
    case 'compare':
      return compareAnswer(query, scene);
    case 'compare_periods':
      return comparePeriods(query, scene, world);
  }
}

async function comparePeriods(
  query: QueryOf<'compare_periods'>,
  scene: Scene,
  world: QueryWorld,
): Promise<ReportAnswer> {
  const other: Found = await sceneOf(
    { from: query.other_from, to: query.other_to },
    scene.now,
    world,
  );
  if (other.kind === 'scene') {
    const answer = periodsAnswer(query, scene, other.scene);
    return { ...answer, notes: [...answer.notes, ...other.scene.notes] };
  }
  const answer = periodsAnswer(query, scene, null);
  const known = [...scene.notes, ...answer.notes];
  return known.includes(other.why)
    ? answer
    : { ...answer, notes: [...answer.notes, sentence(other.why)] };
}
