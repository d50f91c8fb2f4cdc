import { expect, it } from 'vitest';
import { Candidates } from '../../../../../store/history/classes/batch/candidates.ts';
import type { Session } from '../../../../../store/history/database.ts';
import { openTestHistory } from '../../folder.fixture.ts';
import { openFile } from '../../open-file.fixture.ts';
import { entry, HOUR_MS, parsed, SOON } from '../entries.fixture.ts';

const NEW_SOURCE = 99;

async function withClasses(count: number) {
  const { history, dir } = await openTestHistory();
  const entries = Array.from({ length: count }, (_, n) => entry(`${n}`, { name: `Class ${n}` }));
  await history.classes.import('north', 'feed', parsed(entries));
  return { entries, database: await openFile(dir) };
}

/** Counts the statements that it runs. */
function counting(session: Session): Session & { statements: number } {
  const counted = {
    ...session,
    statements: 0,
    get: <Row>(...asked: Parameters<Session['get']>) => {
      counted.statements += 1;
      return session.get<Row>(...asked);
    },
  };
  return counted;
}

it('of 1,000 classes at one instant only those of the same name are read, and the instant once', async () => {
  const { database } = await withClasses(1_000);
  const candidates = new Candidates({ gymId: 'north', sourceKey: NEW_SOURCE });
  await database.exclusive(async (plain) => {
    const session = counting(plain);
    expect(await candidates.keysFor(session, [entry('a', { name: 'class 7' })])).toHaveLength(1);
    expect(session.statements).toBe(1);
    const others = [entry('b', { name: 'CLASS 8' }), entry('c', { name: 'Another' })];
    expect(await candidates.keysFor(session, others)).toHaveLength(1);
    expect(session.statements).toBe(1);
    const later = entry('d', { name: 'Class 7', startsUtcMs: SOON + HOUR_MS });
    expect(await candidates.keysFor(session, [later])).toEqual([]);
    expect(session.statements).toBe(2);
  });
});

it('of 1,000 classes of one start and name some 20 are read for an entry', async () => {
  const { history, dir } = await openTestHistory();
  const entries = Array.from({ length: 1_000 }, (_, n) => entry(`${n}`));
  await history.classes.import('north', 'feed', parsed(entries));
  const database = await openFile(dir);
  const candidates = new Candidates({ gymId: 'north', sourceKey: NEW_SOURCE });
  await database.exclusive(async (session) => {
    expect(await candidates.keysFor(session, [entry('a'), entry('b')])).toHaveLength(22);
  });
});

it('a class that its source claims is no candidate, and one that it gives up is', async () => {
  const { database, entries } = await withClasses(3);
  await database.exclusive(async (session) => {
    const [source] = await session.all<{ key: number }>('SELECT key FROM sources');
    const candidates = new Candidates({ gymId: 'north', sourceKey: source?.key ?? 0 });
    expect(await candidates.keysFor(session, entries)).toEqual([]);
    candidates.move(2, null, entry('1', { name: 'Class 1' }));
    expect(await candidates.keysFor(session, entries)).toEqual([2]);
    candidates.move(2, entry('1', { name: 'Class 1' }), null);
    expect(await candidates.keysFor(session, entries)).toEqual([]);
  });
});
