/** Pictures of whole rooms, labelled as one point a person: `labels.json`, whose fields are told in the page of this bench. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Box, LabelledPicture, ScoredBox } from '../labels.ts';

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

/** Half the side of the box that stands for a point where boxes are drawn, as a ratio of the picture's width. */
const POINT_RATIO = 0.008;
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

/** A room as the harness looks at pictures: a small box for each point, the place as the group. */
export function pictureOf(room: Room): LabelledPicture {
  return pictureWith(
    room,
    pointsOf(room).map((point) => boxAround(point, room.width)),
  );
}

/**
 * The same with what a detector found, so that a sheet shows whom it found: a point has the box of the surest detection
 * that holds it and no other point, the one nearest to where a head would be.
 */
export function pictureSeen(room: Room, found: readonly ScoredBox[]): LabelledPicture {
  const free = new Set(pointsOf(room));
  const boxes: Box[] = [];
  for (const { box } of found) {
    const [nearest] = [...free]
      .filter((point) => holds(box, point))
      .toSorted((a, b) => distanceToHead(box, a) - distanceToHead(box, b));
    if (nearest === undefined) continue;
    free.delete(nearest);
    boxes.push(box);
  }
  const missed = [...free].map((point) => boxAround(point, room.width));
  return pictureWith(room, [...boxes, ...missed]);
}

function pictureWith({ file, place, width, height }: Room, boxes: readonly Box[]): LabelledPicture {
  const labels = boxes.map((box) => ({ box, score: 1 }));
  return { file, source: 'rooms', group: place, labelledBy: 'people', width, height, labels };
}

/** In picture pixels. */
type Point = readonly [number, number];

function pointsOf({ people, width, height }: Room): readonly Point[] {
  return people.map(([x, y]): Point => [x * width, y * height]);
}

function boxAround([x, y]: Point, width: number): Box {
  const half = POINT_RATIO * width;
  return [x - half, y - half, x + half, y + half];
}

function holds([x1, y1, x2, y2]: Box, [x, y]: Point): boolean {
  return x >= x1 && x <= x2 && y >= y1 && y <= y2;
}

/** Heads are in the middle, an eighth of the box below its top. */
function distanceToHead([x1, y1, x2, y2]: Box, [x, y]: Point): number {
  return Math.hypot((x1 + x2) / 2 - x, y1 + (y2 - y1) / 8 - y);
}
