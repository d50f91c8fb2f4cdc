/**
 * What each page is drawn from. The server makes it from the reports behind the public answers, in their words, and puts it
 * into the page; the browser draws the same again and keeps it fresh. Dates and times are made by the server.
 */

import type { RoomsReportBody } from '../gym/reads/rooms-read.ts';
import type { SessionReportBody } from '../gym/reads/session-read.ts';
import type { RevenueBody } from '../gym/reports/money/revenue.ts';
import type { AttendanceBody } from '../gym/reports/schemas/attendance.ts';
import type { ClassSeriesBody } from '../gym/reports/schemas/class-series.ts';
import type { HoursBody } from '../gym/reports/schemas/hours.ts';
import type { PerformanceBody } from '../gym/reports/schemas/performance.ts';
import type { SessionBody } from '../gym/reports/schemas/session.ts';
import type { SummaryBody } from '../gym/reports/schemas/summary.ts';
import type { TrainerBody } from '../gym/reports/schemas/trainer.ts';
import type { TrainersBody } from '../gym/reports/schemas/trainers.ts';

/** What every page has in its frame. */
export interface Frame {
  readonly gym: string;
  readonly timezone: string;
  /** RFC 3339 with the gym's offset: all ages on the page count from it. */
  readonly generatedAt: string;
  /** In the gym's zone. */
  readonly today: string;
  /** Whether this is the demo that runs without a configuration. */
  readonly isDemo: boolean;
  /** What the reader asked for, with its query: `/week?of=2026-11-16`. */
  readonly address: string;
}

/** Something that a person should look at. */
export type Notice =
  | {
      readonly kind: 'room';
      readonly room: string;
      readonly state: 'stale' | 'offline';
      readonly since: string | null;
    }
  | { readonly kind: 'cancelled'; readonly session: SessionBody }
  | { readonly kind: 'uncounted'; readonly session: SessionBody }
  | { readonly kind: 'feed'; readonly feed: string; readonly since: string | null }
  | { readonly kind: 'configuration'; readonly faults: number };

/** What the same weekday brought in the four weeks before, whole days only. */
export interface UsualDay {
  /** Days that had a count, 1..4. */
  readonly days: number;
  readonly low: number;
  readonly high: number;
}

export interface TodayData {
  readonly page: 'today';
  readonly summary: SummaryBody;
  /** Null while the day is not over, and where no such day was counted. */
  readonly usual: UsualDay | null;
  readonly notices: readonly Notice[];
  /** The next class after today; null where none is known. */
  readonly next: SessionBody | null;
  readonly hours: HoursBody;
  /** Now, with the last hour. */
  readonly rooms: RoomsReportBody['rooms'];
}

/** One weekday next to the same weekday of the four weeks before. */
export interface DayRow {
  readonly day: AttendanceBody['days'][number];
  readonly state: 'over' | 'running' | 'to_come';
  readonly usual: UsualDay | null;
}

export interface WeekData {
  readonly page: 'week';
  readonly week: AttendanceBody;
  readonly days: readonly DayRow[];
  readonly hours: HoursBody;
  /** Mondays of the weeks before and after; null where the history ends. */
  readonly before: string | null;
  readonly after: string | null;
}

/** A class of the week with what it earns: a row of the class page's own report. */
export type ClassRow = ClassSeriesBody['series'][number];

export interface ClassesData {
  readonly page: 'classes';
  readonly performance: PerformanceBody;
  readonly revenue: RevenueBody;
}

export interface ClassData {
  readonly page: 'class';
  readonly report: ClassSeriesBody;
}

export interface SessionData {
  readonly page: 'session';
  readonly report: SessionReportBody;
  /** The same class on other dates, newest first. */
  readonly others: readonly SessionBody[];
}

/** A trainer next to the slots that they teach. */
export interface TrainerRow {
  readonly row: TrainersBody['trainers'][number];
  readonly slotIndex: number | null;
  readonly slotClasses: number;
}

export interface TrainersData {
  readonly page: 'trainers';
  readonly report: TrainersBody;
  readonly rows: readonly TrainerRow[];
  readonly sort: TrainerSort;
}

export const TRAINER_SORTS = [
  'name',
  'slot_index',
  'classes',
  'fill_rate',
  'no_show_rate',
] as const;
export type TrainerSort = (typeof TRAINER_SORTS)[number];

export interface TrainerData {
  readonly page: 'trainer';
  readonly report: TrainerBody;
  readonly row: TrainerRow | null;
}

export interface MoneyData {
  readonly page: 'money';
  readonly revenue: RevenueBody;
}

export interface ReportData {
  readonly page: 'report';
  readonly week: AttendanceBody;
  readonly days: readonly DayRow[];
  readonly performance: PerformanceBody;
  readonly revenue: RevenueBody;
  readonly trainers: readonly TrainerRow[];
  readonly sessions: readonly SessionBody[];
  readonly hours: HoursBody;
}

/** Nothing on it names a person or an amount: it hangs where everyone passes. */
export interface WallData {
  readonly page: 'wall';
  readonly rooms: RoomsReportBody['rooms'];
  readonly classes: readonly WallClass[];
}

export type WallClass = Pick<
  SessionBody,
  'id' | 'name' | 'room' | 'starts_at' | 'ends_at' | 'status' | 'capacity' | 'occupancy_now'
>;

/** What a question came to. */
export interface AnswerData {
  readonly page: 'answer';
  readonly question: string;
  readonly answer:
    | { readonly kind: 'none' }
    | {
        readonly kind: 'found';
        readonly sentence: string;
        readonly items: readonly string[];
        readonly notes: readonly string[];
        /** The query that was run, as `/ask` reports it. */
        readonly query: string;
      }
    | {
        readonly kind: 'unclear';
        readonly sentence: string;
        readonly suggestions: readonly string[];
      };
}

export interface MissingData {
  readonly page: 'missing';
  readonly what: 'class' | 'session' | 'trainer';
}

export type Content =
  | TodayData
  | WeekData
  | ClassesData
  | ClassData
  | SessionData
  | TrainersData
  | TrainerData
  | MoneyData
  | ReportData
  | WallData
  | AnswerData
  | MissingData;

/** Pages that are read again while they are open: what is on them changes by itself. */
export const FOLLOWED: readonly Content['page'][] = ['today', 'wall', 'session'];

export interface PageData {
  readonly frame: Frame;
  readonly content: Content;
}
