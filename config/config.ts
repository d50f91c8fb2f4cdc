/**
 * The configuration as the program sees it, from the schema alone: snake_case becomes camelCase, a text with a unit its
 * number, a relative path an absolute one, and what is left out null. Overrides are merged, so that no one has to look a
 * default up. Checked and complete. Addresses and keys in it are never shown or logged.
 */

import { isAbsolute, resolve } from 'node:path';
import type { Static, TArray, TObject, TOptional, TSchema } from 'typebox';
import { TurnoutError } from '../errors.ts';
import { unsetVariables } from './environment.ts';
import { nearest } from './fault.ts';
import { amountOf, type PathKind, type SchemaNode, schemaNode } from './forms.ts';
import type { CAMERA, ZONES_FILE } from './schema/camera.ts';
import type { TDuration, TMoney, TSize } from './schema/field.ts';
import { CONFIG_FILE, type ConfigFile } from './schema/file.ts';
import type { GYM, ROOM } from './schema/gym.ts';

type File = Decoded<typeof CONFIG_FILE>;

export type ZoneConfig = Decoded<typeof ZONES_FILE>['zones'][number];
export type CameraConfig = Readonly<ReturnType<typeof cameraOf>>;
export type RoomConfig = Readonly<ReturnType<typeof roomOf>>;
export type GymConfig = Readonly<ReturnType<typeof gymOf>>;
export type ScheduleSourceConfig = GymConfig['schedule'][number];
export type AttendanceConfig = GymConfig['attendance'];
export type EconomicsConfig = GymConfig['economics'];
export type AmountsConfig = Omit<EconomicsConfig, 'classes' | 'trainers'>;
export type VerdictsConfig = GymConfig['verdicts'];
export type ChannelConfig = GymConfig['notify'][number];

export interface Config extends Readonly<ReturnType<typeof configOf>> {
  /** `demo` where there is no file. */
  readonly origin: 'file' | 'demo';
  /** Absolute path of the file; null for the demo. */
  readonly path: string | null;
}

export type DetectorConfig = Config['detectors'];
export type OnnxConfig = DetectorConfig['onnx'];
export type AccessConfig = Config['access'];
export type AskModelConfig = NonNullable<Config['ask']['model']>;
export type BackupConfig = NonNullable<Config['backup']>;
export type MailConfig = NonNullable<Config['mail']>;
export type MqttConfig = NonNullable<Config['mqtt']>;

/** A file without faults as the program has it. `folder` is where its relative paths start. */
export function configOf(checked: ConfigFile, folder: string) {
  const file = decode(CONFIG_FILE, checked, folder);
  const { privacy, ...shown } = file;
  // By the name, package or absolute path of the detector, as cameras name it.
  const options = Object.entries(file.detectors.options).map(
    ([detector, own]) => [absolute(detector, 'reference', folder), own] as const,
  );
  return {
    ...shown,
    server: { ...file.server, publicUrl: file.server.publicUrl?.replace(/\/+$/, '') ?? null },
    detectors: { ...file.detectors, options: Object.fromEntries(options) },
    /** At least one. */
    gyms: file.gyms.map((gym) => gymOf(gym, file)),
  };
}

function gymOf(gym: Decoded<typeof GYM>, file: File) {
  return {
    ...gym,
    name: gym.name ?? gym.id,
    rooms: gym.rooms.map((room) => roomOf(room, file)),
    /** Whether one or two people are not shown in files and on the wall; left out: they are. */
    ...(file.privacy.smallCounts === 'hide' && { hidesSmallCounts: true as const }),
  };
}

function roomOf(room: Decoded<typeof ROOM>, file: File) {
  const cameras = room.cameras.map((camera) => cameraOf(camera, file));
  return { ...room, name: room.name ?? room.id, cameras };
}

function cameraOf(camera: Decoded<typeof CAMERA>, { detectors, sampling }: File) {
  return {
    ...camera,
    /** `auto`, a name, a package or an absolute path; the general default where the camera names none. */
    detector: camera.detector ?? detectors.default,
    /** Its own periods, or the general ones. `idlePeriodMs` is never shorter than `classPeriodMs`. */
    sampling: {
      classPeriodMs: camera.sampling?.classPeriodMs ?? sampling.classPeriodMs,
      idlePeriodMs: camera.sampling?.idlePeriodMs ?? sampling.idlePeriodMs,
    },
  };
}

/** The gym named, else the only one. Throws `gym_unknown`. */
export function namedGym({ gyms }: Pick<Config, 'gyms'>, id: string | null): GymConfig {
  const found = gyms.find((gym) => gym.id === id || (id === null && gyms.length === 1));
  if (found !== undefined) return found;
  const ids = gyms.map((gym) => gym.id);
  const near = id === null ? null : nearest(id, ids);
  throw new TurnoutError('gym_unknown', {
    where: 'gym',
    expected: `one of ${ids.join(', ')}`,
    got: id ?? 'none',
    hint: near === null ? 'name it with --gym' : `did you mean ${near}?`,
  });
}

/** A camera with the gym and the room it belongs to. */
export type PlacedCamera = Readonly<ReturnType<typeof placedCameras>[number]>;

/** All cameras of the installation, disabled ones too, in the order of the file. */
export function placedCameras({ gyms }: Pick<Config, 'gyms'>) {
  return gyms.flatMap(({ id: gymId, rooms }) =>
    rooms.flatMap(({ id: roomId, capacity: roomCapacity, cameras }) =>
      /** `roomCapacity` is the people that the room holds; null is unknown. */
      cameras.map((camera) => ({ gymId, roomId, roomCapacity, camera })),
    ),
  );
}

type Camel<Key extends string> = Key extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Key;

/** The name of a field in the program carries its unit: ms, bytes, thousandths of the currency. */
type Name<Key extends string, Schema> = Schema extends TDuration
  ? `${Camel<Key>}Ms`
  : Schema extends TSize
    ? `${Camel<Key>}Bytes`
    : Schema extends TMoney
      ? `${Camel<Key>}Milli`
      : Camel<Key>;

type DeepReadonly<Value> = Value extends object
  ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
  : Value;

/** What the program has of a schema. */
export type Decoded<Schema> = Schema extends TDuration | TSize | TMoney
  ? number
  : Schema extends TObject<infer Properties>
    ? {
        readonly [Key in keyof Properties & string as Name<Key, Properties[Key]>]:
          | Decoded<Properties[Key]>
          | (Properties[Key] extends TOptional ? null : never);
      }
    : Schema extends TArray<infer Item>
      ? readonly Decoded<Item>[]
      : Schema extends TSchema
        ? DeepReadonly<Static<Schema>>
        : never;

/** The program's form of a value without faults. `folder` is where relative paths start. */
export function decode<Schema extends TSchema>(schema: Schema, value: unknown, folder: string) {
  return decoded(schemaNode(schema), value, folder) as Decoded<Schema>;
}

function decoded(schema: SchemaNode, value: unknown, folder: string): unknown {
  if (value === undefined) return null;
  const unit = schema['x-unit'];
  if (unit !== undefined) return amountOf(String(value), unit);
  if (schema['x-money'] === true) return Math.round(Number(value) * 1_000);
  if (schema['x-path'] !== undefined) return absolute(String(value), schema['x-path'], folder);
  if (Array.isArray(value)) return value.map((item) => decoded(schema.items ?? {}, item, folder));
  if (schema.properties === undefined) return value;
  const fields = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(schema.properties).map(([key, field]) => [
      nameOf(key, field),
      decoded(field, fields[key], folder),
    ]),
  );
}

function nameOf(key: string, schema: SchemaNode): string {
  const name = key.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  if (schema['x-money'] === true) return `${name}Milli`;
  return { duration: `${name}Ms`, size: `${name}Bytes`, none: name }[schema['x-unit'] ?? 'none'];
}

/** A scheme of one letter is a drive of Windows, and so a path. */
const ADDRESS = /^[a-z][a-z0-9+.-]+:/i;

/** `text` itself where it is no path of its kind, or waits for a variable. */
export function absolute(text: string, kind: PathKind, folder: string): string {
  if (isAbsolute(text) || unsetVariables(text).length > 0) return text;
  if (kind === 'address' && ADDRESS.test(text)) return text;
  if (kind === 'reference' && !/^\.{0,2}\//.test(text)) return text;
  return resolve(folder, text);
}
