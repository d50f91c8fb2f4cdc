import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { groupOf, sourceOf, validates } from '../../../bench/accuracy/split.ts';

interface WrittenSplit {
  readonly groups: number;
  readonly sha256_of_groups_joined_by_newline: string;
  readonly validation: readonly string[];
}

const written = JSON.parse(
  readFileSync(join('detectors', 'person', 'training', 'split-by-clip.json'), 'utf8'),
) as WrittenSplit;

describe('the split', () => {
  it.each([
    ['images/surveillance/0011.jpg', 'surveillance/2'],
    ['images/surveillance/0012.jpg', 'surveillance/3'],
    ['images/surveillance/0015.jpg', 'surveillance/3'],
    ['images/exercise/0106.jpg', 'exercise/53'],
    ['images/exercise/0107.jpg', 'exercise/53'],
    ['images/coco/0001.jpg', 'coco/1'],
    ['images/street/0000.jpg', 'street/0'],
  ])('%s belongs to %s', (file, group) => {
    expect(groupOf(file)).toBe(group);
    expect(sourceOf(file)).toBe(group.split('/')[0]);
  });

  it('agrees with every group that the training has written down', () => {
    expect(written.validation.filter((group) => !validates(group))).toEqual([]);
    expect(written.validation).toHaveLength(written.groups);
    const checksum = createHash('sha256').update(written.validation.join('\n')).digest('hex');
    expect(checksum).toBe(written.sha256_of_groups_joined_by_newline);
  });

  it('leaves out no group that the training trains on, as far as numbers go in the written ones', () => {
    const known = new Set(written.validation);
    const sources = new Set(written.validation.map((group) => group.split('/')[0]));
    for (const source of sources) {
      const numbers = written.validation
        .filter((group) => group.startsWith(`${source}/`))
        .map((group) => Number(group.split('/')[1]));
      const groups = Array.from({ length: Math.max(...numbers) }, (_, at) => `${source}/${at}`);
      expect(groups.filter((group) => validates(group) !== known.has(group))).toEqual([]);
    }
  });
});
