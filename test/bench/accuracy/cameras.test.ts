import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { groupsOfCamera, straddlesCamera } from '../../../bench/accuracy/cameras.ts';
import { readLabels } from '../../../bench/accuracy/labels.ts';
import { validates } from '../../../bench/accuracy/split.ts';
import { LABELLED_PICTURES } from '../../../bench/support/fixtures.ts';

const DATA = LABELLED_PICTURES;
const CAMERAS = JSON.parse(
  readFileSync(join('detectors', 'person', 'training', 'cameras.json'), 'utf8'),
) as readonly (readonly number[])[];

describe('cameras of the surveillance clips', () => {
  it('have more than one clip each, and no clip has two cameras', () => {
    expect(CAMERAS.filter((clips) => clips.length < 2)).toEqual([]);
    expect(new Set(CAMERAS.flat()).size).toBe(CAMERAS.flat().length);
  });

  it('gather the clips of one camera; everything else stands alone', () => {
    expect(groupsOfCamera('surveillance/140')).toEqual(['surveillance/75', 'surveillance/140']);
    expect(groupsOfCamera('surveillance/266')).toEqual(['surveillance/266']);
    expect(groupsOfCamera('exercise/75')).toEqual(['exercise/75']);
  });

  it('straddle where a clip validates and another is trained on', () => {
    expect(['surveillance/75', 'surveillance/140'].map(validates)).toEqual([true, false]);
    expect(['surveillance/75', 'surveillance/140'].map(straddlesCamera)).toEqual([true, true]);
    expect(straddlesCamera('exercise/75')).toBe(false);
  });

  it.skipIf(!existsSync(DATA))(
    'leave no camera on both sides of what is judged (skipped without ../shared)',
    () => {
      const groups = new Set((readLabels(DATA) ?? []).map(({ group }) => group));
      const clips = [...groups].filter((group) => group.startsWith('surveillance/'));
      const judged = clips.filter((group) => validates(group) && !straddlesCamera(group));
      const trained = new Set(clips.filter((group) => !validates(group)));
      expect(judged.flatMap(groupsOfCamera).filter((group) => trained.has(group))).toEqual([]);
      expect(judged).toHaveLength(6);
    },
  );
});
