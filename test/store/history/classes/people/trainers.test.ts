import { expect, it } from 'vitest';
import { ALWAYS, openTestHistory } from '../../folder.fixture.ts';
import { type Named, taught } from '../entries.fixture.ts';

async function openGym() {
  const { history } = await openTestHistory();
  const { classes } = history;
  /** Imports a class for each; @returns the ids of who teaches them, by start. */
  const teach = async (source: string, ...named: Named[]) => {
    await classes.import('north', source, taught(source, ...named));
    const records = await classes.records('north', ALWAYS);
    return records.filter(({ sourceId }) => sourceId === source).map(({ trainer }) => trainer?.id);
  };
  return { teach, trainers: () => classes.trainers('north') };
}

it('trainers are two people where one source has two ids for one name', async () => {
  const { teach, trainers } = await openGym();
  expect(await teach('feed', ['7', 'Ann'], ['8', 'Ann'], ['7', 'Ann'])).toEqual([
    'ann',
    'ann-2',
    'ann',
  ]);
  expect(await teach('till', ['100', 'Ann'], ['101', 'ann'], ['102', 'Ann'])).toEqual([
    'ann',
    'ann-2',
    'ann-3',
  ]);
  expect(await teach('sheet', [null, 'ANN'])).toEqual(['ann']);
  expect(await trainers()).toHaveLength(3);
});

it('trainers keep their id when their source calls them otherwise', async () => {
  const { teach, trainers } = await openGym();
  await teach('feed', ['7', 'Ann Smith']);
  expect(await teach('feed', ['7', 'Ann Jones'])).toEqual(['ann-smith']);
  expect(await trainers()).toEqual([{ id: 'ann-smith', name: 'Ann Jones' }]);
  expect(await teach('sheet', [null, 'Ann Jones'], [null, 'Ann Smith'])).toEqual([
    'ann-smith',
    'ann-smith-2',
  ]);
});

it('trainers have an id also where their name has no letters of the alphabet', async () => {
  const { teach } = await openGym();
  const [anna, hana] = await teach('feed', [null, 'Анна 2'], [null, '花 2']);
  expect(anna).toMatch(/^trainer-[0-9a-f]{10}$/);
  expect(hana).toMatch(/^trainer-[0-9a-f]{10}$/);
  expect(anna).not.toBe(hana);
});
