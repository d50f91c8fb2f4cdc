/**
 * Pictures that look alike across the split although their names do not tell: the same photo twice, the same photo with
 * something drawn over it, the next clip of the same camera.
 *
 * They are found once (`npm run accuracy -- --find-twins`), written into `twins.json`, and left out of every figure.
 */

import { join } from 'node:path';
import sharp from 'sharp';
import type { LabelledPicture } from './labels.ts';
import { validates } from './split.ts';

/** Side of the grey thumbnails that are compared, px. */
const SIDE = 24;
/**
 * From this correlation on two thumbnails are twins. Chosen here by looking at pairs: above, the same photo or the same
 * camera moments later; between 0.90 and 0.95 mostly different people before the same wall.
 */
export const TWIN_CORRELATION = 0.95;

/** A picture and what it looks like: a thumbnail of mean 0 and length 1. */
export interface Thumbnail {
  readonly picture: LabelledPicture;
  readonly values: Float32Array;
}

/** Validation pictures that have a twin on the training side, by name. Reads every picture: about 5 ms each. */
export async function findTwins(
  pictures: readonly LabelledPicture[],
  dataDir: string,
): Promise<readonly string[]> {
  const thumbnails: Thumbnail[] = [];
  for (const picture of pictures) {
    const grey = sharp(join(dataDir, picture.file)).resize(SIDE, SIDE, { fit: 'fill' });
    const bytes = await grey.toColourspace('b-w').raw().toBuffer();
    thumbnails.push({ picture, values: normalised(bytes) });
  }
  return straddling(thumbnails);
}

/** Names of the validating pictures that are as good as the same as one that is trained on, in order. */
export function straddling(thumbnails: readonly Thumbnail[]): readonly string[] {
  const trained = thumbnails.filter(({ picture }) => !validates(picture.group));
  return thumbnails
    .filter(({ picture }) => validates(picture.group))
    .filter((one) => trained.some((other) => correlation(one, other) >= TWIN_CORRELATION))
    .map(({ picture }) => picture.file)
    .toSorted();
}

/** Mean 0 and length 1, so that the sum of products of two is their correlation; a plain picture is all 0. */
export function normalised(bytes: Uint8Array): Float32Array {
  const mean = bytes.reduce((sum, byte) => sum + byte, 0) / bytes.length;
  const values = Float32Array.from(bytes, (byte) => byte - mean);
  const length = Math.hypot(...values);
  return length === 0 ? values : values.map((value) => value / length);
}

function correlation(one: Thumbnail, other: Thumbnail): number {
  let sum = 0;
  for (let at = 0; at < one.values.length; at += 1) {
    sum += (one.values[at] ?? 0) * (other.values[at] ?? 0);
  }
  return sum;
}
