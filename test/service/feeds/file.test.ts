import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readFeed } from '../../../service/feeds/read-feed.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turnout-feed-'));
});
afterAll(() => rm(folder, { recursive: true }));

const { signal } = new AbortController();

it('a file is read again when it has changed, by path or as a URL', async () => {
  const path = join(folder, 'timetable.csv');
  await writeFile(path, 'one');
  const first = await readFeed(path, null, { signal });
  expect(first).toMatchObject({ kind: 'read', bytes: Buffer.from('one') });
  const known = first.kind === 'read' ? first : null;
  expect(await readFeed(pathToFileURL(path).href, known, { signal })).toEqual({
    kind: 'unchanged',
  });
  await utimes(path, 1, 1);
  expect(await readFeed(path, known, { signal })).toMatchObject({ kind: 'read' });
});

it.each([
  ['missing.csv', 'feed_unreachable'],
  ['.', 'feed_refused'],
])('%j is no file: %s, without its path', async (name, code) => {
  const reading = readFeed(join(folder, name), null, { signal });
  await expect(reading).rejects.toMatchObject({ code });
  await expect(reading).rejects.not.toThrow(folder);
});

it('a file over the limit is not read', async () => {
  const path = join(folder, 'large.csv');
  await writeFile(path, 'x'.repeat(100));
  const limits = { totalMs: 1_000, idleMs: 1_000, maxBytes: 99 };
  await expect(readFeed(path, null, { signal, limits })).rejects.toMatchObject({
    code: 'feed_too_large',
  });
});
