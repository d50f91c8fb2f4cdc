import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { describe, expect, it } from 'vitest';
import { CLASS_FIELDS } from '../../../../gym/sessions/class-fields.ts';
import {
  CLASS_FIELD_NAMES,
  type ClassField,
  MERGED_NAMES,
} from '../../../../gym/sessions/class-values.ts';
import {
  applyEntry,
  FACT_COLUMNS,
  fromFactRow,
  toFactRow,
} from '../../../../store/history/classes/facts.ts';
import { merge } from '../../../../store/history/classes/merge.ts';
import { openDatabase } from '../../../../store/history/database.ts';
import { openTestHistory } from '../folder.fixture.ts';
import { entry } from './entries.fixture.ts';

interface ColumnInfo {
  readonly name: string;
  readonly type: string;
  readonly notnull: 0 | 1;
}

async function columnsOf(table: string): Promise<Map<string, string>> {
  const { history, dir } = await openTestHistory();
  await history.close();
  const database = await openDatabase({
    path: join(dir, 'turnout.sqlite'),
    mode: 'read',
    busyMs: 0,
  });
  const columns = await database.exclusive((session) =>
    session.all<ColumnInfo>(`SELECT name, type, "notnull" FROM pragma_table_info('${table}')`),
  );
  await database.close();
  return new Map(
    columns.map(({ name, type, notnull }) => [name, notnull === 1 ? `${type} NOT NULL` : type]),
  );
}

const declared = (names: readonly ClassField[]) =>
  names.map((name) => {
    const { column, sqlite } = CLASS_FIELDS[name];
    return [column, sqlite] as const;
  });

describe('the table of fields', () => {
  it('is that of the columns of classes', async () => {
    const columns = await columnsOf('class_versions');
    for (const [column, sqlite] of declared(MERGED_NAMES)) expect(columns.get(column)).toBe(sqlite);
    expect(columns.size).toBe(
      MERGED_NAMES.length + ['key', 'id', 'born', 'gone', 'gym', 'source'].length,
    );
  });

  it('is that of the columns of facts, of which a source may leave out whether a class is cancelled', async () => {
    const columns = await columnsOf('fact_versions');
    for (const [column, sqlite] of declared(CLASS_FIELD_NAMES)) {
      expect(columns.get(column)).toBe(column === 'is_cancelled' ? 'INTEGER' : sqlite);
    }
    const own = ['born', 'gone', 'is_dropped'];
    expect([...columns.keys()].toSorted()).toEqual(
      [...FACT_COLUMNS.split(', '), ...own].toSorted(),
    );
  });
});

it('a fact is the same after it was a row', () => {
  const row = [1, '7', 'c', 3, 10, 20, 'Yoga', null, 1, 'hall', null, 8, 7, 6, 1, 0, 2, 500, '[4]'];
  const fact = fromFactRow(row, 'feed');
  expect(fact).toMatchObject({ isSubstitute: true, isCancelled: null, revenueMilli: 500 });
  expect(fact.said).toEqual([4]);
  expect(toFactRow(fact)).toEqual(row);
});

it('facts and classes share their shapes, or 50,000 would not go into a heap of 160 MB', () => {
  setFlagsFromString('--allow-natives-syntax');
  const isAlike = new Function('one', 'other', 'return %HaveSameMap(one, other)');
  const speaker = { sourceKey: 1, sourceId: 'feed', classId: 'c', trainerId: 'anna', turn: 1 };
  const facts = Array.from({ length: 3_000 }, (_, at) =>
    applyEntry(null, entry(String(at), { booked: at, startsUtcMs: at * 1e9 }), speaker),
  );
  const stored = facts.map((fact) => fromFactRow(toFactRow(fact), 'feed'));
  const classes = facts.map((fact) => merge({ id: 'c', gymId: 'riverside' }, [fact]));
  for (const all of [facts, stored, classes]) {
    const others = all.filter((one, at) => at > 0 && !isAlike(one, all[at - 1]));
    expect(others.length).toBeLessThan(10);
  }
});
