/** Calls of the owner API by the command line: of a running owner by the token of its lock, and here where none runs. */

import { createServer } from 'node:http';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { askServer, ownerOf } from '../../cli/owner.ts';
import { systemClock } from '../../runtime/clock.ts';
import { lockDataDir, readLock } from '../../store/history/folder/lock.ts';
import { compiledFile } from '../support/compiled.ts';
import { serve } from '../support/served.ts';
import { listeningInTest } from '../support/test-server.ts';
import { config, dataDir, owned, typed } from './typed.ts';

beforeEach(() => typed());

const CSV = `id,name,start,end,room,booked
1,Yoga,2026-07-01 18:30,2026-07-01 19:30,Main Hall,7
2,Spin,2026-07-01 20:00,2026-07-01 21:00,Upstairs,3
`;
const READ = { format: 'auto', columns: {}, rooms: {}, sheet: null, origin: null };
const WISH = { ...READ, preview: false, source: 'bookings', force: false };

const take = (wish: object = {}) =>
  ownerOf(dataDir(), config)('POST /files', {
    query: { wish: JSON.stringify({ ...WISH, ...wish }) },
    file: Buffer.from(CSV),
  });

async function ownElsewhere() {
  const path = compiledFile(new URL('./owner-main.fixture.ts', import.meta.url));
  const { end } = await serve([process.execPath, path]);
  onTestFinished(() => end('SIGKILL'));
  return () => end('SIGKILL');
}

it('a call reaches an owner in another process, and needs none after that one was killed', async () => {
  const kill = await ownElsewhere();
  expect((await readLock(dataDir()))?.pid).not.toBe(process.pid);
  expect(await take()).toMatchObject({ counts: { add: 2, unchanged: 0 } });
  await kill();
  expect(await take()).toMatchObject({ counts: { add: 0, unchanged: 2 } });
  const { lines } = await ownerOf(dataDir(), config)('GET /audit');
  expect(lines).toMatchObject([
    { by: 'command line', kind: 'import_made', subject: 'import 1: bookings' },
  ]);
});

it.each([
  ['a source that is no identifier', { source: 'No Id' }],
  ['a room that is not configured', { rooms: { Upstairs: 'attic' } }],
])('a call fails in the same way here and there: %s', async (_, wish) => {
  const fault = () => take(wish).catch((error: unknown) => error);
  const here = await fault();
  expect(here).toMatchObject({ code: 'usage' });
  await owned();
  const there = await fault();
  expect(there).toMatchObject({ code: 'usage' });
  expect(String(there)).toBe(String(here));
});

it('a call that changes the file answers what it has become, where no server runs', async () => {
  const call = ownerOf(dataDir(), config);
  const body = { capacity: 9 };
  const changed = await call('PATCH /rooms/{room_id}', { path: { room_id: 'hall' }, body });
  expect(changed).toMatchObject({ room: { capacity: 9 } });
});

it('a call is refused where the owner takes none, and where only a server has what is asked', async () => {
  const unreachable = { code: 'server_unreachable' };
  const call = ownerOf(dataDir(), config);
  await expect(call('GET /cameras')).rejects.toMatchObject(unreachable);
  const lock = await lockDataDir(dataDir(), { clock: systemClock });
  onTestFinished(() => lock.release());
  await expect(take()).rejects.toMatchObject(unreachable);
  await lock.setServer('http://127.0.0.1:9', 'tl_0');
  await expect(take()).rejects.toMatchObject(unreachable);
});

it('a call says of a server that hangs what to do', async () => {
  const server = createServer(() => undefined);
  const token = 'tl_0';
  const url = `http://127.0.0.1:${await listeningInTest(server)}`;
  const asked = askServer({ url, token }, 'GET', '/', {}, 50);
  await expect(asked).rejects.toThrow(/, got no answer in 0\.05 s; restart it$/);
});

it('a call tells the owner that a camera was moved, who forgets its empty room; an unknown one is refused', async () => {
  const { emptyRooms } = (await owned()).history;
  const relearn = (id: string) =>
    ownerOf(dataDir(), config)('POST /cameras/{camera_id}/relearn', {
      path: { camera_id: id },
    });
  await emptyRooms.keep({ cameraId: 'hall', view: 'v', body: '{}' });
  const heard: string[] = [];
  emptyRooms.onForget((camera) => heard.push(camera));
  expect(await relearn('hall')).toEqual({ camera: 'hall', forgotten: true });
  expect(await relearn('hall')).toEqual({ camera: 'hall', forgotten: false });
  expect(heard).toEqual(['hall', 'hall']);
  await expect(relearn('attic')).rejects.toMatchObject({ code: 'camera_unknown' });
});
