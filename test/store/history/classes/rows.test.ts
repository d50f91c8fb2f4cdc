import { setFlagsFromString } from 'node:v8';
import { expect, it } from 'vitest';
import {
  CLASS_FIELD_NAMES,
  CLASS_FIELDS,
  MERGED_NAMES,
} from '../../../../gym/sessions/class-fields.ts';
import { applyEntry, merge } from '../../../../store/history/classes/facts.ts';
import { openTestHistory } from '../folder.fixture.ts';
import { openFile } from '../open-file.fixture.ts';
import { entry } from './entries.fixture.ts';

async function columnsOf(table: string): Promise<Map<string, string>> {
  const { dir } = await openTestHistory();
  const database = await openFile(dir);
  const columns = await database.all<{ name: string; type: string; notnull: 0 | 1 }>(
    `SELECT name, type, "notnull" FROM pragma_table_info('${table}')`,
  );
  return new Map(
    columns.map(({ name, type, notnull }) => [name, notnull === 1 ? `${type} NOT NULL` : type]),
  );
}

it.each([
  ['class_versions', MERGED_NAMES, ['key', 'id', 'born', 'gone', 'gym', 'source']],
  [
    'fact_versions',
    CLASS_FIELD_NAMES,
    ['source', 'external_id', 'class', 'since', 'said', 'born', 'gone', 'is_dropped'],
  ],
] as const)('the table of fields is that of the columns of %s', async (table, names, own) => {
  const columns = await columnsOf(table);
  for (const name of names) {
    const { column, sqlite } = CLASS_FIELDS[name];
    // A source may leave out whether a class is cancelled.
    const isOpen = table === 'fact_versions' && column === 'is_cancelled';
    expect(columns.get(column)).toBe(isOpen ? 'INTEGER' : sqlite);
  }
  expect(columns.size).toBe(names.length + own.length);
});

it('facts and classes share their shapes, or 50,000 would not go into a heap of 160 MB', () => {
  setFlagsFromString('--allow-natives-syntax');
  const isAlike = new Function('one', 'other', 'return %HaveSameMap(one, other)');
  const speaker = { sourceKey: 1, sourceId: 'feed', classId: 'c', trainerId: 'anna', turn: 1 };
  const facts = Array.from({ length: 3_000 }, (_, at) =>
    applyEntry(null, entry(String(at), { booked: at, startsUtcMs: at * 1e9 }), speaker),
  );
  const stored = facts.map((fact) => JSON.parse(JSON.stringify(fact)));
  const classes = facts.map((fact) => merge({ id: 'c', gymId: 'riverside' }, [fact]));
  for (const all of [facts, stored, classes]) {
    const others = all.filter((one, at) => at > 0 && !isAlike(one, all[at - 1]));
    expect(others.length).toBeLessThan(10);
  }
});
