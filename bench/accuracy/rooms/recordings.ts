/** Recordings of full rooms as a camera would send them: brought whole, or made of pictures of one room in turn. */

import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Room, readRooms } from './labels.ts';

/** Frames a second, with a keyframe each second: as cameras are to be set. */
const FPS = 10;
/** How long a picture is shown, s. */
const STILL_S = 10;

/** Rooms of 10 to 25 people of the side to develop on, of which there is a recording or a few pictures of one session. */
const PLACES = ['corner-office', 'sohu-class', 'ppc-lab'] as const;

export interface Recording {
  readonly place: string;
  /** Its labelled pictures, in their order. */
  readonly rooms: readonly Room[];
  /** Whether the pictures are the frames of a recording. */
  readonly isFilmed: boolean;
}

/** What there may be; whether it is here is said by `encode`. */
export function recordings(all: readonly Room[] = readRooms()): readonly Recording[] {
  return PLACES.map((place) => {
    const rooms = all.filter((room) => room.place === place && !room.held_out);
    return { place, rooms, isFilmed: rooms.every(({ at_s }) => at_s !== undefined) };
  });
}

/** Where a recording is kept whole. */
export function recordingFile(dir: string, place: string): string {
  return join(dir, `${place}.mp4`);
}

/** Keeps the file of a labelled frame beside the pictures, if its place is to be played. */
export function keepRecording(dir: string, { place }: Room, bytes: Buffer): void {
  const isPlayed = PLACES.some((one) => one === place);
  if (isPlayed) writeFileSync(recordingFile(dir, place), bytes);
}

/** Writes H.264 with a keyframe a second to `into`; else says what is missing. */
export function encode(
  dir: string,
  { place, rooms, isFilmed }: Recording,
  into: string,
): string | null {
  const sources = isFilmed ? [recordingFile(dir, place)] : rooms.map(({ file }) => join(dir, file));
  const missing = sources.find((source) => !existsSync(source));
  if (missing !== undefined) return `expected ${missing}, got no file: npm run accuracy:rooms`;
  const shown = isFilmed ? [] : ['-loop', '1', '-t', `${STILL_S}`];
  const inputs = sources.flatMap((source) => [...shown, '-i', source]);
  const [{ width, height } = { width: 960, height: 720 }] = rooms;
  const fitted = sources.map(
    (_, at) => `[${at}:v]fps=${FPS},scale=${even(width)}:${even(height)},setsar=1[v${at}]`,
  );
  const joined = `${sources.map((_, at) => `[v${at}]`).join('')}concat=n=${sources.length}[out]`;
  const { status, stderr } = spawnSync(
    'ffmpeg',
    ['-v', 'error', '-y', ...inputs, '-filter_complex', [...fitted, joined].join(';')].concat(
      ['-map', '[out]', '-an', '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '20'],
      ['-pix_fmt', 'yuv420p', '-g', `${FPS}`, '-bf', '0', into],
    ),
  );
  return status === 0 ? null : `ffmpeg did not encode ${place}: ${stderr ?? 'is it installed?'}`;
}

function even(side: number): number {
  return side - (side % 2);
}
