/** Samples are on the disk although another change holds the database. */

import { cp, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openJournal } from '../../../../store/history/samples/journal.ts';
import type { SampleRow } from '../../../../store/history/samples/rows.ts';
import { RecordedLog } from '../../../support/recorded-log.ts';
import { ALWAYS, createFolder, NOON, openTestHistory, sampleAt } from '../folder.fixture.ts';
import { openFile } from '../open-file.fixture.ts';

const ROW: SampleRow = ['hall', NOON, 3, 0, 0, null, 0.9, 0, 120, null];
const LATER: SampleRow = ['hall', NOON + 1000, null, 0, 0, '[1]', null, 2, 120.5, 40];

describe('samples while another change holds the database', () => {
  it('survive a kill, and are stored once when it is done', async () => {
    const { history, dir } = await openTestHistory();
    const other = await openFile(dir);
    await other.exclusive((session) => session.exec('BEGIN IMMEDIATE'));
    history.append('hall', [sampleAt(NOON, { count: 4 })]);
    await history.secure();
    history.append('hall', [sampleAt(NOON + 1000, { count: 5 })]);
    await history.secure();

    // What a kill would leave, opened again.
    const copy = join(await createFolder(), 'copy');
    await cp(dir, copy, { recursive: true });
    const log = new RecordedLog();
    const again = await openTestHistory({ dir: copy, log });
    expect(log.of('samples_restored')[0]?.fields).toEqual({ samples: 2 });
    expect(await again.history.flush()).toBe(true);
    const counts = (await again.history.samples('hall', ALWAYS)).map(({ count }) => count);
    expect(counts).toEqual([4, 5]);
    await expect(stat(join(copy, 'turnout.samples'))).rejects.toMatchObject({ code: 'ENOENT' });

    await other.exclusive((session) => session.exec('ROLLBACK'));
    expect(await history.flush()).toBe(true);
    expect(await history.samples('hall', ALWAYS)).toHaveLength(2);
    expect(history.status().samplesStored).toBe(2);
    await expect(stat(join(dir, 'turnout.samples'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('a journal', () => {
  it('gives back what was added, without what a crash cut off', async () => {
    const dir = await createFolder();
    const journal = await openJournal(dir);
    await journal.add([ROW]);
    await journal.add([LATER]);
    await journal.close();
    const path = join(dir, 'turnout.samples');
    expect((await openJournal(dir)).left).toEqual([ROW, LATER]);
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.slice(0, -10));
    const cut = await openJournal(dir);
    expect(cut.left).toEqual([ROW]);
    await cut.add([LATER]);
    await cut.close();
    expect((await openJournal(dir)).left).toEqual([ROW, LATER]);
  });

  it('takes nothing for a sample that is none', async () => {
    const dir = await createFolder();
    await writeFile(
      join(dir, 'turnout.samples'),
      '[["hall"],{"a":1},7]\n{}\n[[1,2,3,4,5,6,7,8,9,10]]\n',
    );
    expect((await openJournal(dir)).left).toEqual([]);
  });
});
