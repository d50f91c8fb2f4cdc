/** The one mapping from the file to the program: snake_case to camelCase, texts with units to numbers, paths to absolute. */

import { resolve } from 'node:path';
import type {
  CameraConfig,
  Config,
  GymConfig,
  PeriodConfig,
  RoomConfig,
  ZoneConfig,
} from './config.ts';
import type {
  CameraSection,
  ConfigFile,
  GymSection,
  RoomSection,
  ZoneSection,
} from './sections/index.ts';
import { parseDuration, parseSize, resolveAddress } from './values/index.ts';

/** What a mapping needs to know beside the section itself. */
interface Surroundings {
  /** Folder that relative paths start from. */
  readonly folder: string;
  readonly file: ConfigFile;
}

/** Maps a file without faults. `folder` is where its relative paths start. */
export function mapConfig(file: ConfigFile, folder: string): Omit<Config, 'origin' | 'path'> {
  const around: Surroundings = { folder, file };
  const { sampling, server, retention, log, detectors } = file;
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
    },
    sampling: {
      classPeriodMs: ms(sampling.class_period),
      idlePeriodMs: ms(sampling.idle_period),
      workers: sampling.workers,
      workerMemoryBytes: bytes(sampling.worker_memory),
      taskTimeoutMs: ms(sampling.task_timeout),
      openTimeoutMs: ms(sampling.open_timeout),
      readTimeoutMs: ms(sampling.read_timeout),
    },
    server: { host: server.host, port: server.port },
    retention: { samplesMs: ms(retention.samples), minutesMs: ms(retention.minutes) },
    log: { level: log.level },
  };
}

function mapGym(gym: GymSection, around: Surroundings): GymConfig {
  return {
    id: gym.id,
    name: gym.name ?? gym.id,
    timezone: gym.timezone,
    currency: gym.currency ?? null,
    rooms: gym.rooms.map((room) => mapRoom(room, around)),
  };
}

function mapRoom(room: RoomSection, around: Surroundings): RoomConfig {
  return {
    id: room.id,
    name: room.name ?? room.id,
    capacity: room.capacity ?? null,
    cameras: room.cameras.map((camera) => mapCamera(camera, around)),
  };
}

function mapCamera(camera: CameraSection, { file, folder }: Surroundings): CameraConfig {
  return {
    id: camera.id,
    url: resolveAddress(camera.url, folder),
    transport: camera.transport,
    isEnabled: camera.enabled,
    detector: absoluteReference(camera.detector ?? file.detectors.default, folder),
    sampling: mapPeriods(camera, file),
    zones: camera.zones.map(mapZone),
  };
}

function mapPeriods(camera: CameraSection, file: ConfigFile): PeriodConfig {
  return {
    classPeriodMs: ms(camera.sampling?.class_period ?? file.sampling.class_period),
    idlePeriodMs: ms(camera.sampling?.idle_period ?? file.sampling.idle_period),
  };
}

/** Maps a zone without faults. */
export function mapZone(zone: ZoneSection): ZoneConfig {
  return {
    name: zone.name,
    kind: zone.kind,
    polygon: zone.polygon,
    anchor: zone.anchor === 'centre' ? 'centre' : 'bottom-centre',
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
