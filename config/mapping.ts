/** The one mapping from the file to the program: snake_case to camelCase, texts with units to numbers, paths to absolute. */

import { resolve } from 'node:path';
import type {
  AccessConfig,
  AmountsConfig,
  AskConfig,
  AttendanceConfig,
  BackupConfig,
  CameraConfig,
  Config,
  EconomicsConfig,
  GymConfig,
  PeriodConfig,
  RoomConfig,
  ScheduleSourceConfig,
  VerdictsConfig,
  ZoneConfig,
} from './config.ts';
import type { AttendanceSection } from './sections/attendance.ts';
import type { ConfigFile } from './sections/file.ts';
import type { CameraSection } from './sections/gym/camera.ts';
import type { EconomicsSection } from './sections/gym/economics.ts';
import type { GymSection } from './sections/gym/gym.ts';
import type { RoomSection } from './sections/gym/room.ts';
import type { ScheduleSection } from './sections/gym/schedule.ts';
import type { VerdictsSection } from './sections/gym/verdicts.ts';
import type { ZoneSection } from './sections/gym/zone.ts';
import { resolveAddress } from './values/address.ts';
import { parseDuration } from './values/duration.ts';
import { parseSize } from './values/size.ts';
import { unsetVariables } from './values/unset.ts';

/** What a mapping needs to know next to the section itself. */
interface Surroundings {
  /** Folder that relative paths start from. */
  readonly folder: string;
  readonly file: ConfigFile;
}

/** Maps a file without faults. `folder` is where its relative paths start. */
export function mapConfig(file: ConfigFile, folder: string): Omit<Config, 'origin' | 'path'> {
  const around: Surroundings = { folder, file };
  const { sampling, server, access, retention, limits, log, detectors } = file;
  return {
    gyms: file.gyms.map((gym) => mapGym(gym, around)),
    detectors: {
      default: absoluteReference(detectors.default, folder),
      options: Object.fromEntries(
        Object.entries(detectors.options).map(([detector, options]) => [
          absoluteReference(detector, folder),
          options,
        ]),
      ),
      onnx: { wanted: detectors.onnx.provider, threads: detectors.onnx.threads },
    },
    sampling: {
      classPeriodMs: ms(sampling.class_period),
      idlePeriodMs: ms(sampling.idle_period),
      mayRest: sampling.idle_pause,
      workers: sampling.workers,
      workerMemoryBytes: bytes(sampling.worker_memory),
      taskTimeoutMs: ms(sampling.task_timeout),
      openTimeoutMs: ms(sampling.open_timeout),
      readTimeoutMs: ms(sampling.read_timeout),
    },
    server: {
      host: server.host,
      port: server.port,
      backing: server.backing,
      publicUrl: server.public_url?.replace(/\/+$/, '') ?? null,
      trustProxy: server.trust_proxy,
      allowedHosts: server.allowed_hosts,
      allowedOrigins: server.allowed_origins,
      probeLocal: server.probe_local,
    },
    access: mapAccess(access),
    ask: mapAsk(file.ask),
    retention: { samplesMs: ms(retention.samples), minutesMs: ms(retention.minutes) },
    backup: mapBackup(file.backup, folder),
    limits: { memoryBytes: limits.memory === undefined ? null : bytes(limits.memory) },
    log: { level: log.level },
  };
}

function mapBackup(section: ConfigFile['backup'], folder: string): BackupConfig | null {
  if (section === undefined) return null;
  return { to: resolve(folder, section.to), everyMs: ms(section.every), keep: section.keep };
}

function mapAccess(section: ConfigFile['access']): AccessConfig {
  return {
    keyRequestsPerSecond: section.key_requests_per_second,
    addressRequestsPerSecond: section.address_requests_per_second,
    freeLookups: section.free_lookups,
    freeKeysPerMinute: section.free_keys_per_minute,
    freeKeysPerDay: section.free_keys_per_day,
    freeKeysPerDayInAll: section.free_keys_per_day_in_all,
  };
}

function mapAsk({ model }: ConfigFile['ask']): AskConfig {
  if (model === undefined) return { model: null };
  const { url, name, api_key: apiKey = null } = model;
  return { model: { url, name, apiKey } };
}

function mapGym(gym: GymSection, around: Surroundings): GymConfig {
  return {
    id: gym.id,
    name: gym.name ?? gym.id,
    timezone: gym.timezone,
    currency: gym.currency ?? null,
    rooms: gym.rooms.map((room) => mapRoom(room, around)),
    schedule: gym.schedule.map((source) => mapSchedule(source, around.folder)),
    attendance: mapAttendance(gym.attendance),
    economics: mapEconomics(gym.economics),
    verdicts: mapVerdicts(gym.verdicts),
    ...(around.file.privacy.small_counts === 'hide' && { hidesSmallCounts: true }),
  };
}

function mapSchedule(source: ScheduleSection, folder: string): ScheduleSourceConfig {
  return {
    id: source.id,
    url: isWaitingOrWeb(source.url) ? source.url : resolve(folder, source.url),
    format: source.format,
    refreshMs: ms(source.refresh),
    columns: source.columns,
    rooms: source.rooms,
  };
}

function isWaitingOrWeb(url: string): boolean {
  return unsetVariables(url).length > 0 || /^[a-z]+:\/\//i.test(url);
}

function mapAttendance(section: AttendanceSection): AttendanceConfig {
  const { percentile, staff, lead, tail } = section;
  return { percentile, staff, leadMs: ms(lead), tailMs: ms(tail) };
}

function mapEconomics(section: EconomicsSection): EconomicsConfig {
  return {
    ...mapAmounts(section),
    classes: section.classes.map((one) => ({ name: one.name, ...mapAmounts(one) })),
    trainers: section.trainers.map(({ name, flat_pay, per_head_pay }) => ({
      name,
      flatPayMilli: milli(flat_pay),
      perHeadPayMilli: milli(per_head_pay),
    })),
  };
}

function mapAmounts(section: Omit<EconomicsSection, 'classes' | 'trainers'>): AmountsConfig {
  return {
    revenuePerVisitMilli: milli(section.revenue_per_visit),
    flatPayMilli: milli(section.flat_pay),
    perHeadPayMilli: milli(section.per_head_pay),
    roomCostMilli: milli(section.room_cost),
    variableCostMilli: milli(section.variable_cost),
  };
}

/** Thousandths: exact for every currency, and sums stay whole numbers. */
function milli(amount: number | undefined): number | null {
  return amount === undefined ? null : Math.round(amount * 1000);
}

function mapVerdicts(section: VerdictsSection): VerdictsConfig {
  return {
    deadBelow: section.dead_below,
    weakBelow: section.weak_below,
    fairBelow: section.fair_below,
    fullFrom: section.full_from,
    lossShare: section.loss_share,
    minOccurrences: section.min_occurrences,
    noShowAlert: section.no_show_alert,
  };
}

function mapRoom(room: RoomSection, around: Surroundings): RoomConfig {
  return {
    id: room.id,
    name: room.name ?? room.id,
    capacity: room.capacity ?? null,
    cameras: room.cameras.map((camera) => mapCamera(camera, around)),
    cameraRule: room.camera_rule,
    isCalibrated: room.calibration,
  };
}

function mapCamera(camera: CameraSection, { file, folder }: Surroundings): CameraConfig {
  return {
    id: camera.id,
    url: resolveAddress(camera.url, folder),
    transport: camera.transport,
    isEnabled: camera.enabled,
    detector: absoluteReference(camera.detector ?? file.detectors.default, folder),
    ...(camera.detector_options !== undefined && { detectorOptions: camera.detector_options }),
    ...(camera.pixel_unit !== undefined && { pixelUnit: camera.pixel_unit }),
    sampling: mapPeriods(camera, file),
    zones: camera.zones.map(mapZone),
  };
}

function mapPeriods(camera: CameraSection, file: ConfigFile): PeriodConfig {
  return {
    classPeriodMs: ms(camera.sampling?.class_period ?? file.sampling.class_period),
    idlePeriodMs: ms(camera.sampling?.idle_period ?? file.sampling.idle_period),
    mayRest: camera.sampling?.idle_pause ?? file.sampling.idle_pause,
  };
}

/** Maps a zone without faults. */
export function mapZone(zone: ZoneSection): ZoneConfig {
  return {
    name: zone.name,
    kind: zone.kind,
    polygon: zone.polygon,
    anchor: zone.anchor === 'centre' ? 'centre' : 'bottom-centre',
    ...(zone.postures !== undefined && { postures: zone.postures }),
  };
}

/** `./mine.js` from the folder of the file; names and packages as they are. */
function absoluteReference(reference: string, folder: string): string {
  return /^\.{0,2}\//.test(reference) ? resolve(folder, reference) : reference;
}

function ms(duration: string): number {
  return checked(parseDuration(duration));
}

function bytes(size: string): number {
  return checked(parseSize(size));
}

/** The reader has refused every text without a number: none gets here. */
function checked(amount: number | null): number {
  if (amount === null) throw new TypeError('a text without a number came through the reader');
  return amount;
}
