/** Evidence of a configured gym, over a real history: curves of samples and of minutes, versions, corrections, last hours. */

import { beforeEach, expect, it } from 'vitest';
import { countedEvidence, type GymEvidence } from '../../../service/evidence/evidence.ts';
import { UNSEEN } from '../../../service/gyms/evaluator.ts';
import { GymClasses } from '../../../service/gyms/gym-classes.ts';
import type { History } from '../../../store/history/history.ts';
import { entry, parsed } from '../../store/history/classes/entries.fixture.ts';
import { openTestHistory, samplesFrom, stored } from '../../store/history/folder.fixture.ts';
import { gymConfigOf } from '../../support/config.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { DAY_MS, MINUTE_MS } from '../../support/times.ts';

const START = Date.UTC(2026, 0, 15, 8);
const END = START + 45 * MINUTE_MS;
const GYM = gymConfigOf({
  attendance: { staff: 1 },
  rooms: [
    { id: 'hall', name: 'Hall', capacity: 20, cameras: [{ id: 'cam', url: 'scene:a' }] },
    { id: 'yard', name: 'Yard' },
  ],
});

let clock: FakeClock;
let history: History;
let classes: GymClasses;
let evidence: GymEvidence;

/** @returns the id of a class that is in the view. */
async function learn(room: string): Promise<string> {
  const times = { startsUtcMs: START, endsUtcMs: END };
  const entries = [entry('one', { name: 'Spin', room, ...times })];
  await history.classes.import('gym', 'file', parsed(entries));
  await classes.load();
  return classes.view().sessions[0]?.id ?? '';
}

beforeEach(async () => {
  clock = new FakeClock(END + 5 * MINUTE_MS);
  ({ history } = await openTestHistory());
  classes = new GymClasses({ gym: GYM, store: history.classes, cameras: () => null, clock });
  const classesOf = (id: string) => (id === 'gym' ? classes : undefined);
  evidence = countedEvidence({ classes: history.classes, counts: history, classesOf, clock });
});

/** Every 20 s from 10 minutes before the class on, but for the minutes that are left out. */
async function count(people: (minute: number) => number | null): Promise<void> {
  const samples = samplesFrom(START - 10 * MINUTE_MS, 20_000, 3 * 60, (at) => ({
    count: people(at / 3 - 10),
  }));
  const seen = samples.filter((one) => one.count !== null);
  await stored(history, seen, 'cam');
}

it('a session has its curve from ten minutes before the start to now, with gaps and their reason', async () => {
  const id = await learn('Hall');
  await count((minute) => (minute < 0 ? 0 : minute >= 20 && minute < 22 ? null : 12));
  const found = await evidence.session(classes.view(), id);
  const counts = found?.minutes.map((one) => one.count);
  expect(counts).toHaveLength(60);
  expect(counts?.slice(8, 12)).toEqual([0, 0, 12, 12]);
  const [seen, lost] = [
    { count: 12, reason: null },
    { count: null, reason: 'camera_outage' },
  ];
  expect(found?.minutes.slice(29, 33)).toEqual([seen, lost, lost, seen]);
});

it('a session keeps its curve where only minutes are left of its samples', async () => {
  const id = await learn('Hall');
  await count(() => 9);
  const counts = { samples: async () => [], minutes: history.minutes };
  const parts = { classes: history.classes, classesOf: () => classes, clock };
  const found = await countedEvidence({ counts, ...parts }).session(classes.view(), id);
  expect(found?.minutes.slice(0, 59).every((one) => one.count === 9)).toBe(true);
});

it('a session is found long after it has left the view', async () => {
  const id = await learn('Hall');
  await clock.advance(60 * DAY_MS);
  await classes.load();
  expect(classes.view().sessions).toEqual([]);
  const found = await evidence.session(classes.view(), id);
  expect(found?.session).toMatchObject({ id, roomId: 'hall', capacity: 20 });
  expect(found?.minutes.every(({ reason }) => reason === 'no_samples')).toBe(true);
});

it('a session has no curve once its counts are no longer stored', async () => {
  const classId = await learn('Hall');
  const estimate = { ...UNSEEN, figures: { samples: 90 } };
  await history.classes.recordEstimates([{ classId, estimate }]);
  expect((await evidence.session(classes.view(), classId))?.minutes).toEqual([]);
});

it('the newest version of a session that runs is what it has now, and is not stored', async () => {
  const id = await learn('Hall');
  classes.setRunning(new Map([[id, { ...UNSEEN, attended: 7 }]]));
  const found = await evidence.session(classes.view(), id);
  expect(found?.versions).toMatchObject([{ attended: 7, computedUtcMs: null }]);
});

it('a session in a room without a camera says so, and one that is to come has no curve', async () => {
  const id = await learn('Yard');
  const [first] = (await evidence.session(classes.view(), id))?.minutes ?? [];
  expect(first).toEqual({ count: null, reason: 'no_camera' });
  clock.stepWallClock(START - DAY_MS - clock.nowUtcMs());
  expect((await evidence.session(classes.view(), id))?.minutes).toEqual([]);
});

it('a session of another gym, or of none, is not there', async () => {
  const id = await learn('Hall');
  const view = classes.view();
  expect(await evidence.session(view, 'nothing')).toBeNull();
  expect(await evidence.session({ ...view, gym: { ...view.gym, id: 'rival' } }, id)).toBeNull();
});

it('the last hour has sixty whole minutes of each room, staff off while a class runs', async () => {
  await learn('Hall');
  await count((minute) => (minute >= 20 && minute < 22 ? null : 12));
  const { fromUtcMs, counts } = await evidence.lastHour(classes.view());
  expect(fromUtcMs).toBe(END + 5 * MINUTE_MS - 60 * MINUTE_MS);
  const hall = counts.get('hall') ?? [];
  expect(hall).toHaveLength(60);
  // From minute -10 of the class on.
  const seen = [9, 10, 30, 32, 54, 56].map((minute) => hall[minute]);
  expect(seen).toEqual([12, 11, null, 11, 11, 12]);
  expect(counts.get('yard')?.every((one) => one === null)).toBe(true);
});
