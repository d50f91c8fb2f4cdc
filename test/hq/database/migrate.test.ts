import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../hq/database/database.ts';
import { MIGRATIONS, migrate } from '../../../hq/database/migrate.ts';
import { accessStoreOver } from '../../../store/history/access/store.ts';
import { HAS_POSTGRES, type Postgres, startPostgres } from '../../support/postgres.ts';

describe.skipIf(!HAS_POSTGRES)('the database of the head office', () => {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres?.close());

  it('takes every step once, also where two nodes start together', async () => {
    const database = openDatabase({ url: await postgres.createDatabase('twice') });
    const taken = await Promise.all([migrate(database), migrate(database)]);
    expect(taken.toSorted()).toEqual([0, MIGRATIONS.length]);
    expect(await migrate(database)).toBe(0);
    await database.close();
  });

  it('carries keys, browsers, tokens and clients over into one table', async () => {
    const database = openDatabase({ url: await postgres.createDatabase('credentials') });
    await migrate(database, MIGRATIONS.slice(0, 7));
    const hash = (letter: string) => letter.repeat(64);
    await database.query(`
      INSERT INTO access_key VALUES
        ('key_a', '${hash('a')}', 'tk_aaaaa', '', 'owner', NULL, '{"kind": "all"}', NULL, NULL, 7, 1, NULL),
        ('key_b', '${hash('b')}', 'tk_bbbbb', 'x', 'owner', NULL, NULL, NULL, NULL, 0, 2, 3);
      INSERT INTO sign_in VALUES ('si_c', '${hash('c')}', 'key_a', 'key', 'Firefox', true, 1, 2),
        ('si_d', '${hash('d')}', 'key_b', 'key', 'Firefox', true, 1, 2);
      INSERT INTO oauth_grant VALUES ('family', 'key_a', 'client_1', 'mcp', 5, '${hash('e')}', 6, '${hash('f')}', 7);
      INSERT INTO oauth_client VALUES ('client_1', 'Client', '["https://app.example/"]', 1)`);
    await migrate(database);
    const rows = await accessStoreOver(database, true).find();
    expect(rows.map(({ kind, key, used }) => [kind, key, used])).toEqual([
      ['key', 'key_a', 7],
      ['key', 'key_b', 0],
      ['cookie', 'key_a', 0],
      ['access', 'key_a', 0],
      ['refresh', 'key_a', 0],
      ['client', '', 0],
    ]);
    expect(rows.map(({ data }) => data)).toMatchObject([
      { id: 'key_a', gymId: '', scope: { kind: 'all' }, revokedUtcMs: null },
      { id: 'key_b', gymId: 'x', revokedUtcMs: 3 },
      { id: 'si_c', isPlain: true, seenUtcMs: 2 },
      { family: 'family', clientId: 'client_1', resource: 'mcp', untilUtcMs: 6 },
      { family: 'family', clientId: 'client_1', resource: 'mcp', createdUtcMs: 5 },
      { id: 'client_1', redirectUris: ['https://app.example/'] },
    ]);
    await database.close();
  });

  it('refuses a database of a later build and changes nothing', async () => {
    const database = openDatabase({ url: await postgres.createDatabase('newer') });
    await migrate(database, ['CREATE TABLE one ()', 'CREATE TABLE two ()']);
    await expect(migrate(database, ['CREATE TABLE one ()'])).rejects.toThrow('schema version 1');
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
