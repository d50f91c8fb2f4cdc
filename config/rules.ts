/**
 * Rules between fields: not too many cameras, periods that fit one another, outlines that can be filled. They look at
 * whatever could be read, so that they are told together with all other faults.
 */

import { type FaultPath, formatPath, type PlacedFinding, shownKey } from './fault.ts';
import { amountOf } from './forms.ts';
import { outlineFault } from './polygon.ts';
import type { CameraSection, ZonesFile } from './schema/camera.ts';
import type { ConfigFile } from './schema/file.ts';
import type { GymSection } from './schema/gym.ts';
import type { ChannelSection } from './schema/notify.ts';

/** A value of which anything may be missing: what could be read of a file with faults. */
export type Incomplete<T> = T extends readonly (infer Item)[]
  ? readonly (Incomplete<Item> | undefined)[]
  : T extends object
    ? { readonly [Key in keyof T]?: Incomplete<T[Key]> | undefined }
    : T;

type Found = PlacedFinding[];
type Placed<T> = { readonly value: T; readonly path: FaultPath };

/**
 * Most cameras of an installation: what the counts store has room for. More than one small computer can read: a core
 * takes some 90 cameras at the default periods.
 */
export const MAX_CAMERAS = 256;

/** Everything that the fields of the file say against one another. */
export function checkRules(file: Incomplete<ConfigFile>): Found {
  const gyms = placed(file.gyms, ['gyms']);
  const rooms = gyms.flatMap(({ value, path }) => placed(value.rooms, [...path, 'rooms']));
  const byRoom = rooms.map(({ value, path }) => placed(value.cameras, [...path, 'cameras']));
  const cameras = byRoom.flat();
  return [
    ...gyms.flatMap(({ value, path }) => [
      ...repeatedFamilies(Object.keys(value.families ?? {}), [...path, 'families']),
      ...risingLimits(value.verdicts, [...path, 'verdicts']),
      ...placed(value.notify, [...path, 'notify']).flatMap((one) => channel(one, file.mail)),
    ]),
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

function placed<T>(list: readonly (T | undefined)[] | undefined, path: FaultPath): Placed<T>[] {
  return (list ?? []).flatMap((value, at) =>
    value === undefined ? [] : [{ value, path: [...path, at] }],
  );
}

const TARGETS = ['email', 'slack', 'teams', 'webhook'] as const;

/** It goes to one place, which has what it needs. */
function channel({ value, path }: Placed<Incomplete<ChannelSection>>, mail: unknown): Found {
  const targets = TARGETS.filter((name) => (value[name]?.length ?? 0) > 0);
  const [target] = targets;
  if (target === undefined || targets.length > 1) {
    return wrong(path, `one of ${TARGETS.join(', ')}`, targets.join(' and ') || 'none');
  }
  if (target === 'email' && mail === undefined) {
    const hint = 'add the section "mail:" with "smtp:" and "from:" to the file';
    return wrong([...path, target], 'a mail server', 'none', hint);
  }
  if ((target === 'webhook') === (value.secret !== undefined)) return [];
  return target === 'webhook'
    ? wrong([...path, 'secret'], 'a secret that signs', 'none')
    : wrong([...path, 'secret'], 'a secret for webhook alone', `one for ${target}`);
}

/** Names that differ only by case and accents are one name in a question. */
function repeatedFamilies(names: readonly string[], path: FaultPath): Found {
  const folded = names.map((name) => {
    const plain = name.normalize('NFKD').replace(/\p{Mark}/gu, '');
    return plain.toLowerCase().trim();
  });
  return names.flatMap((name, at) => {
    const first = folded.indexOf(folded[at] ?? '');
    if (first === at) return [];
    const hint = `${formatPath([...path, names[first] ?? ''])} has this name already`;
    return wrong([...path, name], 'each family once', `${shownKey(name)} a second time`, hint);
  });
}

/** From dead to full: a limit below the one before it would make a verdict that nothing can get. */
function risingLimits(limits: Incomplete<GymSection>['verdicts'] = {}, path: FaultPath): Found {
  const order = ['dead_below', 'weak_below', 'fair_below', 'full_from'] as const;
  return order.slice(1).flatMap((key, at) => {
    const before = order[at] ?? key;
    const [low = 0, high = low] = [limits[before], limits[key]];
    return high >= low
      ? []
      : wrong([...path, key], `${key} at ${before} or above`, `${high} and ${low}`);
  });
}

/** Outlines that do not cross themselves, postures only where they mean something. */
export function checkZones(zones: Incomplete<ZonesFile>['zones'], path: FaultPath): Found {
  return placed(zones, path).flatMap(({ value: { polygon = [], kind, postures }, path: at }) => {
    const corners = polygon.flatMap((corner): (readonly [number, number])[] => {
      const [x, y] = corner ?? [];
      return x === undefined || y === undefined ? [] : [[x, y]];
    });
    const isWhole = corners.length >= 3 && corners.length === polygon.length;
    const got = isWhole ? outlineFault(corners) : null;
    const expected = 'corners in order around the zone, so that no edges cross or touch';
    const hint = 'put the corners in the order in which you would walk around the zone';
    // Floor that two cameras see is shared by everyone on it: cameras do not agree about postures.
    const strange = kind === 'overlap' ? postures : undefined;
    return [
      ...(got === null ? [] : wrong([...at, 'polygon'], expected, got, hint)),
      ...(strange
        ? wrong([...at, 'postures'], 'no postures in an overlap zone', strange.join(', '))
        : []),
    ];
  });
}

/** Overlap zones that no other camera of the room has: what they overlap with is not said. */
function lonelyOverlaps(cameras: readonly Placed<Incomplete<CameraSection>>[]): Found {
  const overlaps = cameras.flatMap(({ value, path }, camera) =>
    placed(value.zones, [...path, 'zones']).flatMap((zone) => {
      const { kind, name } = zone.value;
      const isOverlap = kind === 'overlap' && name !== undefined;
      return isOverlap ? [{ name, path: [...zone.path, 'name'], camera }] : [];
    }),
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
  const expected = 'to keep minutes as long as samples or longer';
  const got = `minutes ${minutes} and samples ${samples}`;
  return isShorter(minutes, samples) ? wrong(['retention', 'minutes'], expected, got) : [];
}

function isShorter(one = '', other = ''): boolean {
  return (amountOf(one, 'duration') ?? Infinity) < (amountOf(other, 'duration') ?? 0);
}
