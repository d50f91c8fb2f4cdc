/**
 * The configuration as the program sees it: checked, complete and frozen. Names are camelCase and carry their units;
 * paths are absolute; overrides are merged, so that no one has to look a default up.
 */

import type { OnnxProvider } from '../detectors/env.ts';

/** What the pictures mean where: see `engine/zones`. */
export interface ZoneConfig {
  /** Unique in its camera. */
  readonly name: string;
  readonly kind: 'count' | 'ignore' | 'staff' | 'overlap';
  /** Corners [x, y] in ratios of the picture, 0..1, origin top left; 3..32; edges never cross. */
  readonly polygon: readonly (readonly [x: number, y: number])[];
  readonly anchor: 'bottom-centre' | 'centre';
  /** Whom it holds; everyone without it. */
  readonly postures?: readonly ('lying' | 'sitting' | 'standing')[];
}

export interface CameraConfig {
  /** Unique in the installation, `[a-z0-9-]{1,64}`. */
  readonly id: string;
  /** May carry a credential: never shown, never logged. Paths of files are absolute. */
  readonly url: string;
  readonly transport: 'tcp' | 'udp';
  /** Disabled cameras are in the configuration, but nothing connects to them. */
  readonly isEnabled: boolean;
  /** `auto`, a name, a package or an absolute path; the general default where the camera names none. */
  readonly detector: string;
  /** Options of its detector for this camera alone, over those of `detectors.options`: not checked yet. */
  readonly detectorOptions?: Readonly<Record<string, unknown>>;
  /** What a step of its pixels is, where they have 16 bits. */
  readonly pixelUnit?: 'centikelvin' | 'decikelvin' | 'millimetre';
  /** Its own periods, or the general ones. */
  readonly sampling: PeriodConfig;
  /** At most 16. */
  readonly zones: readonly ZoneConfig[];
}

export interface PeriodConfig {
  /** Time between two samples during a class, ms, 200..600000. */
  readonly classPeriodMs: number;
  /** Time between two samples outside classes, ms, 200..3600000; never shorter than `classPeriodMs`. */
  readonly idlePeriodMs: number;
  /** Whether cameras may be let rest between samples that are far apart. */
  readonly mayRest: boolean;
}

export interface RoomConfig {
  /** Unique in its gym. */
  readonly id: string;
  readonly name: string;
  /** People the room holds; null is unknown. */
  readonly capacity: number | null;
  readonly cameras: readonly CameraConfig[];
  /**
   * How several cameras become one count: they see the same people (`max`), each its own part (`sum`), or the first
   * counts and the others fill its gaps (`primary`).
   */
  readonly cameraRule: 'max' | 'sum' | 'primary';
  /** Whether true counts correct the counts of the room. */
  readonly isCalibrated: boolean;
}

/** A source of classes that is read again and again. */
export interface ScheduleSourceConfig {
  /** Unique in its gym. */
  readonly id: string;
  /** Address or absolute path. May carry a secret: never shown, never logged. */
  readonly url: string;
  readonly format: 'auto' | 'ics' | 'csv' | 'json';
  readonly refreshMs: number;
  /** Column of a field, by the field's name. */
  readonly columns: Readonly<Record<string, string>>;
  /** Id of the room that is meant by a name. */
  readonly rooms: Readonly<Record<string, string>>;
}

/** How counts become people present; see `gym/attendance`. */
export interface AttendanceConfig {
  /** 0.5..1. */
  readonly percentile: number;
  /** Staff in view where no staff zone takes them off, 0..20. */
  readonly staff: number;
  readonly leadMs: number;
  readonly tailMs: number;
}

/** Amounts of a class in thousandths of the currency's unit; null is unknown. */
export interface AmountsConfig {
  readonly revenuePerVisitMilli: number | null;
  readonly flatPayMilli: number | null;
  readonly perHeadPayMilli: number | null;
  readonly roomCostMilli: number | null;
  readonly variableCostMilli: number | null;
}

export interface EconomicsConfig extends AmountsConfig {
  /** What differs for a class, by name; null falls back to the general amount. */
  readonly classes: readonly (AmountsConfig & { readonly name: string })[];
  /** What differs for a trainer, by name or id. */
  readonly trainers: readonly {
    readonly name: string;
    readonly flatPayMilli: number | null;
    readonly perHeadPayMilli: number | null;
  }[];
}

/** Limits of verdicts: rates, rising from the first to `fullFrom`. */
export interface VerdictsConfig {
  readonly deadBelow: number;
  readonly weakBelow: number;
  readonly fairBelow: number;
  readonly fullFrom: number;
  readonly lossShare: number;
  /** At least 4. */
  readonly minOccurrences: number;
  readonly noShowAlert: number;
}

export interface GymConfig {
  readonly id: string;
  readonly name: string;
  /** Name of the IANA data base, known to this Node. */
  readonly timezone: string;
  /** ISO 4217; null is unknown. */
  readonly currency: string | null;
  readonly rooms: readonly RoomConfig[];
  readonly schedule: readonly ScheduleSourceConfig[];
  readonly attendance: AttendanceConfig;
  readonly economics: EconomicsConfig;
  readonly verdicts: VerdictsConfig;
  /** Whether one or two people are not shown in files and on the wall; left out: they are. */
  readonly hidesSmallCounts?: true;
}

export interface DetectorConfig {
  /** `auto`, a name, a package or an absolute path. */
  readonly default: string;
  /** Options of each detector by its name, package or absolute path: JSON values, not checked yet. */
  readonly options: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly onnx: OnnxConfig;
}

/** What computes the models of detectors. */
export interface OnnxConfig {
  /** `auto` is the fastest that works. */
  readonly wanted: OnnxProvider | 'auto';
  /** Threads of one look, 1..64. */
  readonly threads: number;
}

export interface SamplingConfig extends PeriodConfig {
  /** Worker threads, 1..64, or one for each core but one. */
  readonly workers: number | 'auto';
  /** JavaScript heap of a worker, bytes. */
  readonly workerMemoryBytes: number;
  readonly taskTimeoutMs: number;
  readonly openTimeoutMs: number;
  readonly readTimeoutMs: number;
}

export interface ServerConfig {
  readonly host: string;
  /** 0 is any free port. */
  readonly port: number;
  /** What carries HTTP; `auto` is the best that loads. */
  readonly backing: 'auto' | 'native' | 'node';
  /** Without a slash at its end; null means as it listens. */
  readonly publicUrl: string | null;
  /** Addresses and CIDR blocks whose `X-Forwarded-For` is believed. */
  readonly trustProxy: readonly string[];
  /** Further names of the service, without a port. */
  readonly allowedHosts: readonly string[];
  /** Further origins whose pages may ask `/mcp`, without a slash at the end. */
  readonly allowedOrigins: readonly string[];
  /** Whether addresses that come over HTTP may lead to this computer. */
  readonly probeLocal: boolean;
}

/** How much keys may ask, and how free keys are given out; every number is 1 or more. */
export interface AccessConfig {
  readonly keyRequestsPerSecond: number;
  readonly addressRequestsPerSecond: number;
  /** Lookups of a new free key. */
  readonly freeLookups: number;
  /** Of one address. */
  readonly freeKeysPerMinute: number;
  readonly freeKeysPerDay: number;
  /** Of all addresses. */
  readonly freeKeysPerDayInAll: number;
}

/** An endpoint that speaks as OpenAI's does. */
export interface AskModelConfig {
  /** Base address. May carry a login: never shown, never logged. */
  readonly url: string;
  readonly name: string;
  /** Never shown, never logged; null sends none. */
  readonly apiKey: string | null;
}

export interface AskConfig {
  /** Reads questions that the grammar does not understand; null: no one does. */
  readonly model: AskModelConfig | null;
}

export interface RetentionConfig {
  readonly samplesMs: number;
  /** Never shorter than `samplesMs`. */
  readonly minutesMs: number;
}

export interface BackupConfig {
  /** Absolute path of a folder. */
  readonly to: string;
  readonly everyMs: number;
  /** How many stay. */
  readonly keep: number;
}

export interface LimitsConfig {
  /** Most memory of the program with the processes of its plugins, bytes; null derives it from the computer's. */
  readonly memoryBytes: number | null;
}

export interface LogConfig {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
}

export interface Config {
  /** `demo` where there is no file. */
  readonly origin: 'file' | 'demo';
  /** Absolute path of the file; null for the demo. */
  readonly path: string | null;
  /** At least one. */
  readonly gyms: readonly GymConfig[];
  readonly detectors: DetectorConfig;
  readonly sampling: SamplingConfig;
  readonly server: ServerConfig;
  readonly access: AccessConfig;
  readonly ask: AskConfig;
  readonly retention: RetentionConfig;
  /** Null: the server makes no backups by itself. */
  readonly backup: BackupConfig | null;
  readonly limits: LimitsConfig;
  readonly log: LogConfig;
}

/** A camera with the gym and the room it belongs to. */
export interface PlacedCamera {
  readonly gymId: string;
  readonly roomId: string;
  /** People that the room holds; null is unknown. */
  readonly roomCapacity: number | null;
  readonly camera: CameraConfig;
}

/** All cameras of the installation, disabled ones too, in the order of the file. */
export function placedCameras(config: Pick<Config, 'gyms'>): readonly PlacedCamera[] {
  return config.gyms.flatMap((gym) =>
    gym.rooms.flatMap((room) =>
      room.cameras.map((camera) => ({
        gymId: gym.id,
        roomId: room.id,
        roomCapacity: room.capacity,
        camera,
      })),
    ),
  );
}
