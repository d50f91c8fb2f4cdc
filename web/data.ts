/**
 * What each page is drawn from. The server makes it from the reports behind the public answers, in their words, and puts it
 * into the page. Dates and times are made by the server.
 */

import type { Goals } from '../gym/figures/class-settings.ts';
import type { ClassReportBody } from '../gym/reports/class-report.ts';
import type { PerformanceBody } from '../gym/reports/performance.ts';
import type { RevenueBody } from '../gym/reports/revenue.ts';
import type { RoomsReportBody } from '../gym/reports/rooms.ts';
import type { SessionReportBody } from '../gym/reports/session-report.ts';
import type { SessionBody } from '../gym/reports/session-row.ts';
import type { AttendanceBody, SummaryBody } from '../gym/reports/summary.ts';
import type { TrainerBody } from '../gym/reports/trainer.ts';
import type { GymsData, OfficePlace, Unreached } from './office-data.ts';
import type {
  AuditData,
  CalibrateData,
  CameraData,
  CamerasData,
  FindingsData,
  LinksData,
  ModelsData,
  ReaderRole,
  SetupData,
  SignInsData,
} from './owner-data.ts';

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
  /** Who is signed in; null for no one. */
  readonly reader: Reader | null;
  /** At a head office; left out at a box. */
  readonly office?: OfficePlace;
  /** At a head office, of a gym whose box does not answer: who is in its rooms now is not known. */
  readonly unreached?: Unreached;
}

/** Who is signed in, as the head of a page says it. */
export interface Reader {
  readonly role: ReaderRole;
  /** What the key is called, of a trainer the own name; null where it has no name. */
  readonly name: string | null;
  /** Whether others in the network can read along. */
  readonly isPlain: boolean;
}

/** Something that a person should look at. */
export type Notice =
  | {
      /** Classes of today that no camera sees; null for classes without a room. */
      readonly kind: 'unwatched';
      readonly room: string | null;
      readonly classes: number;
      readonly booked: number;
    }
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

/** Classes of a day or a week, and who came: in the names of the reports. */
export type AttendanceFigures = Pick<
  AttendanceBody,
  | 'total_classes'
  | 'completed_classes'
  | 'cancelled_classes'
  | 'attended'
  | 'attendance_basis'
  | 'graded_classes'
  | 'fill_rate'
  | 'no_shows'
  | 'no_shows_basis'
>;

/** Classes that start within an hour of the week. */
export interface HourCell {
  /** As `monday`. */
  readonly weekday: string;
  readonly hour: number;
  readonly fill_rate: number | null;
  /** The n of `fill_rate`. */
  readonly rated_classes: number;
  readonly completed_classes: number;
}

export interface HoursData {
  readonly from: string;
  readonly to: string;
  readonly cells: readonly HourCell[];
}

/** The days before and after that a view reaches; null beyond. */
export interface DaysAround {
  readonly before: string | null;
  readonly after: string | null;
}

export interface TodayData extends DaysAround {
  readonly page: 'today';
  readonly summary: SummaryBody;
  /** Null while the day is not over, and where no such day was counted. */
  readonly usual: UsualDay | null;
  readonly notices: readonly Notice[];
  /** The next class after today; null where none is known. */
  readonly next: SessionBody | null;
  readonly hours: HoursData;
  /** Now, with the last hour. */
  readonly rooms: RoomsReportBody['rooms'];
  /** Whether rooms wait for their first count because the program has just started. */
  readonly isStarting: boolean;
}

/** The classes of another day than today. */
export interface DayData extends DaysAround {
  readonly page: 'day';
  readonly summary: SummaryBody;
  /** Null where it is not over, and where no such day was counted. */
  readonly usual: UsualDay | null;
}

/** One weekday next to the same weekday of the four weeks before. */
export interface DayRow {
  readonly day: AttendanceFigures & { readonly date: string };
  readonly state: 'over' | 'running' | 'to_come';
  readonly usual: UsualDay | null;
}

export interface WeekFigures extends AttendanceFigures {
  readonly from: string;
  readonly to: string;
  /** The days that the data cover; null is none. */
  readonly covered: { readonly from: string; readonly to: string } | null;
  /** What is to be known with the figures, such as days that are missing. */
  readonly notes: readonly string[];
}

/** The same weekdays of last year. */
export interface LastYear {
  readonly attended: number;
  readonly fill_rate: number | null;
}

/** What figures are seen beside. */
export interface Beside {
  readonly goals: Goals;
  /** Null where the history does not cover those days; left out where it was not asked. */
  readonly lastYear?: LastYear | null;
}

export interface WeekData extends Beside {
  readonly page: 'week';
  readonly week: WeekFigures;
  readonly days: readonly DayRow[];
  readonly hours: HoursData;
  /** Mondays of the weeks before and after; null where the history ends. */
  readonly before: string | null;
  readonly after: string | null;
}

/** A class of the week with what it earns: a row of the class page's own report. */
export type ClassRow = ClassReportBody['series'][number];

/** Which classes are shown; an empty text is all. It stands in the address, so that a list can be sent as a link. */
export interface ClassFilter {
  readonly room: string;
  readonly trainer: string;
  readonly day: string;
  readonly words: string;
}

export interface ClassesData {
  readonly page: 'classes';
  readonly performance: PerformanceBody;
  readonly revenue: RevenueBody;
  readonly sort: ClassSort;
  readonly filter: ClassFilter;
}

/** Inside each group. */
export const CLASS_SORTS = ['fill_rate', 'name', 'time', 'people', 'profit'] as const;
export type ClassSort = (typeof CLASS_SORTS)[number];

export interface ClassData extends Pick<Beside, 'goals'> {
  readonly page: 'class';
  readonly report: ClassReportBody;
}

export interface SessionData {
  readonly page: 'session';
  readonly report: SessionReportBody;
  /** The same class on other dates, newest first. */
  readonly others: readonly SessionBody[];
  /** For an owner, of a class that is on or over. */
  readonly findings?: FindingsData | null;
}

/** A trainer next to the slots that they teach. */
export interface TrainerRow {
  readonly trainer: { readonly id: string; readonly name: string };
  readonly slotIndex: number | null;
  readonly slotClasses: number;
  readonly classes_taught: number;
  readonly fill_rate: number | null;
  readonly no_show_rate: number | null;
  readonly no_shows_basis: AttendanceFigures['no_shows_basis'];
}

export interface TrainersData {
  readonly page: 'trainers';
  readonly from: string;
  readonly to: string;
  /** What is to be known with the figures, such as days that are missing. */
  readonly notes: readonly string[];
  /** Classes that name no trainer. */
  readonly unnamed: number;
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

export interface TrainerData extends Beside {
  readonly page: 'trainer';
  readonly report: TrainerBody;
  readonly row: TrainerRow | null;
}

export interface MoneyData {
  readonly page: 'money';
  readonly revenue: RevenueBody;
}

export interface ReportData extends Beside {
  readonly page: 'report';
  readonly week: WeekFigures;
  readonly days: readonly DayRow[];
  readonly performance: PerformanceBody;
  readonly revenue: RevenueBody;
  readonly trainers: readonly TrainerRow[];
  readonly sessions: readonly SessionBody[];
  readonly hours: HoursData;
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

/** One of what a question came to. */
export interface AnswerRow {
  readonly name: string;
  /** Where there is more about it; null for nowhere. */
  readonly page: string | null;
  readonly text: string;
  /** Its first figure as a part of the largest one, 0..1; null where it has none. */
  readonly share: { readonly part: number; readonly isLoss: boolean } | null;
}

/** What a question came to. */
export interface AnswerData {
  readonly page: 'answer';
  readonly question: string;
  readonly answer:
    | { readonly kind: 'none' }
    | {
        readonly kind: 'found';
        readonly sentence: string;
        readonly rows: readonly AnswerRow[];
        readonly notes: readonly string[];
        /** The days that were asked for; null where the answer is of no days. */
        readonly range: { readonly from: string; readonly to: string } | null;
      }
    | {
        readonly kind: 'unclear';
        readonly sentence: string;
        readonly suggestions: readonly string[];
        /** That the language model of the gym did not answer, for one. */
        readonly notes: readonly string[];
      };
}

export interface MissingData {
  readonly page: 'missing';
  readonly what: 'class' | 'session' | 'trainer' | 'day' | 'camera';
}

/** A page that is not for the key of the reader. */
export interface RefusedData {
  readonly page: 'refused';
  /** Whose words are said. */
  readonly to: 'trainer' | 'screen' | 'owner' | 'cameras' | 'calibrate' | 'audit' | 'session';
}

export type Content =
  | TodayData
  | DayData
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
  | MissingData
  | RefusedData
  | SignInsData
  | LinksData
  | CamerasData
  | CameraData
  | ModelsData
  | CalibrateData
  | AuditData
  | SetupData
  | GymsData;

/** Pages that follow the live stream while they are open: what is on them changes by itself. */
const FOLLOWED: readonly Content['page'][] = ['today', 'wall', 'session'];

/** Where no box answers nothing changes by itself. */
export function isFollowed({ frame, content }: PageData): boolean {
  return FOLLOWED.includes(content.page) && frame.unreached === undefined;
}

/** Whether the reader may change what a gym counts with: at a head office no one may. */
export function isOperator({ reader, office }: Frame): boolean {
  return reader?.role === 'owner' && office === undefined;
}

export interface PageData {
  readonly frame: Frame;
  readonly content: Content;
}
