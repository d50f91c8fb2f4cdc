/** The outbox over a real history: what changes waits, in the same transaction, and as little of it as can be. */

import { expect, it } from 'vitest';
import { isWhole } from '../../../chain/sync.ts';
import type { ScheduleEntry } from '../../../gym/schedule/entry.ts';
import { settingsOf } from '../../../service/line/box-report.ts';
import { storedEstimate } from '../../support/classes.ts';
import { gymConfigOf } from '../../support/config.ts';
import { HOUR_MS } from '../../support/times.ts';
import { COMPLETE, entry, parsed, SOON } from './classes/entries.fixture.ts';
import { ALWAYS, NOON, openTestHistory } from './folder.fixture.ts';

const ESTIMATE = storedEstimate(12, { quality: 'B', reasons: ['low_coverage'] });
const ANNA = { externalId: 'a', name: 'Anna Petrova' };
const CAPITALS = { externalId: '7', name: 'ANNA PETROVA' };
const SETTINGS = settingsOf(gymConfigOf({ id: 'north', rooms: [{ id: 'hall', capacity: 20 }] }));
const BEGUN = { run: 'r_1', afterSeq: 0 };

async function openGym() {
  const opened = await openTestHistory();
  const { classes, outbox } = opened.history;
  const waiting = async (limit = 200) => {
    const found = await outbox.waiting('north', limit);
    if (found === null) throw new Error('no link');
    return found;
  };
  const send = async () => {
    const { link } = await waiting();
    await outbox.moveCursor('north', link.lastSeq);
  };
  const seqs = new Map<string, number>();
  /** Kind and key, and whether it is gone. Numbers have risen since they were last looked at. */
  const names = async () =>
    (await waiting()).changes.map(({ kind, key, seq, data }) => {
      const id = `${kind} ${key}`;
      expect(seq).toBeGreaterThan(seqs.get(id) ?? 0);
      seqs.set(id, seq);
      return data === null ? `${id} gone` : id;
    });
  const import_ = (...entries: ScheduleEntry[]) =>
    classes.import('north', 'feed', parsed(entries, COMPLETE));
  const idOf = async (name = 'Yoga') =>
    (await classes.records('north', ALWAYS)).find((record) => record.name === name)?.id ?? '';
  return { ...opened, classes, outbox, waiting, names, send, import_, idOf };
}

it('a link begins with all that the gym has, the newest classes first, and nothing before it', async () => {
  const { outbox, classes, idOf, import_, names, waiting } = await openGym();
  await outbox.link('south', BEGUN);
  const next = entry('2', { name: 'Spin', startsUtcMs: SOON + 24 * HOUR_MS });
  await import_(entry('1', { trainer: ANNA }), next);
  const [yoga, spin] = [await idOf('Yoga'), await idOf('Spin')];
  await classes.recordEstimates([{ classId: yoga, estimate: ESTIMATE }]);
  await classes.correct(yoga, { attended: 9, note: 'counted', by: 'tk_abcd' });
  expect(await outbox.waiting('north', 10)).toBeNull();
  expect(await outbox.waiting('south', 10)).toMatchObject({ changes: [] });
  await outbox.link('north', BEGUN);
  const found = [`session ${yoga}`, `estimate ${yoga}`, `correction ${yoga}/1`];
  expect(await names()).toEqual(['trainer anna-petrova', `session ${spin}`, ...found]);
  const { link } = await waiting();
  const numbers = { lastSeq: 5, baseSeq: 0, wholeSeq: 5, cursorSeq: 0 };
  expect(link).toEqual({ gymId: 'north', run: 'r_1', ...numbers });
});

it('a link ends with all that waited, and begins anew with numbers after those of another box', async () => {
  const { outbox, import_, waiting } = await openGym();
  await import_(entry('1'), entry('2', { name: 'Spin' }));
  await outbox.link('north', BEGUN);
  await outbox.unlink('north');
  expect(await outbox.links()).toEqual([]);
  for (const run of ['r_1', 'r_2']) await outbox.link('north', { run, afterSeq: 70 });
  const numbers = { lastSeq: 72, baseSeq: 70, wholeSeq: 72, cursorSeq: 70 };
  const { link, changes } = await waiting();
  expect(link).toEqual({ gymId: 'north', run: 'r_2', ...numbers });
  expect(changes.map(({ seq }) => seq)).toEqual([71, 72]);
  await import_(entry('1', { booked: 3 }), entry('2', { name: 'Spin' }));
  expect((await waiting()).link.lastSeq).toBe(73);
});

it('a link gives each kind in its shape, with what its table has now', async () => {
  const { outbox, classes, idOf, import_, waiting } = await openGym();
  await outbox.link('north', BEGUN);
  await import_(entry('1', { trainer: ANNA, room: 'Hall', booked: 12, isCancelled: true }));
  const hers = entry('x', { trainer: CAPITALS, startsUtcMs: SOON + HOUR_MS });
  await classes.import('north', 'app', parsed([hers]));
  const id = await idOf();
  await classes.recordEstimates([{ classId: id, estimate: ESTIMATE }]);
  await classes.correct(id, { attended: 9, note: 'counted', by: 'tk_abcd' });
  await outbox.share('north', SETTINGS);
  const { changes } = await waiting();
  expect(changes.every(isWhole)).toBe(true);
  const dataOf = (wanted: string, key: string) =>
    changes.find((change) => change.kind === wanted && change.key === key)?.data;
  const anna = { name: 'Anna Petrova', aliases: ['ANNA PETROVA'] };
  expect(dataOf('trainer', 'anna-petrova')).toEqual(anna);
  expect(dataOf('session', id)).toMatchObject({ trainer: 'anna-petrova', booked: 12 });
  const { figures, ...estimate } = ESTIMATE;
  expect(dataOf('estimate', id)).toEqual({ version: 1, computed_utc_ms: NOON, ...estimate });
  expect(dataOf('correction', `${id}/1`)).toMatchObject({ attended: 9, withdrawn_utc_ms: null });
  expect(dataOf('settings', 'gym')).toEqual(SETTINGS);
});

it('what changes waits once, whatever happened to it meanwhile, and a receipt takes it away', async () => {
  const { outbox, import_, names, send, idOf } = await openGym();
  await outbox.link('north', BEGUN);
  await import_(entry('1', { booked: 1 }));
  const id = await idOf();
  for (const booked of [2, 3, 4]) await import_(entry('1', { booked }));
  expect(await names()).toEqual([`session ${id}`]);
  await send();
  expect(await names()).toEqual([]);
  expect(await outbox.pending('north')).toEqual({ waiting: 0, held: 0 });
  // The same again is no change.
  await import_(entry('1', { booked: 4 }));
  expect(await names()).toEqual([]);
  await import_(entry('1', { booked: 5 }));
  expect(await names()).toEqual([`session ${id}`]);
});

it('a class goes with what was found out about it, and comes back newer', async () => {
  const { outbox, classes, import_, names, send, idOf } = await openGym();
  await import_(entry('1'), entry('2', { name: 'Spin' }));
  const id = await idOf('Spin');
  await classes.recordEstimates([{ classId: id, estimate: ESTIMATE }]);
  await classes.correct(id, { attended: 9, note: null, by: 'tk_abcd' });
  await outbox.link('north', BEGUN);
  await send();
  const [newest] = await classes.imports('north');
  await classes.undoImport('north', newest?.number ?? 0, { by: 'tk_abcd', takesRest: true });
  const found = [`session ${id}`, `estimate ${id}`, `correction ${id}/1`];
  const gone = found.map((name) => `${name} gone`);
  expect(await names()).toEqual(expect.arrayContaining(gone));
  await send();
  await import_(entry('1'), entry('2', { name: 'Spin' }));
  expect(await names()).toEqual(expect.arrayContaining(found));
});

it('the cursor goes where the head office has it, also back, and not beyond what there is', async () => {
  const { outbox, import_, waiting } = await openGym();
  await outbox.link('north', BEGUN);
  await import_(entry('1'), entry('2'), entry('3'));
  const cursor = async () => (await waiting()).link.cursorSeq;
  await outbox.moveCursor('north', 3);
  expect(await cursor()).toBe(3);
  await outbox.moveCursor('north', 1);
  expect(await cursor()).toBe(1);
  await outbox.moveCursor('north', 4);
  expect(await cursor()).toBe(1);
  expect((await waiting()).changes).toHaveLength(2);
  expect(await waiting(1)).toMatchObject({ changes: [{ seq: 2 }], hasMore: true });
});

it('the cursor begins again with new numbers for all rows, those too that are gone', async () => {
  const { outbox, import_, send, waiting, names } = await openGym();
  await outbox.link('north', BEGUN);
  await import_(entry('1', { booked: 1 }), entry('2', { name: 'Spin' }));
  await import_(entry('1', { booked: 2 }));
  await send();
  await outbox.renew('north', { run: 'r_2', afterSeq: 90 });
  const { link, changes } = await waiting();
  const numbers = { lastSeq: 92, baseSeq: 90, wholeSeq: 92, cursorSeq: 90 };
  expect(link).toEqual({ gymId: 'north', run: 'r_2', ...numbers });
  expect(changes.map(({ seq }) => seq)).toEqual([91, 92]);
  expect((await names()).filter((name) => name.endsWith('gone'))).toHaveLength(1);
});
