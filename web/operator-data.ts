/** What the pages of an owner are drawn from: cameras, and the set-up. */

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
}

export interface CameraData {
  readonly page: 'camera';
  readonly camera: CameraRow;
  /** Ids of the other cameras of its room. */
  readonly others: readonly string[];
}

export const SETUP_STEPS = [
  'gym',
  'rooms',
  'camera',
  'zones',
  'schedule',
  'prices',
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

/** A form that was sent: what came of it, and its fields, so that nothing has to be typed twice. */
export interface SentForm {
  /** What is wrong; null where it was saved. */
  readonly fault: string | null;
  /** What it did, where that is more than to save. */
  readonly told?: string;
  readonly fields: ReadonlyMap<string, string>;
}

export interface SetupData {
  readonly page: 'setup';
  readonly steps: readonly SetupStep[];
  /** Whose form is shown. */
  readonly step: SetupStepId;
  /** Of the configuration file; null where there is none. */
  readonly revision: string | null;
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
  /** What was typed, where it was refused, or what is stored was just changed. */
  readonly sent: SentForm | null;
}
