/** What pages are drawn from that the server puts together: the answer to a question, and of an owner cameras, settings, true counts, the activity log, links and sign-ins. */

import type { OwnerAnswer } from '../api/routes/owner/table.ts';
import type { answerData } from '../api/routes/site/contents.ts';
import type { linksData } from '../api/routes/site/links.ts';
import type {
  figuresOf,
  gymList,
  gymRow,
  lineOf,
  listView,
} from '../api/routes/site/office/gym-list.ts';
import type {
  auditPage,
  calibratePage,
  cameraPage,
  cameraRows,
  camerasPage,
  modelsPage,
} from '../api/routes/site/owner/pages.ts';
import type { setupPage } from '../api/routes/site/owner/setup.ts';
import type { signInsData } from '../api/routes/site/sign-in/sign-ins.ts';

/** What a question came to. */
export type AnswerData = Awaited<ReturnType<typeof answerData>>;

/** How far off the counts of a room are, and what true counts say of it. */
export type CalibratedRoom = OwnerAnswer<'GET /calibration'>['rooms'][number];
export type CalibrateData = Awaited<ReturnType<typeof calibratePage>>;

export const AUDIT_KINDS = ['all', 'changes', 'looks'] as const;
export type AuditFilter = (typeof AUDIT_KINDS)[number];

export type AuditData = Awaited<ReturnType<typeof auditPage>>;

/** What an owner has said of a class. */
export type FindingsData = OwnerAnswer<'GET /sessions/{session_id}/findings'>;
export type Probe = OwnerAnswer<'POST /probe'>;
export type Search = OwnerAnswer<'POST /cameras/find'>;
export type DetectorList = OwnerAnswer<'GET /detectors'>;
export type DetectorTest = OwnerAnswer<'POST /cameras/{camera_id}/detector-test'>;
export type Preview = OwnerAnswer<'POST /previews'>;
export type Channels = Pick<OwnerAnswer<'GET /notifications'>, 'channels' | 'mail'>;
export type Keys = OwnerAnswer<'GET /keys'>['keys'];

/** What a form came to beside a change: it is drawn in the page. */
export interface Came {
  readonly search?: Search;
  readonly probe?: Probe;
  readonly test?: DetectorTest;
  readonly preview?: Preview;
  /** Whether what was refused is stored when it is sent once more. */
  readonly isUnlikely?: boolean;
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

export type CameraRow = ReturnType<typeof cameraRows>[number];
export type CamerasData = Awaited<ReturnType<typeof camerasPage>>;
/** What is weak about the detectors, and what would be better. */
export type Weak = Pick<DetectorList, 'hint' | 'better'>;
export type CameraData = Extract<Awaited<ReturnType<typeof cameraPage>>, { page: 'camera' }>;
export type ModelsData = Awaited<ReturnType<typeof modelsPage>>;

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

export type SetupData = Extract<Awaited<ReturnType<typeof setupPage>>, { page: 'setup' }>;
export type SetupStep = SetupData['steps'][number];
export type ScheduleData = NonNullable<SetupData['schedule']>;

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

export type LinksData = ReturnType<typeof linksData>;

/** Who reads a page. */
export type ReaderRole = 'owner' | 'manager' | 'trainer' | 'screen';

export type SignInsData = ReturnType<typeof signInsData>;

/** On each page of a head office: where it is, and the ways from gym to gym. */
export interface OfficePlace {
  /** The gym of the page; null for a page of no gym. */
  readonly gym: OfficeGym | null;
  /** Neighbours of the gym by name, some of them at most; it is not in it. */
  readonly near: readonly OfficeGym[];
  /** How many the reader sees. */
  readonly gyms: number;
}

interface OfficeGym {
  readonly id: string;
  readonly name: string;
}

/** Of a gym whose box does not answer. */
export interface Unreached {
  /** When it last sent something, RFC 3339 with the gym's offset; null where it never did. */
  readonly heardAt: string | null;
}

/** Each with the direction in which it begins. */
export const GYM_SORTS = {
  name: 'asc',
  line: 'desc',
  attended: 'desc',
  fill_rate: 'asc',
  held: 'desc',
  no_shows: 'desc',
  revenue: 'desc',
} as const;
export type GymSort = keyof typeof GYM_SORTS;
/** What the reader asked the list for: all of it is in the address. */
export type GymListView = ReturnType<typeof listView>;

export type GymFigures = NonNullable<ReturnType<typeof figuresOf>>;
export type GymLine = ReturnType<typeof lineOf>;
export type GymRow = ReturnType<typeof gymRow>;
export type GymsData = Awaited<ReturnType<ReturnType<typeof gymList>['data']>>;
