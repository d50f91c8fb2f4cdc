/** Who teaches: one person by many names, and two by one; those whom an earlier build split are joined. */

import { expect, it } from 'vitest';
import type { Session } from '../../../../store/history/database.ts';
import { migrate } from '../../../../store/history/migrate.ts';
import { anError } from '../../../support/an-error.ts';
import { testFolder } from '../../../support/folder.ts';
import { HOUR_MS } from '../../../support/times.ts';
import { ALWAYS, NOON, openTestHistory } from '../folder.fixture.ts';
import { openFile } from '../open-file.fixture.ts';
import { counted, taught } from './entries.fixture.ts';

it('trainers have an id also where their name has no letters of the alphabet', async () => {
  const { classes } = (await openTestHistory()).history;
  await classes.import('north', 'feed', taught('feed', [null, 'Анна 2'], [null, '花 2']));
  const ids = (await classes.trainers('north')).map(({ id }) => id);
  for (const id of ids) expect(id).toMatch(/^trainer-[0-9a-f]{10}$/);
  expect(new Set(ids).size).toBe(2);
});

/** A gym that an earlier build split: the same two people by two sources. */
async function openSplit(prepare: (session: Session) => Promise<unknown> = async () => null) {
  const dir = testFolder();
  const database = await openFile(dir);
  await migrate(database);
  await database.exclusive(async (session) => {
    await session.exec(`
      INSERT INTO sources (key, gym, id) VALUES (1, 'north', 'mindbody'), (2, 'north', 'momence');
      INSERT INTO trainers (gym, id, slug, name) VALUES
        ('north', 'hofmann-lena', 'hofmann-lena', 'Hofmann, Lena'),
        ('north', 'lena-hofmann', 'lena-hofmann', 'Lena Hofmann'),
        ('north', 'weber-jonas', 'weber-jonas', 'Weber, Jonas');`);
    for (const [at, trainer] of ['hofmann-lena', 'lena-hofmann', 'weber-jonas'].entries()) {
      const [key, source] = [at + 1, (at % 2) + 1];
      await session.exec(`
        INSERT INTO class_versions (born, id, gym, starts_utc_ms, ends_utc_ms, name, trainer, is_substitute, source, is_cancelled)
        VALUES (0, 'cls_${key}', 'north', ${NOON + key}, ${NOON + key + HOUR_MS}, 'Yoga', '${trainer}', 0, 's', 0);
        INSERT INTO fact_versions (born, source, external_id, class, since, starts_utc_ms, ends_utc_ms, name, trainer, is_substitute, said)
        VALUES (0, ${source}, 'x${key}', 'cls_${key}', 1, ${NOON + key}, ${NOON + key + HOUR_MS}, 'Yoga', '${trainer}', 0, '[]');`);
    }
    await prepare(session);
  });
  await database.close();
  const { history, clock } = await openTestHistory({ dir });
  const { classes } = history;
  const teachers = async () =>
    (await classes.records('north', ALWAYS)).slice(0, 3).map(({ trainer }) => trainer?.name);
  return { history, classes, clock, teachers };
}

it('trainers that an earlier build split are joined by the next import, with an audit row, and nothing else changes', async () => {
  const { history, classes, teachers } = await openSplit();
  const plan = await classes.import('north', 'sheet', taught('sheet', [null, 'Ann']));
  expect(counted(plan)).toEqual({ add: 1 });
  const joins = plan.joins.map(({ name, into }) => `${name}: ${into}`);
  expect(joins).toEqual(['Weber, Jonas: Jonas Weber', 'Hofmann, Lena: Lena Hofmann']);
  expect(await teachers()).toEqual(['Lena Hofmann', 'Lena Hofmann', 'Jonas Weber']);
  expect(await classes.trainers('north')).toEqual([
    { id: 'ann', name: 'Ann' },
    { id: 'weber-jonas', name: 'Jonas Weber' },
    { id: 'lena-hofmann', name: 'Lena Hofmann' },
  ]);
  expect(await history.access.audit({ gymId: 'north', limit: 10 })).toMatchObject([
    { kind: 'trainer_joined', by: 'import of sheet', subject: 'hofmann-lena into lena-hofmann' },
  ]);
});

it('trainers that an earlier build split are separated again by a user, and then stay apart', async () => {
  const { history, classes, teachers } = await openSplit();
  await classes.import('north', 'sheet', taught('sheet', [null, 'Ann']));
  const [joined, turned] = await classes.joins('north');
  expect(joined).toMatchObject({ name: 'Hofmann, Lena', nameNow: 'Lena Hofmann' });
  await classes.separate('north', joined?.number ?? 0, 'command line');
  await classes.separate('north', turned?.number ?? 0, 'command line');
  expect(await teachers()).toEqual(['Hofmann, Lena', 'Lena Hofmann', 'Weber, Jonas']);
  const names = ['Hofmann, Lena', 'Lena Hofmann', 'Weber, Jonas'];
  const next = taught('till', ...names.map((name) => [null, name] as const));
  expect((await classes.import('north', 'till', next)).joins).toEqual([]);
  const records = await classes.records('north', ALWAYS);
  const by = records
    .filter(({ sourceId }) => sourceId === 'till')
    .map(({ trainer }) => trainer?.id);
  expect(by).toEqual(['hofmann-lena', 'lena-hofmann', 'weber-jonas']);
  const lines = await history.access.audit({ gymId: 'north', limit: 1 });
  expect(lines).toMatchObject([{ kind: 'trainer_separated', by: 'command line' }]);
  const again = classes.separate('north', joined?.number ?? 0, 'x');
  await expect(again).rejects.toEqual(anError('usage'));
});

it('trainers that an earlier build split are joined into whom a key is for', async () => {
  const { classes, teachers } = await openSplit((session) =>
    session.exec(`INSERT INTO credentials (hash, kind, key, used, data) VALUES ('${'0'.repeat(64)}', 'key', 'k', 0,
        '{"id": "k", "gymId": "north", "role": "trainer", "trainerId": "hofmann-lena"}')`),
  );
  await classes.import('north', 'sheet', taught('sheet', [null, 'Ann']));
  const [first, second] = await classes.records('north', ALWAYS);
  expect([first?.trainer, second?.trainer]).toEqual([
    { id: 'hofmann-lena', name: 'Lena Hofmann' },
    { id: 'hofmann-lena', name: 'Lena Hofmann' },
  ]);
  expect((await teachers()).length).toBe(3);
});
