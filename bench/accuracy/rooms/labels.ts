/** Pictures of whole rooms, labelled as one point a person: `rooms.tsv`, whose columns are told in the page of this bench. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOM_VIEWS = ['ceiling', 'corner', 'wide', 'eye'] as const;
/** Sizes at which the people of each picture were counted by YOLOX-Nano. */
export const LOOKED_SIZES = ['416x416', '640x384', '832x480', '960x544'] as const;
export type LookedSize = (typeof LOOKED_SIZES)[number];
export const ROOM_FEATURES = ['mirror', 'lying', 'bikes', 'rows', 'equipment', 'dark'] as const;

export interface Room {
  /** Name in the folder of the pictures. */
  readonly file: string;
  /** A room that one camera or photographer looks at. */
  readonly place: string;
  /** Places of one house, or that may be one: all on the same side. */
  readonly site: string;
  /** Kept aside until the end. */
  readonly held_out: boolean;
  readonly view: (typeof ROOM_VIEWS)[number];
  readonly features: readonly (typeof ROOM_FEATURES)[number][];
  /** [x, y] of each person's head, or of the middle of what shows; ratios of width and height. */
  readonly people: readonly (readonly [number, number])[];
  /** Least and most people that there may be. */
  readonly range: readonly [number, number];
  readonly width: number;
  readonly height: number;
  readonly repository: string;
  readonly commit: string;
  readonly path: string;
  /** The second of the frame, where `path` is a recording. */
  readonly at_s: number | null;
  /** The first 16 digits, of the file at `path` before it was made smaller. */
  readonly sha256: string;
  /** What YOLOX-Nano counted. */
  readonly counts: Readonly<Record<LookedSize, number>>;
}

/** All labelled rooms, in the order of the file. */
export function readRooms(): readonly Room[] {
  const text = readFileSync(join('bench', 'accuracy', 'rooms', 'rooms.tsv'), 'utf8');
  const [head = [], ...rows] = text
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
  return rows.map((cells) => {
    const of = (column: string) => cells[head.indexOf(column)] ?? '';
    const words = (column: string) => of(column).split(' ').filter(Boolean);
    const pair = (cell: string, mark: string) => cell.split(mark).map(Number) as [number, number];
    return {
      file: of('file'),
      place: of('place'),
      site: of('site'),
      held_out: of('side') === 'held-out',
      view: of('view') as Room['view'],
      features: words('features') as Room['features'][number][],
      people: words('people').map((point) => pair(point, ',')),
      range: pair(of('range'), '-'),
      width: Number(of('width')),
      height: Number(of('height')),
      repository: of('repository'),
      commit: of('commit'),
      path: of('path'),
      at_s: of('at_s') === '' ? null : Number(of('at_s')),
      sha256: of('sha256'),
      counts: Object.fromEntries(
        LOOKED_SIZES.map((size) => [size, Number(of(size))]),
      ) as Room['counts'],
    };
  });
}

/** Those of one side whose picture lies in `dir`. */
export function roomsIn(dir: string, wantsHeldOut: boolean, rooms = readRooms()): readonly Room[] {
  return rooms
    .filter(({ held_out }) => held_out === wantsHeldOut)
    .filter(({ file }) => existsSync(join(dir, file)));
}
