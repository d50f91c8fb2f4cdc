/** What the pages of an owner are drawn from: cameras, detectors and the set-up. */

import type { OwnerAnswer } from '../api/routes/owner/table.ts';

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
