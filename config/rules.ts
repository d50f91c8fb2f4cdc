/**
 * Rules between fields: ids that are unique, not too many cameras, periods that fit one another, outlines that can be
 * filled. They look at whatever could be read, so that they are told together with all other faults.
 */

import { type FaultPath, formatPath, type PlacedFinding, shownKey } from './fault.ts';
import { parseDuration } from './forms.ts';
import { outlineFault } from './polygon.ts';
import type { CameraSection, ZonesFile } from './schema/camera.ts';
import type { ConfigFile } from './schema/file.ts';
import type { GymSection } from './schema/gym.ts';

/** A value of which anything may be missing: what could be read of a file with faults. */
export type Incomplete<T> = T extends readonly (infer Item)[]
  ? readonly (Incomplete<Item> | undefined)[]
  : T extends object
    ? { readonly [Key in keyof T]?: Incomplete<T[Key]> | undefined }
    : T;

type Found = PlacedFinding[];
type Cameras = readonly Placed<Incomplete<CameraSection>>[];

/**
 * Most cameras of an installation: what the counts store has room for. More than one small computer can read: a core
 * takes some 90 cameras at the default periods.
 */
export const MAX_CAMERAS = 256;

/** Everything that the fields of the file say against one another. */
export function checkRules(file: Incomplete<ConfigFile>): readonly PlacedFinding[] {
  const gyms = placed(file.gyms, ['gyms']);
  const rooms = gyms.flatMap(({ value, path }) => placed(value.rooms, [...path, 'rooms']));
  const byRoom = rooms.map(({ value, path }) => placed(value.cameras, [...path, 'cameras']));
  const cameras = byRoom.flat();
  return [
    ...repeated(gyms, 'id', 'gym id'),
    ...gyms.flatMap(({ value, path }) => [
      ...gymRules(value, path),
      ...channelRules(value.notify, [...path, 'notify'], file.mail !== undefined),
    ]),
    ...repeated(cameras, 'id', 'camera id'),
    ...cameras.slice(MAX_CAMERAS, MAX_CAMERAS + 1).flatMap(({ path }) => {
      const hint = 'run a second installation for the others';
      return wrong(path, `at most ${MAX_CAMERAS} cameras`, `${cameras.length}`, hint);
    }),
    ...cameras.flatMap(({ value: { zones }, path }) => checkZones(zones, [...path, 'zones'])),
    ...byRoom.flatMap(lonelyOverlaps),
    ...[{ value: file, path: [] }, ...cameras].flatMap(({ value: { sampling }, path }) =>
      periods(sampling, [...path, 'sampling'], file),
    ),
    ...retention(file.retention),
  ];
}

/** One thing that is wrong. */
function wrong(path: FaultPath, expected: string, got: string, hint?: string): Found {
  return [{ path, expected, got, hint }];
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
    const first = seen.get(name ?? '');
    if (name !== undefined && first === undefined) seen.set(name, path);
    if (first === undefined) return [];
    const hint = `${formatPath(first)} has it already`;
    return wrong([...path, key], `a ${what} of its own`, `${name} a second time`, hint);
  });
}

function gymRules(gym: Incomplete<GymSection>, path: FaultPath): Found {
  return [
    ...repeated(placed(gym.rooms, [...path, 'rooms']), 'id', 'room id'),
    ...repeated(placed(gym.schedule, [...path, 'schedule']), 'id', 'schedule source id'),
    ...repeatedFamilies(Object.keys(gym.families ?? {}), [...path, 'families']),
    ...risingLimits(gym.verdicts, [...path, 'verdicts']),
  ];
}

const TARGETS = ['email', 'slack', 'teams', 'webhook'] as const;

/** Each goes to one place, which has what it needs. */
function channelRules(
  channels: Incomplete<GymSection>['notify'],
  path: FaultPath,
  hasMail: boolean,
): Found {
  const entries = placed(channels, path);
  return [
    ...repeated(entries, 'id', 'channel id'),
    ...entries.flatMap(({ value, path: at }) => {
      const targets = TARGETS.filter((name) => (value[name]?.length ?? 0) > 0);
      const [target] = targets;
      if (target === undefined || targets.length > 1) {
        const got = targets.length === 0 ? 'none' : targets.join(' and ');
        return wrong(at, `one of ${TARGETS.join(', ')}`, got);
      }
      if (target === 'email' && !hasMail) {
        const hint = 'add the section "mail:" with "smtp:" and "from:" to the file';
        return wrong([...at, target], 'a mail server', 'none', hint);
      }
      if ((target === 'webhook') === (value.secret !== undefined)) return [];
      const expected = target === 'webhook' ? 'a secret that signs' : 'a secret for webhook alone';
      const got = target === 'webhook' ? 'none' : `one for ${target}`;
      return wrong([...at, 'secret'], expected, got);
    }),
  ];
}

/** Names that differ only by case and accents are one name in a question. */
function repeatedFamilies(names: readonly string[], path: FaultPath): Found {
  const folded = names.map((name) =>
    name
      .normalize('NFKD')
      .replace(/\p{Mark}/gu, '')
      .toLowerCase()
      .trim(),
  );
  return names.flatMap((name, at) => {
    const first = folded.indexOf(folded[at] ?? '');
    if (first === at) return [];
    const hint = `${formatPath([...path, names[first] ?? ''])} has this name already`;
    return wrong([...path, name], 'each family once', `${shownKey(name)} a second time`, hint);
  });
}

/** From dead to full: a limit below the one before it would make a verdict that nothing can get. */
function risingLimits(limits: Incomplete<GymSection>['verdicts'], path: FaultPath): Found {
  const order = ['dead_below', 'weak_below', 'fair_below', 'full_from'] as const;
  return order.slice(1).flatMap((key, at) => {
    const before = order[at] ?? key;
    const [low, high] = [limits?.[before], limits?.[key]];
    if (low === undefined || high === undefined || high >= low) return [];
    return wrong([...path, key], `${key} at ${before} or above`, `${high} and ${low}`);
  });
}

/** Names that are unique, outlines that do not cross themselves, postures only where they mean something. */
export function checkZones(zones: Incomplete<ZonesFile>['zones'], path: FaultPath): Found {
  const entries = placed(zones, path);
  return [
    ...repeated(entries, 'name', 'zone name'),
    ...entries.flatMap(({ value: { polygon = [], kind, postures }, path: at }) => {
      const found: Found = [];
      const corners = polygon.filter((corner): corner is [number, number] =>
        [0, 1].every((axis) => corner?.[axis] !== undefined),
      );
      const isWhole = corners.length >= 3 && corners.length === polygon.length;
      const got = isWhole ? outlineFault(corners) : null;
      if (got !== null) {
        const expected = 'corners in order around the zone, so that no edges cross or touch';
        const hint = 'put the corners in the order in which you would walk around the zone';
        found.push(...wrong([...at, 'polygon'], expected, got, hint));
      }
      // Floor that two cameras see is shared by everyone on it: cameras do not agree about postures.
      if (kind === 'overlap' && postures !== undefined) {
        const expected = 'no postures in an overlap zone';
        found.push(...wrong([...at, 'postures'], expected, postures.join(', ')));
      }
      return found;
    }),
  ];
}

/** Overlap zones that no other camera of the room has: what they overlap with is not said. */
function lonelyOverlaps(cameras: Cameras): Found {
  const overlaps = cameras.flatMap(({ value, path }, camera) =>
    placed(value.zones, [...path, 'zones'])
      .filter(({ value: { kind, name } }) => kind === 'overlap' && name !== undefined)
      .map((zone) => ({ name: zone.value.name, path: [...zone.path, 'name'], camera })),
  );
  const expected = 'the name of an overlap zone of another camera of the room too';
  const hint = 'draw the same part of the floor in both pictures, under one name';
  return overlaps.flatMap(({ name, path, camera }) =>
    overlaps.some((other) => other.camera !== camera && other.name === name)
      ? []
      : wrong(path, expected, `${name} on one camera`, hint),
  );
}

type Periods = Incomplete<CameraSection>['sampling'];

/** Looking more often while nothing goes on is a mix-up of the two. */
function periods(own: Periods, path: FaultPath, { sampling }: { sampling?: Periods }): Found {
  const fast = own?.class_period ?? sampling?.class_period;
  const slow = own?.idle_period ?? sampling?.idle_period;
  if (own === undefined || !isShorter(slow, fast)) return [];
  const key = own.idle_period === undefined ? 'class_period' : 'idle_period';
  const expected = 'an idle_period as long as the class_period or longer';
  const got = `idle_period ${slow} and class_period ${fast}`;
  return wrong([...path, key], expected, got, 'set both');
}

function retention({ samples, minutes }: Incomplete<ConfigFile>['retention'] = {}): Found {
  if (!isShorter(minutes, samples)) return [];
  const expected = 'to keep minutes as long as samples or longer';
  const got = `minutes ${minutes} and samples ${samples}`;
  return wrong(['retention', 'minutes'], expected, got);
}

function isShorter(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  return (parseDuration(one) ?? 0) < (parseDuration(other) ?? 0);
}
