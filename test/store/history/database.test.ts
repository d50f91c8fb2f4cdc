import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../store/history/database.ts';
import { testFolder } from '../../support/folder.ts';

async function openNumbers() {
  const path = join(testFolder(), 'numbers.sqlite');
  const database = await openDatabase({ path, mode: 'create', busyMs: 0 });
  onTestFinished(() => database.close());
  await database.exec('CREATE TABLE numbers (n INTEGER UNIQUE)');
  const all = async () => {
    const rows = await database.all<{ n: number }>('SELECT n FROM numbers');
    return rows.map((row) => row.n);
  };
  return { database, all };
}

it('database never lets two transactions interleave', async () => {
  const { database, all } = await openNumbers();
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
  expect(await all()).toEqual([1, 2, 3]);
});

it('database stores nothing of a transaction that fails, and goes on with the next', async () => {
  const { database, all } = await openNumbers();
  const failing = database.transaction(async (session) => {
    await session.run('INSERT INTO numbers VALUES (1)');
    await session.run('INSERT INTO numbers VALUES (1)');
  });
  const next = database.transaction((session) => session.run('INSERT INTO numbers VALUES (2)'));
  await expect(failing).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT' });
  expect(await next).toBe(1);
  expect(await all()).toEqual([2]);
});

it('database finishes what is under way before it closes, and closes once', async () => {
  const { database } = await openNumbers();
  const written = database.run('INSERT INTO numbers VALUES (?)', 1);
  await Promise.all([database.close(), database.close()]);
  expect(await written).toBe(1);
});
