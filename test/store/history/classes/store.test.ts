import { expect, it } from 'vitest';
import type { StoredAttendance } from '../../../../store/history/classes/class-store.ts';
import { storedEstimate } from '../../../support/classes.ts';
import { HOUR_MS } from '../../../support/times.ts';
import { NOON } from '../folder.fixture.ts';
import { entry, openClasses } from './entries.fixture.ts';

const ESTIMATE = storedEstimate(12, {
  quality: 'B',
  reasons: ['low_coverage'],
  figures: { coverage: 0.8, p50: 11.5, staff: null },
});

async function openGym() {
  const opened = await openClasses();
  await opened.take('feed', [entry('1')]);
  const [record] = await opened.records();
  return { ...opened, classId: record?.id ?? '' };
}

it('estimates are kept in versions: one that says the same adds none', async () => {
  const { classes, classId, clock, records } = await openGym();
  const heard: string[] = [];
  classes.onChange((gymId) => heard.push(gymId));
  await classes.recordEstimates([{ classId, estimate: ESTIMATE }]);
  clock.skip(HOUR_MS);
  const turned = Object.fromEntries(Object.entries(ESTIMATE.figures).reverse());
  await classes.recordEstimates([{ classId, estimate: { ...ESTIMATE, figures: turned } }]);
  expect(heard).toEqual(['north']);
  const better: StoredAttendance = { ...ESTIMATE, attended: 13, quality: 'A', reasons: [] };
  await classes.recordEstimates([
    { classId: 'cls_none', estimate: ESTIMATE },
    { classId, estimate: better },
  ]);
  expect(await classes.estimates(classId)).toEqual([
    { ...ESTIMATE, computedUtcMs: NOON },
    { ...better, computedUtcMs: NOON + HOUR_MS },
  ]);
  expect((await records())[0]?.estimate).toEqual(better);
  expect(heard).toEqual(['north', 'north']);
});

it('corrections and a true count are unseen while the class is gone, and in another gym', async () => {
  const { classes, classId, take } = await openGym();
  await classes.correct(classId, { attended: 9, note: 'counted twice', by: 'tk_abcd' });
  await classes.addTrueCount({ classId, roomId: 'hall', people: 4 }, 'command line');
  const found = async () => [await classes.corrections(classId), await classes.trueCounts('north')];
  const before = await found();
  expect(before).toMatchObject([[{ attended: 9 }], [{ people: 4 }]]);
  expect(await classes.trueCounts('south')).toEqual([]);
  const other = entry('2', { name: 'Spin' });
  await take('feed', [other], true);
  expect(await found()).toEqual([[], []]);
  await take('feed', [entry('1'), other], true);
  expect(await found()).toEqual(before);
});

it('the state of a feed is kept as it was noted last', async () => {
  const { classes } = await openGym();
  expect(await classes.feed('north', 'feed')).toBeNull();
  const state = {
    etag: '"7"',
    lastModified: null,
    lastReadUtcMs: NOON,
    lastSuccessUtcMs: null,
    fault: { code: 'feed_timeout', detail: 'feed: expected an answer, got none' },
    entries: 12,
    faultCount: 0,
  };
  for (const noted of [state, { ...state, fault: null }]) {
    await classes.noteFeed('north', 'feed', noted);
    expect(await classes.feed('north', 'feed')).toEqual(noted);
  }
});
