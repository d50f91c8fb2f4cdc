/** Pictures of whole rooms, labelled as one point a person: `labels.json`, whose fields are told in the page of this bench. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOM_VIEWS = ['ceiling', 'corner', 'wide', 'eye'] as const;
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
  readonly sure: boolean;
  /** Least and most people that there may be. */
  readonly range: readonly [number, number];
  readonly width: number;
  readonly height: number;
  readonly repository: string;
  readonly commit: string;
  readonly path: string;
  /** The second of the frame, where `path` is a recording. */
  readonly at_s?: number;
  /** Of the file at `path`, before it was made smaller. */
  readonly sha256: string;
}

const LABELS_FILE = join('bench', 'accuracy', 'rooms', 'labels.json');

/** All labelled rooms, in the order of the file. */
export function readRooms(file: string = LABELS_FILE): readonly Room[] {
  return JSON.parse(readFileSync(file, 'utf8')) as readonly Room[];
}

/** Those of one side whose picture lies in `dir`. */
export function roomsIn(dir: string, wantsHeldOut: boolean, rooms = readRooms()): readonly Room[] {
  return rooms
    .filter(({ held_out }) => held_out === wantsHeldOut)
    .filter(({ file }) => existsSync(join(dir, file)));
}
