/** What the pages of an owner are drawn from: cameras, settings, true counts, the activity log, links and sign-ins. */

import type { OwnerAnswer } from '../api/routes/owner/table.ts';
import type { Said } from './words/sign-in.ts';

/** How far off counts are, people. */
export interface CountErrorFigures {
  /** Mean absolute error. */
  readonly mean: number;
  /** Above 0 the counts are too high. */
  readonly bias: number;
  /** Share of classes that are off by one person at most, 0..1. */
  readonly within_one: number;
}

/** What true counts say of a room: as the owner API has it. */
export interface RoomFactors {
  readonly room: string;
  readonly name: string;
  /** Whether the configuration lets them correct the room. */
  readonly on: boolean;
  readonly state: 'none' | 'waiting' | 'too_few' | 'no_better' | 'better';
  readonly classes: number;
  readonly classes_needed: number;
  readonly factor: number;
  readonly cameras: readonly { readonly camera: string; readonly factor: number }[];
  readonly error_before: CountErrorFigures | null;
  readonly error_after: CountErrorFigures | null;
}

export interface CalibratedRoom extends RoomFactors {
  /** Newest first. Times are RFC 3339 with the gym's offset. */
  readonly counted: readonly {
    readonly session_id: string;
    readonly name: string;
    readonly starts_at: string;
    readonly people: number;
    readonly estimated: number | null;
    readonly corrected: number | null;
  }[];
}

export interface CalibrateData {
  readonly page: 'calibrate';
  /** Whether there is a configuration, in which a room can be switched. */
  readonly canSwitch: boolean;
  readonly fault: string | null;
  readonly rooms: readonly CalibratedRoom[];
}

/** A line of the audit log, with names in place of ids where they are known. */
export interface AuditRow {
  /** RFC 3339 with the gym's offset. */
  readonly at: string;
  readonly by: string;
  /** What was done, in words. */
  readonly what: string;
  readonly of: string;
  /** The page of what it is about; null for none. */
  readonly page: string | null;
}

export const AUDIT_KINDS = ['all', 'changes', 'looks'] as const;
export type AuditFilter = (typeof AUDIT_KINDS)[number];

export interface AuditData {
  readonly page: 'audit';
  readonly show: AuditFilter;
  /** Newest first. */
  readonly rows: readonly AuditRow[];
  /** Whether older ones are left out. */
  readonly isCut: boolean;
}

/** What an owner has said of a class, and the form of it that was refused. */
export interface FindingsData {
  /** To choose from where the class has none of its own. */
  readonly rooms: readonly { readonly id: string; readonly name: string }[];
  readonly correction: { readonly attended: number; readonly note: string | null } | null;
  readonly trueCount: number | null;
  readonly sent: SentFinding | null;
}

export interface SentFinding {
  readonly form: 'count' | 'correct';
  readonly fault: string;
  /** Whether it is stored when it is sent once more. */
  readonly isUnlikely: boolean;
  readonly fields: ReadonlyMap<string, string>;
}

export type Probe = OwnerAnswer<'POST /probe'>;
export type Search = OwnerAnswer<'POST /cameras/find'>;
export type DetectorList = OwnerAnswer<'GET /detectors'>;
export type DetectorTest = OwnerAnswer<'POST /cameras/{camera_id}/detector-test'>;
export type Preview = OwnerAnswer<'POST /previews'>;
export type Imports = OwnerAnswer<'GET /imports'>['imports'];
export type Sources = OwnerAnswer<'GET /sources'>['sources'];
export type Channels = Pick<OwnerAnswer<'GET /notifications'>, 'channels' | 'mail'>;
export type Keys = OwnerAnswer<'GET /keys'>['keys'];

/** What a form came to beside a change: it is drawn in the page. */
export interface Came {
  readonly search?: Search;
  readonly probe?: Probe;
  readonly test?: DetectorTest;
  readonly preview?: Preview;
  /** A key that was made: shown this once. */
  readonly key?: {
    readonly secret: string;
    readonly label: string | null;
    readonly trainer: string | null;
  };
}

/** A form that was sent: what came of it, and its fields, so that nothing has to be typed twice. */
export interface SentForm extends Came {
  readonly act: string;
  /** What is wrong; null for nothing. */
  readonly fault: string | null;
  readonly code: string | null;
  readonly fields: ReadonlyMap<string, string>;
}

/** What a camera does. Times are RFC 3339 with the gym's offset. */
export interface CameraRow {
  readonly id: string;
  readonly state: string;
  readonly since: string;
  /** What is wrong and what to do; null when all is well. */
  readonly detail: string | null;
  /** Null before the first since the start. */
  readonly lastCount: string | null;
}

export interface CamerasData {
  readonly page: 'cameras';
  readonly cameras: readonly CameraRow[];
  readonly rooms: readonly { readonly id: string; readonly name: string }[];
  /** The network of this computer, such as `192.168.1.0/24`; null where it is not known. */
  readonly range: string | null;
  readonly weak: Weak;
  readonly sent: SentForm | null;
}

/** What is weak about the detectors, and what would be better. */
export type Weak = Pick<DetectorList, 'hint' | 'better'>;

export interface CameraData {
  readonly page: 'camera';
  readonly camera: CameraRow;
  /** Ids of the other cameras of its room. */
  readonly others: readonly string[];
  readonly detectors: DetectorList['detectors'];
  readonly sent: SentForm | null;
}

export interface ModelsData {
  readonly page: 'models';
  readonly list: DetectorList;
  readonly sent: SentForm | null;
}

export const SETUP_STEPS = [
  'gym',
  'rooms',
  'camera',
  'zones',
  'schedule',
  'prices',
  'notify',
  'keys',
] as const;
export type SetupStepId = (typeof SETUP_STEPS)[number];

/** A step of the set-up: whether it is done is read from the configuration and the data. */
export interface SetupStep {
  readonly id: SetupStepId;
  readonly state: 'done' | 'open' | 'optional';
  /** What is there; null for nothing. */
  readonly told: string | null;
}

/** Amounts in units of the currency; null where none is set. */
export interface Amounts {
  readonly revenuePerVisit: number | null;
  readonly flatPay: number | null;
  readonly perHeadPay: number | null;
  readonly roomCost: number | null;
  readonly variableCost: number | null;
}

export interface GymSettings extends Amounts {
  readonly name: string;
  readonly timezone: string;
  readonly currency: string | null;
  readonly zones: readonly string[];
  /** Of trainers with a pay of their own, by name. */
  readonly pay: ReadonlyMap<string, Pick<Amounts, 'flatPay' | 'perHeadPay'>>;
  /** Percent of the spots that a class should fill, and people that it should have; null where none is set. */
  readonly fillGoal: number | null;
  readonly peopleGoal: number | null;
  /** Words for several classes. */
  readonly families: Readonly<Record<string, readonly string[]>>;
}

/** The classes of a gym: what was imported, and the calendars that are read. */
export interface ScheduleData {
  readonly timezone: string;
  readonly imports: Imports;
  readonly sources: Sources;
  /** What was just done, and to which import or calendar; null for nothing. */
  readonly done: {
    readonly what: 'imported' | 'undone' | 'added' | 'removed';
    readonly of: string;
  } | null;
}

export interface KeysData {
  readonly keys: Keys;
  readonly trainers: readonly { readonly id: string; readonly name: string }[];
}

export interface SetupData {
  readonly page: 'setup';
  readonly steps: readonly SetupStep[];
  /** Whose form is shown. */
  readonly step: SetupStepId;
  readonly rooms: readonly {
    readonly id: string;
    readonly name: string;
    readonly capacity: number | null;
  }[];
  readonly cameras: readonly { readonly id: string }[];
  /** See {@link CamerasData}. */
  readonly range: string | null;
  /** Classes that are known. */
  readonly classes: number;
  readonly settings: GymSettings;
  readonly trainers: readonly string[];
  /** Of the steps that they are for alone. */
  readonly weak?: Weak;
  readonly schedule?: ScheduleData;
  readonly notify?: Channels & {
    /** What was just done, and to which channel. */
    readonly done: { readonly what: 'added' | 'tested' | 'removed'; readonly of: string } | null;
  };
  readonly keys?: KeysData;
  /** Whether what is stored was just changed. */
  readonly isSaved: boolean;
  readonly sent: SentForm | null;
}

/** What a link can show, by the value in its form. `query` is one that a person typed. */
export const LINK_KINDS = {
  classes: 'Every class, a row each',
  weeks: 'Weeks, with last year beside them',
  series: 'Classes of the week',
  trainers: 'Trainers',
  calendar: 'Calendar of classes with attendance',
  query: 'A query of your own',
} as const;
export type LinkKind = keyof typeof LINK_KINDS;

/** Days that a link can be for. */
export const LINK_DAYS = [30, 90, 365] as const;

export interface LinkRow {
  readonly id: string;
  readonly name: string;
  readonly kind: LinkKind;
  /** What its key is called. */
  readonly by: string;
  /** A date of the gym. */
  readonly ends: string;
}

export interface LinksData {
  readonly page: 'links';
  readonly rows: readonly LinkRow[];
  /** The link that was made just now: shown this once. */
  readonly made: { readonly kind: LinkKind; readonly address: string } | null;
  /** What came of the form, in words; null for nothing. */
  readonly said: string | null;
  readonly fault: string | null;
  /** As they were typed. */
  readonly fields: ReadonlyMap<string, string>;
}

/** Who reads a page. */
export type ReaderRole = 'owner' | 'manager' | 'trainer' | 'screen';

/** A browser that is signed in. Times are RFC 3339 with the gym's offset. */
export interface SignInRow {
  readonly id: string;
  readonly role: ReaderRole;
  readonly name: string | null;
  readonly device: string;
  readonly since: string;
  readonly seen: string;
  readonly isHere: boolean;
}

export interface SignInsData {
  readonly page: 'sign_ins';
  readonly rows: readonly SignInRow[];
  /** What came of the form that was sent before. */
  readonly said: Said | null;
  /** What is opened on a screen. */
  readonly screenAddress: string;
  /** Whether that leads to this computer alone. */
  readonly isLocal: boolean;
}
