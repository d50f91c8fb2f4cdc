import { expect, it } from 'vitest';
import {
  CLASS_FIELD_NAMES,
  CLASS_FIELDS,
  MERGED_NAMES,
} from '../../../../gym/sessions/class-fields.ts';
import { openTestHistory } from '../folder.fixture.ts';
import { openFile } from '../open-file.fixture.ts';

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
    ['key', 'source', 'external_id', 'class', 'since', 'said', 'born', 'gone'],
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
