import { expect, it } from 'vitest';
import { tableOf } from '../../../gym/figures/class-table.ts';
import { classesIn, measured } from '../../../gym/figures/measures.ts';
import { Sums, sumsOf } from '../../../gym/figures/sums.ts';
import { columnsOf } from '../../../hq/database/schema.ts';
import { CHAIN_MEASURES } from '../../../service/figures/chain-figures.ts';
import { patchyGym } from '../../gym/figures/random.fixture.ts';

const VIEWS = [patchyGym(3, false), patchyGym(7, true)];
const SUMS = VIEWS.flatMap((view) => {
  const { classes } = tableOf(view);
  const { nowUtcMs } = view;
  const imported = classes.filter(({ session }) => session.attendance?.source === 'import');
  return [sumsOf(classes, { nowUtcMs }), sumsOf(imported, { nowUtcMs })];
});

it.each(CHAIN_MEASURES)('%s has the same value and n from its columns alone', (measure) => {
  for (const sums of SUMS) {
    const stored = new Sums();
    for (const column of columnsOf([measure])) column.write(stored, column.read(sums));
    expect(measured(stored, measure)).toBe(measured(sums, measure));
    expect(classesIn(stored, measure)).toBe(classesIn(sums, measure));
    expect(stored.sources).toEqual(sums.sources);
  }
});
