/**
 * Rules between fields: ids that are unique, not too many cameras, periods that fit one another, outlines that can be
 * filled. They look at whatever could be read, so that they are told together with all other faults.
 */

import { amountOf } from '../sections/field.ts';
import type { ConfigFile } from '../sections/file.ts';
import type { CameraSection } from '../sections/gym/camera.ts';
import type { GymSection } from '../sections/gym/gym.ts';
import type { ZoneSection } from '../sections/gym/zone.ts';
import { type FaultPath, type Finding, formatPath, shownKey } from './fault.ts';
import type { Incomplete } from './incomplete.ts';
import { outlineFault } from './polygon.ts';

/** A finding and where it belongs. */
export interface RuleFinding extends Finding {
  readonly path: FaultPath;
}

type File = Incomplete<ConfigFile>;
type Found = RuleFinding[];

/** Everything that the fields of the file say against one another. */
export function checkRules(file: File): readonly RuleFinding[] {
  const gyms = placed(file.gyms, ['gyms']);
  const rooms = gyms.flatMap(({ value, path }) => placed(value.rooms, [...path, 'rooms']));
  const cameras = rooms.flatMap(({ value, path }) => placed(value.cameras, [...path, 'cameras']));
  return [
    ...repeated(gyms, 'id', 'gym id'),
    ...gyms.flatMap(({ value, path }) => gymRules(value, path)),
    ...repeated(cameras, 'id', 'camera id'),
    ...tooMany(cameras),
    ...cameras.flatMap(({ value, path }) => cameraRules(value, path, file)),
    ...rooms.flatMap(({ value, path }) => lonelyOverlaps(value.cameras, [...path, 'cameras'])),
    ...periods(file.sampling, ['sampling'], file),
    ...retention(file),
  ];
}

interface Placed<T> {
  readonly value: T;
  readonly path: FaultPath;
}

function placed<T>(list: readonly (T | undefined)[] | undefined, path: FaultPath): Placed<T>[] {
  return (list ?? []).flatMap((value, at) =>
    value === undefined ? [] : [{ value, path: [...path, at] }],
  );
}

/** Entries whose `key` an earlier entry has too. */
function repeated<Key extends string>(
  entries: readonly Placed<{ readonly [key in Key]?: string | undefined }>[],
  key: Key,
  what: string,
): Found {
  const seen = new Map<string, FaultPath>();
  return entries.flatMap(({ value, path }) => {
    const name: string | undefined = value[key];
    if (name === undefined) return [];
    const first = seen.get(name);
    if (first === undefined) {
      seen.set(name, path);
      return [];
    }
    const finding = { expected: `a ${what} of its own`, got: `${name} a second time` };
    return [{ ...finding, path: [...path, key], hint: `${formatPath(first)} has it already` }];
  });
}

/**
 * Most cameras of an installation: what the counts store has room for. More than one small computer can read: a core
 * takes some 90 cameras at the default periods.
 */
export const MAX_CAMERAS = 256;

function tooMany(cameras: readonly Placed<unknown>[]): Found {
  const first = cameras[MAX_CAMERAS];
  if (first === undefined) return [];
  const finding = { expected: `at most ${MAX_CAMERAS} cameras`, got: `${cameras.length}` };
  return [{ ...finding, path: first.path, hint: 'run a second installation for the others' }];
}

function gymRules(gym: Incomplete<GymSection>, path: FaultPath): Found {
  return [
    ...repeated(placed(gym.rooms, [...path, 'rooms']), 'id', 'room id'),
    ...repeated(placed(gym.schedule, [...path, 'schedule']), 'id', 'schedule source id'),
    ...repeatedFamilies(gym.families, [...path, 'families']),
    ...risingLimits(gym.verdicts, [...path, 'verdicts']),
  ];
}

/** Names that differ only by case and accents are one name in a question. */
function repeatedFamilies(families: Incomplete<GymSection>['families'], path: FaultPath): Found {
  const seen = new Map<string, string>();
  return Object.keys(families ?? {}).flatMap((name) => {
    const folded = name
      .normalize('NFKD')
      .replace(/\p{Mark}/gu, '')
      .toLowerCase()
      .trim();
    const first = seen.get(folded);
    if (first === undefined) {
      seen.set(folded, name);
      return [];
    }
    const finding = { expected: 'each family once', got: `${shownKey(name)} a second time` };
    const hint = `${formatPath([...path, first])} has this name already`;
    return [{ ...finding, path: [...path, name], hint }];
  });
}

/** From dead to full: a limit below the one before it would make a verdict that nothing can get. */
function risingLimits(limits: Incomplete<GymSection>['verdicts'], path: FaultPath): Found {
  const order = ['dead_below', 'weak_below', 'fair_below', 'full_from'] as const;
  return order.slice(1).flatMap((key, at) => {
    const before = order[at] ?? key;
    const [low, high] = [limits?.[before], limits?.[key]];
    if (low === undefined || high === undefined || high >= low) return [];
    const finding = { expected: `${key} at ${before} or above`, got: `${high} and ${low}` };
    return [{ ...finding, path: [...path, key] }];
  });
}

function cameraRules(camera: Incomplete<CameraSection>, path: FaultPath, file: File): Found {
  return [
    ...checkZones(camera.zones, [...path, 'zones']),
    ...(camera.sampling ? periods(camera.sampling, [...path, 'sampling'], file) : []),
  ];
}

/** Names that are unique, outlines that do not cross themselves, postures only where they mean something. */
export function checkZones(zones: Incomplete<ZoneSection[]> | undefined, path: FaultPath): Found {
  const entries = placed(zones, path);
  return [
    ...repeated(entries, 'name', 'zone name'),
    ...entries.flatMap(({ value, path: at }) => outline(value.polygon, [...at, 'polygon'])),
    ...entries.flatMap(({ value, path: at }) => overlapPostures(value, [...at, 'postures'])),
  ];
}

/** Floor that two cameras see is shared by everyone on it: cameras do not agree about postures. */
function overlapPostures({ kind, postures }: Incomplete<ZoneSection>, path: FaultPath): Found {
  if (kind !== 'overlap' || postures === undefined) return [];
  return [{ path, expected: 'no postures in an overlap zone', got: postures.join(', ') }];
}

/** Overlap zones that no other camera of the room has: what they overlap with is not said. */
function lonelyOverlaps(
  list: readonly (Incomplete<CameraSection> | undefined)[] | undefined,
  path: FaultPath,
): Found {
  const zones = placed(list, path).flatMap(({ value, path: at }) =>
    placed(value.zones, [...at, 'zones']).map((zone) => ({ ...zone, camera: at.join() })),
  );
  const overlaps = zones.filter(
    ({ value }) => value.kind === 'overlap' && value.name !== undefined,
  );
  return overlaps.flatMap(({ value, path: at, camera }) => {
    const isShared = overlaps.some(
      (other) => other.camera !== camera && other.value.name === value.name,
    );
    if (isShared) return [];
    return [
      {
        path: [...at, 'name'],
        expected: 'the name of an overlap zone of another camera of the room too',
        got: `${value.name} on one camera`,
        hint: 'draw the same part of the floor in both pictures, under one name',
      },
    ];
  });
}

function outline(
  polygon:
    | readonly ((number | undefined)[] | readonly (number | undefined)[] | undefined)[]
    | undefined,
  path: FaultPath,
): Found {
  const corners = (polygon ?? []).flatMap((corner) => {
    const [x, y] = corner ?? [];
    return x === undefined || y === undefined ? [] : [[x, y] as const];
  });
  if (corners.length < 3 || corners.length !== polygon?.length) return [];
  const got = outlineFault(corners);
  if (got === null) return [];
  return [
    {
      path,
      expected: 'corners in order around the zone, so that no edges cross or touch',
      got,
      hint: 'put the corners in the order in which you would walk around the zone',
    },
  ];
}

type Periods = {
  readonly class_period?: string | undefined;
  readonly idle_period?: string | undefined;
};

/** Looking more often while nothing goes on is a mix-up of the two. */
function periods(own: Periods | undefined, path: FaultPath, file: File): Found {
  const fast = own?.class_period ?? file.sampling?.class_period;
  const slow = own?.idle_period ?? file.sampling?.idle_period;
  if (fast === undefined || slow === undefined) return [];
  if ((amountOf(slow, 'duration') ?? 0) >= (amountOf(fast, 'duration') ?? 0)) return [];
  const key = own?.idle_period === undefined ? 'class_period' : 'idle_period';
  return [
    {
      path: [...path, key],
      expected: 'an idle_period as long as the class_period or longer',
      got: `idle_period ${slow} and class_period ${fast}`,
      hint: 'set both',
    },
  ];
}

function retention(file: File): Found {
  const { samples, minutes } = file.retention ?? {};
  if (samples === undefined || minutes === undefined) return [];
  if ((amountOf(minutes, 'duration') ?? 0) >= (amountOf(samples, 'duration') ?? 0)) return [];
  return [
    {
      path: ['retention', 'minutes'],
      expected: 'to keep minutes as long as samples or longer',
      got: `minutes ${minutes} and samples ${samples}`,
    },
  ];
}
