/** Boxes with real data over HTTP into a real database: joined, refused, and left. What hurts them is in `npx tsx bench/chain/faults/run.ts`. */

import { writeFileSync } from 'node:fs';
import { join as path } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addGym, changeGym, emptyGym, removeGym } from '../../../hq/gyms/directory.ts';
import { createToken } from '../../../hq/sync/boxes.ts';
import { systemClock } from '../../../runtime/clock.ts';
import { silentLog } from '../../../runtime/log/log.ts';
import { Lines } from '../../../service/line/lines.ts';
import { join, leave, readLinks, writeLink } from '../../../service/line/link.ts';
import { type History, openHistory } from '../../../store/history/history.ts';
import { entry, parsed } from '../../store/history/classes/entries.fixture.ts';
import { anError } from '../../support/an-error.ts';
import { openOffice, serveOffice } from '../../support/chain-office.ts';
import { gymConfigOf } from '../../support/config.ts';
import { engineStatus } from '../../support/engine-status.ts';
import { NOTHING_COUNTED } from '../../support/evidence.ts';
import { testFolder } from '../../support/folder.ts';
import { HAS_POSTGRES, startPostgres } from '../../support/postgres.ts';
import { started } from '../../support/started.ts';
import { HOUR_MS } from '../../support/times.ts';

/** Classes to come: those of the past stay, whatever a schedule leaves out. */
const FROM = (Math.ceil(Date.now() / HOUR_MS) + 24) * HOUR_MS;
const COMPLETE = { fromUtcMs: 0, toUtcMs: FROM + 365 * 24 * HOUR_MS };
const WAIT = { timeout: 30_000, interval: 50 };

const scheduleOf = (booked: Readonly<Record<string, number>>) =>
  parsed(
    Object.entries(booked).map(([name, people], at) =>
      entry(name, { name, booked: people, startsUtcMs: FROM + at * HOUR_MS }),
    ),
    COMPLETE,
  );

describe.skipIf(!HAS_POSTGRES)('a box', () => {
  const postgres = started(startPostgres);
  const office = started(() => openOffice(postgres.url, systemClock));
  const server = started(() => serveOffice(office, systemClock));

  const newGym = async (id: string) => {
    await addGym(office.database, { id, name: id, groups: [] }, Date.now());
    const { token } = await createToken(office.database, id, Date.now());
    return { dir: testFolder(), token, id };
  };

  const opened = async ({ dir, id }: { readonly dir: string; readonly id: string }) => {
    const history = await openHistory({ dir, clock: systemClock, log: silentLog });
    const gym = gymConfigOf({ id });
    const lines = new Lines({ history, clock: systemClock, log: silentLog });
    await lines.start({
      config: () => ({ gyms: [gym] }),
      status: engineStatus,
      gyms: { view: () => null },
      evidence: NOTHING_COUNTED,
    });
    const close = async () => {
      await lines.stop();
      await history.close();
    };
    return { history, lines, gym, close };
  };

  const joined = async (id: string, booked: Readonly<Record<string, number>>) => {
    const made = await newGym(id);
    const box = await opened(made);
    await box.history.classes.import(id, 'feed', scheduleOf(booked));
    await join(box.history, box.gym, { url: server.url, token: made.token });
    await whole(box.history, box.lines);
    return { ...made, ...box };
  };

  /** Waits until nothing waits and the digests of both sides are equal. */
  const whole = async (history: History, lines: Lines) => {
    const state = async () => {
      const [status] = lines.status();
      const { waiting } = await history.outbox.pending(status?.gymId ?? '');
      return { state: status?.state, unequal: status?.unequal, waiting };
    };
    await expect.poll(state, WAIT).toEqual({ state: 'online', unequal: 0, waiting: 0 });
  };

  const classesOf = async (id: string) => {
    const rows = await office.database.query<{ name: string; booked: number }>(
      `SELECT c.name, c.booked FROM class_now c JOIN gym g ON g.key = c.gym
       WHERE g.id = $1 AND c.name IS NOT NULL ORDER BY c.name`,
      [id],
    );
    return Object.fromEntries(rows.map(({ name, booked }) => [name, booked]));
  };

  it('joins with a token that works once, and what is at the head office stays there when it leaves', async () => {
    const first = await joined('first', { Yoga: 12, Spin: 3 });
    const { token, history, lines, gym, close } = first;
    expect(await classesOf('first')).toEqual({ Spin: 3, Yoga: 12 });
    await history.classes.import('first', 'feed', scheduleOf({ Yoga: 13 }));
    await expect.poll(() => classesOf('first'), WAIT).toEqual({ Yoga: 13 });
    const again = join(history, gym, { url: server.url, token });
    await expect(again).rejects.toMatchObject({ code: 'usage' });
    await leave(history, gym);
    await expect.poll(() => lines.status()).toEqual([]);
    await history.classes.import('first', 'feed', scheduleOf({ Yoga: 14 }));
    expect(await classesOf('first')).toEqual({ Yoga: 13 });
    await expect(leave(history, gym)).rejects.toMatchObject({ code: 'usage' });
    await close();

    const second = await newGym('second');
    const other = await opened(second);
    // Used up, and of another gym.
    const third = await newGym('third');
    for (const [wrong, why] of [
      [token, 'made within a day and never used'],
      [third.token, 'expected a box of gym third, got one of gym second'],
    ] as const) {
      const refused = join(other.history, other.gym, { url: server.url, token: wrong });
      const words = new RegExp(`${why}.*; run there: turnout hq token second$`);
      await expect(refused).rejects.toEqual(anError('hq_refused', words));
    }
    expect(await readLinks(other.history.dir)).toEqual({ links: [], broken: [] });
    await other.close();
  });

  it('that has moved to another computer, or has a link of before, says that it needs a token', async () => {
    const { dir, id, close } = await joined('mover', { Yoga: 1 });
    await close();
    const link = (await readLinks(dir)).links[0]!;
    const file = path(dir, `turnout.line.${id}.json`);
    await writeLink(dir, { ...link, machine: 'another' });
    const moved = await opened({ dir, id });
    const refused = (why: string) => [
      { state: 'refused', detail: expect.stringMatching(`${why}.*turnout hq token mover`) },
    ];
    expect(moved.lines.status()).toMatchObject(refused('another computer'));
    await moved.close();
    writeFileSync(file, JSON.stringify({ gymId: id, jwt: 'a.b.c', seed: 'SU', servers: [] }));
    const before = await opened({ dir, id });
    expect(before.lines.status()).toMatchObject(refused('earlier version'));
    const { token } = await createToken(office.database, id, Date.now());
    await join(before.history, before.gym, { url: server.url, token });
    await whole(before.history, before.lines);
    expect(before.lines.status()).toHaveLength(1);
    await before.close();
  });

  it('fills its gym again where it was emptied, and is refused where it was removed', async () => {
    const { database, directory } = office;
    const { history, lines, close } = await joined('changed', { Yoga: 1 });
    await changeGym(database, 'changed', { name: 'New', groups: ['north'] });
    await expect
      .poll(() => directory.find('changed'), WAIT)
      .toMatchObject({ name: 'New', groups: ['north'] });
    await emptyGym(database, 'changed');
    expect(await classesOf('changed')).toEqual({});
    await history.classes.import('changed', 'feed', scheduleOf({ Yoga: 2, Spin: 1 }));
    await expect.poll(() => classesOf('changed'), WAIT).toEqual({ Spin: 1, Yoga: 2 });
    await removeGym(database, 'changed');
    await expect.poll(() => directory.find('changed'), WAIT).toBeUndefined();
    await history.classes.import('changed', 'feed', scheduleOf({ Yoga: 3 }));
    await expect.poll(() => lines.status()[0]?.state, WAIT).toBe('refused');
    await expect(removeGym(database, 'changed')).rejects.toMatchObject({ code: 'gym_unknown' });
    await close();
  });
});
