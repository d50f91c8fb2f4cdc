import { expect, it } from 'vitest';
import { watchDescriptors } from '../../runtime/descriptors.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { RecordedLog } from '../support/recorded-log.ts';

it('a shortage of descriptors is logged when it begins and when it is over, and shown in between', async () => {
  const clock = new FakeClock();
  const log = new RecordedLog();
  let isFree = true;
  const watch = watchDescriptors(clock, log, async () => isFree);
  await watch.look();
  expect(watch.shortSinceUtcMs()).toBeNull();
  isFree = false;
  const sinceUtcMs = clock.nowUtcMs();
  await watch.look();
  await clock.advance(3_000);
  await watch.look();
  expect(watch.shortSinceUtcMs()).toBe(sinceUtcMs);
  isFree = true;
  await watch.look();
  await watch.look();
  expect(watch.shortSinceUtcMs()).toBeNull();
  expect(log.of('descriptors_exhausted')).toHaveLength(1);
  expect(log.of('descriptors_free').map(({ fields }) => fields)).toEqual([{ after_s: 3 }]);
});
