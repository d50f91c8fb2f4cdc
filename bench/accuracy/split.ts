/**
 * Which pictures validate: a rule on the group of a picture, so that near-twins never stand on both sides.
 *
 * The rule that the weights of `person` that ship were trained by. Their next training goes by camera
 * (`detectors/person/training/split.py`); until then `straddlesCamera` takes out the clips that the rule by clip gives away.
 */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Pictures validate whose group has a SHA-256 that begins with a byte below this: 38 of 256, about 15 %. */
const BELOW = 38;
/** Consecutive pictures of one clip, of one exercise; of anything else each stands alone. */
const PICTURES_A_GROUP: Readonly<Record<string, number>> = { surveillance: 4, exercise: 2 };

/** `images/coco/0001.jpg` -> `coco`. */
export function sourceOf(file: string): string {
  return file.split('/').at(-2) ?? '';
}

/** `images/surveillance/0013.jpg` -> `surveillance/3`. */
export function groupOf(file: string): string {
  const source = sourceOf(file);
  const number = Number.parseInt(file.split('/').at(-1) ?? '', 10);
  return `${source}/${Math.floor(number / (PICTURES_A_GROUP[source] ?? 1))}`;
}

/** Whether the pictures of a group are for judging and were never trained on. */
export function validates(group: string): boolean {
  return (createHash('sha256').update(group, 'ascii').digest()[0] ?? 255) < BELOW;
}

/**
 * The clips of each camera of `surveillance` that has more than one, found by eye on sheets that a comparison of backgrounds
 * had put in order; rooms of one recording count as one camera, so it errs on the careful side.
 */
const CAMERAS = JSON.parse(
  readFileSync(join('detectors', 'person', 'training', 'cameras.json'), 'utf8'),
) as readonly (readonly number[])[];

/**
 * Whether the camera of a group has clips on both sides of the split: then none of them can judge, since the next clip of a
 * camera shows the same walls, and often the same people. Any other group stands alone.
 */
export function straddlesCamera(group: string): boolean {
  const [source, clip] = group.split('/');
  const clips =
    source === 'surveillance' ? CAMERAS.find((all) => all.includes(Number(clip))) : undefined;
  return new Set(clips?.map((each) => validates(`${source}/${each}`))).size > 1;
}
