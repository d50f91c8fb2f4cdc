import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../runtime/clock.ts';
import { askOwner } from '../../../service/commands/ask-owner.ts';
import { lockDataDir, readLock } from '../../../store/history/folder/lock.ts';
import { openHistoryForReading } from '../../../store/history/history.ts';
import { createWorld, own, ownElsewhere, type World } from './owned.fixture.ts';

const CSV = `id,name,start,end,room,booked
1,Yoga,2026-07-01 18:30,2026-07-01 19:30,Main Hall,7
2,Spin,2026-07-01 20:00,2026-07-01 21:00,Upstairs,3
`;
const EVER = { fromUtcMs: 0, toUtcMs: Number.MAX_SAFE_INTEGER };

const importOf = (world: World, rest: { readonly rooms?: Record<string, string> } = {}) =>
  askOwner({
    dataDir: world.dataDir,
    operation: 'schedule.import',
    args: { gym: null, source: 'bookings', format: 'auto', columns: {}, rooms: {}, ...rest },
    bytes: Buffer.from(CSV),
    config: world.config,
    clock: systemClock,
  });

async function recordsOf({ dataDir }: World) {
  const history = await openHistoryForReading(dataDir);
  try {
    return await history.classes.records('north', EVER);
  } finally {
    await history.close();
  }
}

describe('an operation', () => {
  it('is performed here when nobody owns the folder, which is free again afterwards', async () => {
    const world = await createWorld();
    const report = await importOf(world);
    expect(report).toMatchObject({
      gymId: 'north',
      entries: 2,
      plan: {
        counts: { add: 2 },
        rooms: [
          { name: 'Main Hall', roomId: 'hall' },
          { name: 'Upstairs', roomId: null },
        ],
      },
      roomIds: ['hall', 'loft'],
    });
    expect(await readLock(world.dataDir)).toBeNull();
    expect(await recordsOf(world)).toMatchObject([
      { name: 'Yoga', booked: 7, startsUtcMs: Date.UTC(2026, 6, 1, 17, 30) },
      { name: 'Spin', room: 'Upstairs' },
    ]);
  });

  it('is performed by the owner, who hears of the change', async () => {
    const world = await createWorld();
    const owner = await own(world.dataDir, world.config);
    onTestFinished(() => owner.stop());
    const heard: string[] = [];
    owner.history.classes.onChange((gymId) => heard.push(gymId));
    expect(await importOf(world, { rooms: { upstairs: 'loft' } })).toMatchObject({
      plan: { rooms: [{ name: 'Main Hall' }, { name: 'loft', roomId: 'loft' }] },
    });
    expect(heard).toEqual(['north']);
    expect((await owner.history.classes.records('north', EVER)).map(({ room }) => room)).toEqual([
      'Main Hall',
      'loft',
    ]);
  });

  it('reaches an owner in another process, and needs none after that one was killed', async () => {
    const world = await createWorld();
    const owner = await ownElsewhere(world);
    const lock = await readLock(world.dataDir);
    expect(lock?.url).toMatch(/^http/);
    expect(lock?.pid).not.toBe(process.pid);
    expect(await importOf(world)).toMatchObject({ plan: { counts: { add: 2, unchanged: 0 } } });
    await owner.kill();
    expect(await importOf(world)).toMatchObject({ plan: { counts: { add: 0, unchanged: 2 } } });
  });

  it.each([
    ['a gym that is not configured', { gym: 'south' }, 'gym_unknown'],
    ['a source that is no identifier', { source: 'No Id' }, 'usage'],
    ['a room that is not configured', { rooms: { Upstairs: 'attic' } }, 'usage'],
  ])('fails in the same way here and there: %s', async (_, wrong, code) => {
    const world = await createWorld();
    const args = { gym: null, source: 'x', format: 'auto', columns: {}, rooms: {} } as const;
    const ask = () =>
      askOwner({
        dataDir: world.dataDir,
        operation: 'schedule.preview',
        args: { ...args, ...wrong },
        bytes: Buffer.from(CSV),
        config: world.config,
        clock: systemClock,
      }).catch((error: unknown) => error);
    const here = await ask();
    const owner = await own(world.dataDir, world.config);
    onTestFinished(() => owner.stop());
    const there = await ask();
    expect(here).toMatchObject({ code });
    expect(String(there)).toBe(String(here));
    expect(there).toMatchObject({ code });
  });

  it('is refused where the owner takes none', async () => {
    const world = await createWorld();
    const lock = await lockDataDir(world.dataDir, { clock: systemClock });
    onTestFinished(() => lock.release());
    const unreachable = { code: 'server_unreachable' };
    await expect(importOf(world)).rejects.toMatchObject(unreachable);
    await lock.setServer('http://127.0.0.1:9', 'tl_0');
    await expect(importOf(world)).rejects.toMatchObject(unreachable);
  });
});
