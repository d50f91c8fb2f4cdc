/**
 * The configuration as the program sees it: what the schema decodes to, with overrides merged, so that no one has to look
 * a default up. Checked, complete and frozen. Paths are absolute; addresses and keys in it are never shown or logged.
 */

import { absolute, type Decoded, decode } from './decode.ts';
import { CONFIG_FILE, type ConfigFile } from './sections/file.ts';
import type { CAMERA } from './sections/gym/camera.ts';
import type { GYM } from './sections/gym/gym.ts';
import type { ROOM } from './sections/gym/room.ts';
import type { ZONES } from './sections/gym/zone.ts';

type File = Decoded<typeof CONFIG_FILE>;

export type ZoneConfig = Decoded<typeof ZONES>[number];

/** How often a camera is sampled. `idlePeriodMs` is never shorter than `classPeriodMs`. */
export type PeriodConfig = Pick<File['sampling'], 'classPeriodMs' | 'idlePeriodMs' | 'idlePause'>;

export interface CameraConfig extends Omit<Decoded<typeof CAMERA>, 'detector' | 'sampling'> {
  /** `auto`, a name, a package or an absolute path; the general default where the camera names none. */
  readonly detector: string;
  /** Its own periods, or the general ones. */
  readonly sampling: PeriodConfig;
}

export interface RoomConfig extends Omit<Decoded<typeof ROOM>, 'name' | 'cameras'> {
  readonly name: string;
  readonly cameras: readonly CameraConfig[];
}

export interface GymConfig extends Omit<Decoded<typeof GYM>, 'name' | 'rooms'> {
  readonly name: string;
  readonly rooms: readonly RoomConfig[];
  /** Whether one or two people are not shown in files and on the wall; left out: they are. */
  readonly hidesSmallCounts?: true;
}

export type ScheduleSourceConfig = GymConfig['schedule'][number];
export type AttendanceConfig = GymConfig['attendance'];
export type EconomicsConfig = GymConfig['economics'];
export type AmountsConfig = Omit<EconomicsConfig, 'classes' | 'trainers'>;
export type VerdictsConfig = GymConfig['verdicts'];

export interface Config extends Omit<File, 'gyms' | 'privacy'> {
  /** `demo` where there is no file. */
  readonly origin: 'file' | 'demo';
  /** Absolute path of the file; null for the demo. */
  readonly path: string | null;
  /** At least one. */
  readonly gyms: readonly GymConfig[];
}

export type DetectorConfig = Config['detectors'];
export type OnnxConfig = DetectorConfig['onnx'];
export type AccessConfig = Config['access'];
export type AskModelConfig = NonNullable<Config['ask']['model']>;
export type BackupConfig = NonNullable<Config['backup']>;

/** A file without faults as the program has it. `folder` is where its relative paths start. */
export function configOf(checked: ConfigFile, folder: string): Omit<Config, 'origin' | 'path'> {
  const { privacy, gyms, ...file } = decode(CONFIG_FILE, checked, folder);
  const hides = privacy.smallCounts === 'hide' ? { hidesSmallCounts: true as const } : {};
  return {
    ...file,
    server: { ...file.server, publicUrl: file.server.publicUrl?.replace(/\/+$/, '') ?? null },
    detectors: { ...file.detectors, options: optionsOf(checked.detectors.options, folder) },
    gyms: gyms.map((gym) => ({
      ...gym,
      name: gym.name ?? gym.id,
      rooms: gym.rooms.map((room) => ({
        ...room,
        name: room.name ?? room.id,
        cameras: room.cameras.map((camera) => cameraOf(camera, file)),
      })),
      ...hides,
    })),
  };
}

function cameraOf(
  { sampling, detector, ...camera }: Decoded<typeof CAMERA>,
  { detectors, sampling: general }: Pick<File, 'detectors' | 'sampling'>,
): CameraConfig {
  return {
    ...camera,
    detector: detector ?? detectors.default,
    sampling: {
      classPeriodMs: sampling?.classPeriodMs ?? general.classPeriodMs,
      idlePeriodMs: sampling?.idlePeriodMs ?? general.idlePeriodMs,
      idlePause: sampling?.idlePause ?? general.idlePause,
    },
  };
}

/** By the name, package or absolute path of the detector, as cameras name it. */
function optionsOf(options: DetectorConfig['options'], folder: string): DetectorConfig['options'] {
  return Object.fromEntries(
    Object.entries(options).map(([detector, own]) => [
      absolute(detector, 'reference', folder),
      own,
    ]),
  );
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
