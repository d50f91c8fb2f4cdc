/**
 * What each page is drawn from. The server makes it from the reports behind the public answers, in their words, and puts it
 * into the page. Dates and times are made by the server.
 */

import type { Goals } from '../gym/figures/class-settings.ts';
import type {
  ClassData,
  ClassesData,
  MoneyData,
  SessionData,
  TrainerData,
  TrainersData,
} from './model/classes.ts';
import type { DayData, ReportData, TodayData, WallData, WeekData } from './model/days.ts';
import type {
  AuditData,
  CalibrateData,
  CameraData,
  CamerasData,
  GymsData,
  LinksData,
  ModelsData,
  OfficePlace,
  ReaderRole,
  SetupData,
  SignInsData,
  Unreached,
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
  | (WeekData & Beside)
  | ClassesData
  | ClassData
  | SessionData
  | TrainersData
  | (TrainerData & Beside)
  | MoneyData
  | (ReportData & Beside)
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
