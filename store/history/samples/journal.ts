/**
 * Where samples go while the database is busy with something long, such as an import: a file that is only ever added to.
 * What a crash leaves in it is stored at the next start; a sample that was stored already is ignored then.
 *
 *     one line a batch: [["hall",1763726400000,3,0,0,null,0.9,0,120,null],…]
 */

import { type FileHandle, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createTurns } from '../../../runtime/turns.ts';
import { JOURNAL_FILE } from '../folder/files.ts';
import type { SampleRow } from './rows.ts';

export interface Journal {
  /** Rows of the last run that may not be stored; a half-written last batch is left out. */
  readonly left: readonly SampleRow[];
  /** On the disk when it resolves. Rejects with the system's error. */
  add(rows: readonly SampleRow[]): Promise<void>;
  /** Forgets all rows: they are stored. Costs nothing where there are none. Rejects with the system's error. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** Where the database is held for longer than this many bytes of samples, the rest waits in memory alone. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Rejects with the system's error where a journal is there and cannot be read. */
export async function openJournal(dir: string): Promise<Journal> {
  const path = join(dir, JOURNAL_FILE);
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  });
  const inTurn = createTurns();
  let sizeBytes = text.length;
  let file: FileHandle | null = null;
  const close = async () => {
    await file?.close();
    file = null;
  };
  return {
    left: text.split('\n').flatMap(rowsOf),
    add: (rows) =>
      inTurn(async () => {
        if (rows.length === 0 || sizeBytes > MAX_BYTES) return;
        file ??= await open(path, 'a', 0o600);
        // A line end first: what a full disk cut off must not take the next batch with it.
        const line = `\n${JSON.stringify(rows)}\n`;
        sizeBytes += line.length;
        await file.appendFile(line);
        await file.datasync();
      }),
    clear: () =>
      inTurn(async () => {
        if (sizeBytes === 0) return;
        await close();
        await rm(path, { force: true });
        sizeBytes = 0;
      }),
    close: () => inTurn(close),
  };
}

function rowsOf(line: string): SampleRow[] {
  try {
    const rows: unknown = JSON.parse(line);
    return Array.isArray(rows) ? rows.filter(isRow) : [];
  } catch {
    return [];
  }
}

const COLUMNS = 10;

function isRow(row: unknown): row is SampleRow {
  if (!Array.isArray(row) || row.length !== COLUMNS) return false;
  const [cameraId, atUtcMs, count, staff, ignored, zones, confidence, flags, luma, mediaMs] = row;
  return (
    typeof cameraId === 'string' &&
    [atUtcMs, staff, ignored, flags].every(Number.isSafeInteger) &&
    Number.isFinite(luma) &&
    [count, confidence, mediaMs].every((value) => value === null || Number.isFinite(value)) &&
    (zones === null || typeof zones === 'string')
  );
}
