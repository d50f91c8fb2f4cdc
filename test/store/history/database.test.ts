import { expect, it } from 'vitest';
import { testFolder } from '../../support/folder.ts';
import { openFile } from './open-file.fixture.ts';

it('database never lets two transactions interleave', async () => {
  const database = await openFile(testFolder());
  await database.exec('CREATE TABLE numbers (n INTEGER)');
  const steps: string[] = [];
  const add = (n: number) =>
    database.transaction(async (session) => {
      steps.push(`begin ${n}`);
      await session.run('INSERT INTO numbers VALUES (?)', n);
      await new Promise(setImmediate);
      steps.push(`end ${n}`);
    });
  await Promise.all([add(1), add(2), add(3)]);
  expect(steps).toEqual(['begin 1', 'end 1', 'begin 2', 'end 2', 'begin 3', 'end 3']);
});

it('database finishes what is under way before it closes, and closes once', async () => {
  const database = await openFile(testFolder());
  const written = database.run('CREATE TABLE numbers (n INTEGER)');
  await Promise.all([database.close(), database.close()]);
  expect(await written).toBe(0);
});
