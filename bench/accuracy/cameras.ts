/**
 * Which clips of `surveillance` show one camera: a split by clip is not one by camera, since the next clip of a camera
 * shows the same walls, and often the same people.
 *
 * `detectors/person/training/cameras.json` lists the clips of every camera that has more than one. They were found by eye on sheets that a
 * comparison of backgrounds had put in order; rooms of one recording count as one camera, so it errs on the careful side.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validates } from './split.ts';

const CAMERAS = JSON.parse(
  readFileSync(join('detectors', 'person', 'training', 'cameras.json'), 'utf8'),
) as readonly (readonly number[])[];

/** `surveillance/3` -> all groups that its camera has; every other group stands alone. */
export function groupsOfCamera(group: string): readonly string[] {
  const [source, clip] = group.split('/');
  const clips =
    source === 'surveillance' ? CAMERAS.find((all) => all.includes(Number(clip))) : null;
  return clips?.map((each) => `${source}/${each}`) ?? [group];
}

/** Whether a camera has clips on both sides of the split: then none of them can judge. */
export function straddlesCamera(group: string): boolean {
  return new Set(groupsOfCamera(group).map(validates)).size > 1;
}
