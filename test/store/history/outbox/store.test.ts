/** The outbox over a real history: what changes waits, in the same transaction, and as little of it as can be. */

import { describe, expect, it } from 'vitest';
import { readChange } from '../../../../chain/codec.ts';
import type { StoredAttendance } from '../../../../store/history/classes/class-store.ts';
import { entry, HOUR_MS, parsed, SOON } from '../classes/entries.fixture.ts';
import { ALWAYS, NOON, openTestHistory } from '../folder.fixture.ts';

const ESTIMATE: StoredAttendance = {
  source: 'camera',
  attended: 12,
  low: 11,
  high: 14,
  quality: 'B',
  reasons: ['low_coverage'],
  figures: { coverage: 0.8 },
  method: 'percentile/1',
};
const ANNA = { externalId: 'a', name: 'Anna Petrova' };
const BEGUN = { epoch: 'e_1', run: 'r_1' };

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
    await outbox.moveCursor('north', link.epoch, link.lastSeq);
  };
  const revs = new Map<string, number>();
  /** Kind and key, and whether it is gone. Revisions have risen since they were last looked at. */
  const names = async () =>
    (await waiting()).changes.map(({ kind, key, rev, data }) => {
      const id = `${kind} ${key}`;
      expect(rev).toBeGreaterThan(revs.get(id) ?? 0);
      revs.set(id, rev);
      return data === null ? `${id} gone` : id;
    });
  const import_ = (...entries: Parameters<typeof entry>[]) =>
    classes.import(
      'north',
      'feed',
      parsed(
        entries.map((one) => entry(...one)),
        COMPLETE,
      ),
    );
  const idOf = async (name = 'Yoga') =>
    (await classes.records('north', ALWAYS)).find((record) => record.name === name)?.id ?? '';
  return { ...opened, classes, outbox, waiting, names, send, import_, idOf };
}

const COMPLETE = { fromUtcMs: 0, toUtcMs: NOON + 365 * 24 * HOUR_MS };

describe('a gym that has joined no head office', () => {
  it('has nothing to send, and stores nothing for it', async () => {
    const { outbox, classes, idOf, import_ } = await openGym();
    await import_(['1', { trainer: ANNA }]);
    await classes.correct(await idOf(), { attended: 9, note: null, by: 'tk_abcd' });
    expect(await outbox.links()).toEqual([]);
    expect(await outbox.waiting('north', 10)).toBeNull();
    await outbox.link('south', BEGUN);
    expect(await outbox.waiting('south', 10)).toMatchObject({ changes: [] });
    expect(await outbox.waiting('north', 10)).toBeNull();
  });
});

describe('a link', () => {
  it('begins with all that the gym has, the newest classes first', async () => {
    const { outbox, classes, idOf, import_, names, waiting } = await openGym();
    await import_(
      ['1', { trainer: ANNA }],
      ['2', { name: 'Spin', startsUtcMs: SOON + 24 * HOUR_MS }],
    );
    const [yoga, spin] = [await idOf('Yoga'), await idOf('Spin')];
    await classes.recordEstimates([{ classId: yoga, estimate: ESTIMATE }]);
    await classes.correct(yoga, { attended: 9, note: 'counted', by: 'tk_abcd' });
    await outbox.link('north', BEGUN);
    expect(await names()).toEqual([
      'trainer anna-petrova',
      `session ${spin}`,
      `session ${yoga}`,
      `estimate ${yoga}`,
      `correction ${yoga}/1`,
      'audit 1',
    ]);
    const { link } = await waiting();
    expect(link).toEqual({ gymId: 'north', ...BEGUN, lastSeq: 6, wholeSeq: 6, cursorSeq: 0 });
    // A second time it stays as it is.
    await outbox.link('north', { epoch: 'e_2', run: 'r_2' });
    expect((await waiting()).link).toEqual(link);
  });

  it('gives each kind in its shape, with what its table has now', async () => {
    const { outbox, classes, idOf, import_, waiting } = await openGym();
    await outbox.link('north', BEGUN);
    await import_(['1', { trainer: ANNA, room: 'Hall', booked: 12, isCancelled: true }]);
    await classes.import(
      'north',
      'app',
      parsed([
        entry('x', {
          trainer: { externalId: '7', name: 'ANNA PETROVA' },
          startsUtcMs: SOON + HOUR_MS,
        }),
      ]),
    );
    const id = await idOf();
    await classes.recordEstimates([{ classId: id, estimate: ESTIMATE }]);
    await classes.correct(id, { attended: 9, note: 'counted', by: 'tk_abcd' });
    await outbox.share('north', 'quarters', [
      { key: 'hall/2025-11-21', data: { quarters: [[48, 900, 3.2, 7]] } },
    ]);
    const { changes } = await waiting();
    expect(changes.map(readChange)).toEqual(changes);
    const dataOf = (wanted: string, key: string) =>
      changes.find((change) => change.kind === wanted && change.key === key)?.data;
    expect(dataOf('trainer', 'anna-petrova')).toEqual({
      name: 'Anna Petrova',
      aliases: ['ANNA PETROVA'],
    });
    expect(dataOf('session', id)).toEqual({
      source: 'feed',
      starts_utc_ms: SOON,
      ends_utc_ms: SOON + HOUR_MS,
      name: 'Yoga',
      trainer: 'anna-petrova',
      is_substitute: false,
      room: 'Hall',
      is_cancelled: true,
      capacity: null,
      booked: 12,
      checked_in: null,
      late_cancels: null,
      waitlisted: null,
      revenue_milli: null,
    });
    const { figures, ...estimate } = ESTIMATE;
    expect(dataOf('estimate', id)).toEqual({ version: 1, computed_utc_ms: NOON, ...estimate });
    expect(dataOf('correction', `${id}/1`)).toEqual({
      attended: 9,
      note: 'counted',
      by: 'tk_abcd',
      made_utc_ms: NOON,
      withdrawn_utc_ms: null,
      withdrawn_by: null,
    });
    expect(dataOf('audit', '1')).toEqual({
      at_utc_ms: NOON,
      made_by: 'tk_abcd',
      kind: 'correction_made',
      subject: id,
    });
    expect(dataOf('quarters', 'hall/2025-11-21')).toEqual({ quarters: [[48, 900, 3.2, 7]] });
  });

  it('is gone with all that waited once it ends, and begins again with all', async () => {
    const { outbox, import_, waiting, send } = await openGym();
    await outbox.link('north', BEGUN);
    await import_(['1']);
    await send();
    await outbox.unlink('north');
    expect(await outbox.links()).toEqual([]);
    await outbox.link('north', { epoch: 'e_2', run: 'r_2' });
    expect(await waiting()).toMatchObject({ link: { epoch: 'e_2', lastSeq: 1, cursorSeq: 0 } });
  });
});

describe('what changes', () => {
  it('waits once, whatever happened to it meanwhile, and a receipt takes it away', async () => {
    const { outbox, import_, names, send, idOf } = await openGym();
    await outbox.link('north', BEGUN);
    await import_(['1', { booked: 1 }]);
    const id = await idOf();
    for (const booked of [2, 3, 4]) await import_(['1', { booked }]);
    expect(await names()).toEqual([`session ${id}`]);
    await send();
    expect(await names()).toEqual([]);
    expect(await outbox.pending('north')).toEqual({ waiting: 0, held: 0 });
    // The same again is no change.
    await import_(['1', { booked: 4 }]);
    expect(await names()).toEqual([]);
    await import_(['1', { booked: 5 }]);
    expect(await names()).toEqual([`session ${id}`]);
  });

  it('can be that a class goes, with what was found out about it, and comes back newer', async () => {
    const { outbox, classes, import_, names, send, idOf } = await openGym();
    await import_(['1'], ['2', { name: 'Spin' }]);
    const id = await idOf('Spin');
    await classes.recordEstimates([{ classId: id, estimate: ESTIMATE }]);
    await classes.correct(id, { attended: 9, note: null, by: 'tk_abcd' });
    await outbox.link('north', BEGUN);
    await send();
    const [newest] = await classes.imports('north');
    await classes.undoImport('north', newest?.number ?? 0, { by: 'tk_abcd', takesRest: true });
    const gone = await names();
    expect(gone).toEqual(
      expect.arrayContaining([
        `session ${id} gone`,
        `estimate ${id} gone`,
        `correction ${id}/1 gone`,
      ]),
    );
    await send();
    await import_(['1'], ['2', { name: 'Spin' }]);
    const back = await names();
    expect(back).toEqual(
      expect.arrayContaining([`session ${id}`, `estimate ${id}`, `correction ${id}/1`]),
    );
  });

  it('can be a correction that is withdrawn, and the newest of several estimates', async () => {
    const { outbox, classes, import_, names, send, idOf } = await openGym();
    await import_(['1']);
    const id = await idOf();
    await outbox.link('north', BEGUN);
    await classes.correct(id, { attended: 9, note: null, by: 'tk_abcd' });
    await classes.recordEstimates([{ classId: id, estimate: ESTIMATE }]);
    await send();
    await classes.withdrawCorrection(id, 'tk_abcd');
    await classes.recordEstimates([{ classId: id, estimate: { ...ESTIMATE, attended: 13 } }]);
    expect(await names()).toEqual([`correction ${id}/1`, 'audit 2', `estimate ${id}`]);
  });

  it('can be the name of a trainer', async () => {
    const { outbox, import_, names, send } = await openGym();
    await outbox.link('north', BEGUN);
    await import_(['1', { trainer: ANNA }]);
    await send();
    await import_(['1', { trainer: { ...ANNA, name: 'Anna Petrova-Jones' } }]);
    expect(await names()).toEqual(['trainer anna-petrova']);
  });

  it('of shared state waits only where it is another', async () => {
    const { outbox, names, send } = await openGym();
    await outbox.link('north', BEGUN);
    const share = (max: number) =>
      outbox.share('north', 'quarters', [
        { key: 'hall/2025-11-21', data: { quarters: [[1, 900, 2, max]] } },
      ]);
    await share(3);
    await send();
    await share(3);
    expect(await names()).toEqual([]);
    await share(4);
    expect(await names()).toEqual(['quarters hall/2025-11-21']);
  });

  it('is not stored without the change itself', async () => {
    const { outbox, classes, import_, names, send } = await openGym();
    await outbox.link('north', BEGUN);
    await import_(['1']);
    await send();
    await classes.preview('north', 'feed', parsed([entry('1', { booked: 3 }), entry('2')]));
    expect(await names()).toEqual([]);
  });
});

describe('the cursor', () => {
  it('goes where the head office has it, also back; not in another epoch, nor beyond what there is', async () => {
    const { outbox, import_, waiting } = await openGym();
    await outbox.link('north', BEGUN);
    await import_(['1'], ['2'], ['3']);
    const cursor = async () => (await waiting()).link.cursorSeq;
    await outbox.moveCursor('north', 'e_1', 3);
    expect(await cursor()).toBe(3);
    await outbox.moveCursor('north', 'e_1', 1);
    expect(await cursor()).toBe(1);
    await outbox.moveCursor('north', 'e_0', 3);
    await outbox.moveCursor('north', 'e_1', 4);
    expect(await cursor()).toBe(1);
    expect((await waiting()).changes).toHaveLength(2);
    expect(await waiting(1)).toMatchObject({ changes: [{ seq: 2 }], hasMore: true });
  });

  it('begins again with a new epoch, and rows keep their revisions', async () => {
    const { outbox, import_, send, waiting } = await openGym();
    await outbox.link('north', BEGUN);
    await import_(['1', { booked: 1 }]);
    await import_(['1', { booked: 2 }]);
    const revisions = async () => (await waiting()).changes.map(({ rev }) => rev);
    const before = await revisions();
    await send();
    await outbox.renew('north', 'e_2');
    expect(await revisions()).toEqual(before);
    expect((await waiting()).link).toMatchObject({
      epoch: 'e_2',
      cursorSeq: 0,
      wholeSeq: 2,
      lastSeq: 2,
    });
  });
});

describe('rows', () => {
  it('that are held back do not wait until they change', async () => {
    const { outbox, import_, names, waiting } = await openGym();
    await outbox.link('north', BEGUN);
    await import_(['1'], ['2', { name: 'Spin' }]);
    const [first] = (await waiting()).changes;
    if (first === undefined) throw new Error('nothing waits');
    await outbox.hold('north', [first]);
    expect(await names()).toHaveLength(1);
    expect(await outbox.pending('north')).toEqual({ waiting: 1, held: 1 });
    await import_(['1', { booked: 3 }], ['2', { name: 'Spin', booked: 3 }]);
    expect(await outbox.pending('north')).toEqual({ waiting: 2, held: 0 });
  });

  it('are sent again on request at the revision that they have, and listed without those that are gone', async () => {
    const { outbox, import_, names, send, idOf, waiting } = await openGym();
    await outbox.link('north', BEGUN);
    await import_(['1', { startsUtcMs: SOON }], ['2', { name: 'Spin' }]);
    await import_(['1', { booked: 3 }]);
    await send();
    const id = await idOf();
    const listed = [];
    for await (const page of outbox.rows('north')) listed.push(...page);
    expect(listed).toEqual([{ kind: 'session', key: id, rev: expect.any(Number) }]);
    await outbox.sendAgain('north', [{ kind: 'session', key: id }]);
    expect((await waiting()).changes[0]?.rev).toBe(listed[0]?.rev);
    expect(await names()).toEqual([`session ${id}`]);
    const { link, changes } = await waiting();
    expect(changes.at(-1)?.seq).toBe(link.lastSeq);
  });
});
