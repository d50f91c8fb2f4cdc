import { expect, it, onTestFinished } from 'vitest';
import type { StoredAttendance } from '../../../../store/history/classes/class-store.ts';
import { openHistoryForReading } from '../../../../store/history/history.ts';
import { storedEstimate } from '../../../support/classes.ts';
import { HOUR_MS } from '../../../support/times.ts';
import { ALWAYS, NOON, openTestHistory } from '../folder.fixture.ts';
import { COMPLETE, entry, parsed } from './entries.fixture.ts';

const ESTIMATE = storedEstimate(12, {
  quality: 'B',
  reasons: ['low_coverage'],
  figures: { coverage: 0.8, p50: 11.5, staff: null },
});

async function openGym() {
  const opened = await openTestHistory();
  const { classes } = opened.history;
  await classes.import('north', 'feed', parsed([entry('1')]));
  const [record] = await classes.records('north', ALWAYS);
  const classId = record?.id ?? '';
  const heard: string[] = [];
  classes.onChange((gymId) => heard.push(gymId));
  return { ...opened, classes, classId, heard, record: () => classes.record(classId) };
}

it('estimates are kept in versions: one that says the same adds none', async () => {
  const { classes, classId, clock, heard, record } = await openGym();
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
  expect((await record())?.estimate).toEqual(better);
  expect(heard).toEqual(['north', 'north']);
});

it('corrections follow each other and leave a trail, unseen while the class is gone, as is its true count', async () => {
  const { classes, classId } = await openGym();
  await classes.correct(classId, { attended: 9, note: 'counted twice', by: 'tk_abcd' });
  await classes.correct(classId, { attended: 10, note: null, by: 'command line' });
  expect(await classes.corrections(classId)).toMatchObject([
    { attended: 9, note: 'counted twice', by: 'tk_abcd', withdrawnBy: 'command line' },
    { attended: 10, note: null, by: 'command line', withdrawnBy: null },
  ]);
  await classes.addTrueCount({ classId, roomId: 'hall', people: 4 }, 'command line');
  const found = async () => [await classes.corrections(classId), await classes.trueCounts('north')];
  const before = await found();
  const other = entry('2', { name: 'Spin' });
  await classes.import('north', 'feed', parsed([other], COMPLETE));
  expect(await found()).toEqual([[], []]);
  await classes.import('north', 'feed', parsed([entry('1'), other], COMPLETE));
  expect(await found()).toEqual(before);
});

it('a true count replaces the one before and changes no figure of its class', async () => {
  const { classes, classId, dir, record } = await openGym();
  const before = await record();
  await classes.addTrueCount({ classId, roomId: 'hall', people: 3 }, 'command line');
  await classes.addTrueCount({ classId, roomId: 'hall', people: 4 }, 'command line');
  const counts = await classes.trueCounts('north');
  expect(counts).toMatchObject([{ classId, roomId: 'hall', people: 4, madeUtcMs: NOON }]);
  expect(await classes.trueCounts('south')).toEqual([]);
  expect(await record()).toEqual(before);
  const beside = await openHistoryForReading(dir);
  onTestFinished(() => beside.close());
  expect(await beside.classes.records('north', ALWAYS)).toEqual([before]);
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
