import { EventEmitter, once } from 'node:events';
import { expect, it } from 'vitest';
import { recent, watchClock } from '../../runtime/clock.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { RecordedLog } from '../support/recorded-log.ts';

it('a clock that steps by more than a minute is reported once a step, and shown', async () => {
  const clock = new FakeClock();
  const log = new RecordedLog();
  const watch = watchClock(clock, log);
  await clock.advance(86_400_000);
  watch.look();
  clock.stepWallClock(59_000);
  watch.look();
  expect(watch.lastStep()).toBeNull();
  clock.stepWallClock(-7_200_000);
  watch.look();
  watch.look();
  expect(log.of('clock_stepped').map(({ fields }) => fields['by_s'])).toEqual([-7200]);
  expect(watch.lastStep()).toEqual({ atUtcMs: clock.nowUtcMs(), byMs: -7_200_000 });
});

it('a read that fails late does not take a newer one with it', async () => {
  const clock = new FakeClock();
  const later = new EventEmitter();
  const reads = [once(later, 'read'), Promise.resolve(['newer'])];
  const read = recent(async () => reads.shift(), 1000, clock);
  const first = read();
  await clock.advance(1000);
  const second = read();
  later.emit('error', new Error('late'));
  await expect(first).rejects.toThrow('late');
  expect(read()).toBe(second);
});
