import { describe, expect, it } from 'vitest';
import { migrate, openDatabase } from '../../../hq/database/database.ts';
import { HAS_POSTGRES, startPostgres } from '../../support/postgres.ts';
import { started } from '../../support/started.ts';

describe.skipIf(!HAS_POSTGRES)('the database of the head office', () => {
  const postgres = started(startPostgres);

  it('takes every step once, also where two nodes start together', async () => {
    const database = openDatabase({ url: await postgres.createDatabase('twice') });
    const taken = await Promise.all([migrate(database), migrate(database)]);
    expect(taken.toSorted()).toEqual([0, 1]);
    expect(await migrate(database)).toBe(0);
    await database.close();
  });

  it('refuses a database of before the first schema, or of a later build, and says what to do', async () => {
    const database = openDatabase({ url: await postgres.createDatabase('other') });
    await database.query('CREATE TABLE schema_version AS SELECT 7 AS version');
    await expect(migrate(database)).rejects.toThrow(/version 7; name an empty database/);
    await database.query('UPDATE schema_version SET version = 10');
    await expect(migrate(database, ['CREATE TABLE one ()'])).rejects.toThrow('schema version 9');
    await database.close();
  });

  it('tells a failed step whole: nothing of it stays', async () => {
    const database = openDatabase({ url: await postgres.createDatabase('faulty') });
    await expect(migrate(database, ['CREATE TABLE one (); nonsense'])).rejects.toThrow('syntax');
    expect(await database.query("SELECT to_regclass('one') AS one")).toEqual([{ one: null }]);
    await database.close();
  });

  it('names neither address nor password where nothing answers', async () => {
    const database = openDatabase({ url: 'postgres://someone:secret@127.0.0.1:1/x' });
    const fault = await database.query('SELECT 1').catch((error: unknown) => error);
    expect(fault).toMatchObject({ code: 'database_unusable' });
    expect(String(fault)).not.toMatch(/secret|someone|127\.0\.0\.1/);
    await database.close();
  });

  it('goes on after PostgreSQL was killed, and says that notices may have been missed', async () => {
    const database = openDatabase({ url: await postgres.createDatabase('killed') });
    await database.query('CREATE TABLE kept (n int)');
    const heard: string[] = [];
    const stop = await database.listen(
      'news',
      (text) => heard.push(text),
      () => heard.push('gap'),
    );
    await database.query("SELECT pg_notify('news', 'one')");
    await expect.poll(() => heard).toEqual(['one']);
    await postgres.kill();
    await expect(database.query('SELECT 1')).rejects.toMatchObject({ code: 'database_unusable' });
    await postgres.restart();
    await expect.poll(() => heard.at(-1), { timeout: 10_000 }).toBe('gap');
    await database.query("SELECT pg_notify('news', 'two')");
    await expect.poll(() => heard.at(-1)).toBe('two');
    await stop();
    await database.close();
  });
});
