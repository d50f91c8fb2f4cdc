import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type LabelledPicture, readLabels } from '../../../bench/accuracy/labels.ts';
import { groupOf, sourceOf, validates } from '../../../bench/accuracy/split.ts';
import { normalised, straddling } from '../../../bench/accuracy/twins.ts';
import { LABELLED_PICTURES } from '../../../bench/support/fixtures.ts';

const DATA = LABELLED_PICTURES;

function thumbnail(file: string, bytes: readonly number[]) {
  const picture: LabelledPicture = {
    file,
    source: sourceOf(file),
    group: groupOf(file),
    labelledBy: 'teacher',
    width: 416,
    height: 234,
    labels: [],
  };
  return { picture, values: normalised(Uint8Array.from(bytes)) };
}

/** coco/1 and coco/17 validate, coco/0 and coco/2 do not. */
const [VALIDATING, OTHER, TRAINED] = [
  'images/coco/0001.jpg',
  'images/coco/0017.jpg',
  'images/coco/0002.jpg',
] as const;

describe('twins across the split', () => {
  it('are validating pictures that a trained one looks like, brighter or darker', () => {
    const found = straddling([
      thumbnail(VALIDATING, [10, 20, 30, 90]),
      thumbnail(OTHER, [90, 20, 30, 10]),
      thumbnail(TRAINED, [30, 50, 70, 190]),
    ]);
    expect(found).toEqual([VALIDATING]);
  });

  it('are none among pictures of one side', () => {
    expect(straddling([thumbnail(VALIDATING, [1, 2, 3]), thumbnail(OTHER, [1, 2, 3])])).toEqual([]);
    expect(straddling([thumbnail(TRAINED, [1, 2, 3])])).toEqual([]);
  });

  it('are not made of plain pictures', () => {
    expect(straddling([thumbnail(VALIDATING, [5, 5]), thumbnail(TRAINED, [5, 5])])).toEqual([]);
  });
});

describe('the written list', () => {
  const written = JSON.parse(
    readFileSync(join('bench', 'accuracy', 'twins.json'), 'utf8'),
  ) as readonly string[];

  it('names validating pictures only, in order and each once', () => {
    expect(written.filter((file) => !validates(groupOf(file)))).toEqual([]);
    expect(written).toEqual([...new Set(written)].toSorted());
  });

  it.skipIf(!existsSync(DATA))('names pictures that exist (skipped without them)', () => {
    const files = new Set((readLabels(DATA) ?? []).map(({ file }) => file));
    expect(written.filter((file) => !files.has(file))).toEqual([]);
  });
});
