import { expect, it } from 'vitest';
import { lookedPicture } from '../../../bench/accuracy/figures.ts';
import type { LabelledPicture, ScoredBox } from '../../../bench/accuracy/labels.ts';
import { type Report, subjectReport } from '../../../bench/accuracy/report.ts';
import { worstOf } from '../../../bench/accuracy/sheet.ts';
import { sweepOf } from '../../../bench/accuracy/sweep.ts';
import { tablesOf } from '../../../bench/accuracy/table.ts';
import { zoneError } from '../../../bench/accuracy/zone-errors.ts';

const at = (x: number, score: number): ScoredBox => ({ box: [x, 0, x + 10, 10], score });

function picture(number: number, labels: readonly ScoredBox[]): LabelledPicture {
  const group = `coco/${number}`;
  const file = `images/coco/${number}.jpg`;
  return { file, source: 'coco', group, labelledBy: 'people', width: 100, height: 10, labels };
}

/** Counted right from 0.3 to 0.6; one missed of two; one seen where nobody is, at 0.25. */
const LOOKED = [
  lookedPicture(picture(0, [at(0, 1)]), [at(0, 0.6)]),
  lookedPicture(picture(1, [at(0, 1), at(50, 1)]), [at(0, 0.7)]),
  lookedPicture(picture(2, []), [at(70, 0.25)]),
];
const SUBJECT = {
  name: 'yolox tiny',
  detector: 'yolox',
  model: null,
  isTiled: false,
  threshold: 0.2,
  checksum: 'abc123',
};
const TIME = { pictures: 3, wallMs: 12.34, cpuMs: 10 };
const DIVISIONS = ['people: coco', 'people: 0 in the picture', 'teacher: all'];

const REPORT: Report = {
  when: '2026-11-21',
  machine: 'a machine',
  load: [0.5, 0.6],
  pictures: 3,
  groups: 3,
  twinsLeftOut: 1,
  camerasLeftOut: 4,
  divisions: DIVISIONS,
  notJudged: [{ name: 'motion', reason: 'it has no single pictures' }],
  subjects: [subjectReport(SUBJECT, LOOKED, TIME)],
};

it('tables have a row for each detector and dashes for what is unknown', () => {
  const text = tablesOf(REPORT);
  expect(text).toContain('`motion`: not applicable: it has no single pictures.');
  expect(text).toContain(
    '| yolox tiny | 0.20 | 0.667 | 0.667 | 0.667 | 0.67 ± 0.27 | 0.00 | 100 % | 100 % | 3 | 3 |',
  );
  expect(text).toContain(
    '| yolox tiny | 0.20 | – | – | 0.000 | 1.00 ± 0.00 | +1.00 | 100 % | 100 % | 1 | 0 |',
  );
  expect(text).toContain('| yolox tiny | abc123 | 12.3 | 10.0 | 3 |');
});

it('a sweep finds the threshold with the least error, and what another one costs more', () => {
  const { bestBySource, rows } = sweepOf(LOOKED, 0.2);
  expect(bestBySource['coco']).toMatchObject({ threshold: 0.26, mae: 1 / 3 });
  expect(bestBySource['coco']?.shippedCosts.mean).toBeCloseTo(1 / 3, 12);
  expect(rows.at(-1)).toEqual({
    threshold: 0.7,
    maeBySource: { coco: 2 / 3, 'coco with under 13': 2 / 3 },
  });
});

it('the worst pictures come first, those counted right not at all, one of each group', () => {
  const twin = lookedPicture(picture(1, [at(0, 1), at(50, 1)]), []);
  const worst = worstOf([...LOOKED, twin], { threshold: 0.3, most: 9 });
  expect(worst).toEqual([twin]);
});

it('errors in zones are those of boxes that have their anchor in one', () => {
  // The missed one is in no zone but the left half's neighbour: right half, and with its feet in the lower half.
  expect(
    zoneError(
      [LOOKED[1] ?? LOOKED[0]].flatMap((one) => one ?? []),
      0.2,
      'bottom_centre',
    ),
  ).toBeCloseTo(1 / 3, 12);
});
