/** Rows in memory beside their table: what ends, and what several processes over one table hear of each other. */

import { expect, it, vi } from 'vitest';
import { Credentials } from '../../../store/access/credentials.ts';
import type { Credential } from '../../../store/history/access.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { credential, memoryCredentials } from '../../support/memory-credentials.ts';

const row = (hash: string, rest: Partial<Credential> = {}) =>
  credential({ hash, kind: 'client', key: '', data: { family: 'f' }, ...rest });

/** Two processes over one table. */
function two() {
  const store = { ...memoryCredentials(), isShared: true };
  const clock = new FakeClock();
  const one = new Credentials(store, clock);
  const other = new Credentials(store, clock);
  return { store, clock, one, other };
}

it('is refused from the moment it is revoked, though the table cannot hear of it', async () => {
  const { store, one } = two();
  await one.issue([row('a'), row('b'), row('c', { data: { family: 'g' } })]);
  const ended: string[] = [];
  one.onChange(({ hash }, isThere) => isThere || ended.push(hash));
  store.revoke = () => Promise.reject(new Error('disk'));
  await expect(one.revoke({ family: 'f' })).rejects.toThrow('disk');
  expect([ended, one.of('client').map(({ hash }) => hash)]).toEqual([['a', 'b'], ['c']]);
  // Nor does it come again because the table still has it.
  await one.reread();
  expect(one.find('client', 'a')).toBeNull();
});

it('of another process is learnt when it is shown, once, and a stranger is asked for once', async () => {
  const { store, one, other } = two();
  await one.issue([row('a')]);
  await other.learn('a');
  expect(other.find('client', 'a')).not.toBeNull();
  expect(other.learn('a')).toBeNull();
  await other.learn('x');
  expect(other.learn('x')).toBeNull();
  const asking = vi.spyOn(store, 'find').mockReturnValue(new Promise(() => undefined));
  for (let at = 0; at < 20; at += 1) void other.learn(`flood ${at}`);
  expect(asking).toHaveBeenCalledTimes(4);
});

it('that another process has ended, or changed, is so here too once it is read', async () => {
  const { one, other } = two();
  await one.issue([row('a'), row('b'), row('c')]);
  await other.reread();
  await one.revoke({ rows: [{ hash: 'a' }] });
  await one.use([{ hash: 'b', by: 0, becomes: { expires: null, data: { note: 1 } } }]);
  await other.reread({ hash: 'a' });
  await other.reread({ hash: 'b' });
  const left = Object.fromEntries(other.of('client').map(({ hash, data }) => [hash, data]));
  expect(left).toEqual({ b: { note: 1 }, c: { family: 'f' } });
});

it('who waits to be let in stays in memory: no reading ends it, and it may come again', async () => {
  const { store, clock, one } = two();
  const waiting = row('a', { kind: 'set-up', expires: clock.monotonicMs() + 10 });
  one.put(waiting);
  await one.reread();
  expect([one.of('set-up').length, (await store.find()).length]).toEqual([1, 0]);
  one.drop('a');
  one.put(waiting);
  expect(one.find('set-up', 'a')).not.toBeNull();
  clock.stepWallClock(-3_600_000);
  await clock.advance(10);
  expect(one.find('set-up', 'a')).toBeNull();
});
