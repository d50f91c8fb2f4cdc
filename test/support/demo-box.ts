/** A box with six weeks of the demo's classes in a real history, its evaluator and its server, at a fixed instant. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Batch } from '../../chain/sync.ts';
import type { GymConfig } from '../../config/config.ts';
import { readEnvironment } from '../../config/environment.ts';
import { demoConfig } from '../../config/load.ts';
import type { ClassSession } from '../../gym/sessions/session.ts';
import { silentLog } from '../../runtime/log/log.ts';
import { seedDemo } from '../../service/demo/seed.ts';
import { countedEvidence } from '../../service/evidence/evidence.ts';
import { evidenceOf } from '../../service/evidence/sample.ts';
import { historyEstimator } from '../../service/gyms/estimates/history-estimator.ts';
import { createGyms } from '../../service/gyms/gyms.ts';
import { settingsOf } from '../../service/line/box-report.ts';
import { openAccess } from '../../store/access/access.ts';
import { type History, openHistory } from '../../store/history/history.ts';
import { FakeClock } from './fake-clock.ts';
import { openServer } from './open-server.ts';
import { entryOf, parsed } from './schedules.ts';
import { HOUR_MS } from './times.ts';
import { until } from './until.ts';

/** 22:40 in London: all classes of the day are over. */
export const NOW_UTC_MS = Date.UTC(2026, 10, 20, 22, 40);

export type DemoBox = Awaited<ReturnType<typeof startDemoBox>>;

/** @param id of its gym. @param unseen rooms from which the cameras are taken. */
export async function startDemoBox(id: string, unseen: readonly string[] = []) {
  const dir = await mkdtemp(join(tmpdir(), 'turnout-box-'));
  const clock = new FakeClock(NOW_UTC_MS - 3 * HOUR_MS);
  const config = demoConfig(readEnvironment({}), clock.nowUtcMs());
  const demo = config.gyms[0]!;
  const rooms = demo.rooms.map((room) =>
    unseen.includes(room.id) ? { ...room, cameras: [] } : room,
  );
  const gym = { ...demo, id, rooms };
  const history = await openHistory({ dir, clock, log: silentLog });
  const store = history.classes;
  const nowUtcMs = clock.nowUtcMs();
  await seedDemo({ gym: { ...demo, id }, store, startedUtcMs: nowUtcMs, nowUtcMs });
  // Classes of the timetable alone.
  const live = (await store.imports(id)).find(({ sourceId }) => sourceId === 'demo-live');
  if (live !== undefined) await store.undoImport(id, live.number, { by: 'test', takesRest: true });
  clock.stepWallClock(3 * HOUR_MS);
  await importExtra(history, gym);
  const estimator = historyEstimator(dir);
  const seen = { isWeak: false, isDensity: false, inputPixels: 1e9 };
  const traits = { counted: () => seen, gopMs: () => null };
  const around = { clock, timers: clock, log: silentLog };
  const gyms = createGyms({ store, estimator, traits, cameras: () => null, ...around });
  await gyms.apply([gym], Number.POSITIVE_INFINITY);
  // One look: what is over is estimated, what no camera sees is said.
  await clock.advance(1_000);
  const isKnown = ({ isCancelled, endsUtcMs, attendance }: ClassSession) =>
    isCancelled || endsUtcMs >= NOW_UTC_MS || attendance !== null;
  await until(() => gyms.view(id)?.sessions.every(isKnown) === true);
  // The next look finds them stored.
  await clock.advance(31_000);
  await until(() =>
    [...(gyms.classesOf(id)?.running.values() ?? [])].every(({ method }) => method === 'none'),
  );
  const access = await openAccess({
    history,
    config: () => ({ gyms: [gym], access: config.access }),
    clock,
    log: silentLog,
  });
  const classesOf = (gymId: string) => gyms.classesOf(gymId);
  const counted = countedEvidence({ classes: store, counts: history, classesOf, clock });
  const server = await openServer({ gyms, evidence: evidenceOf(counted), access, clock });
  return {
    gym,
    history,
    access,
    clock,
    server,
    gyms,
    close: async () => {
      await server.close();
      await gyms.stop();
      await access.close();
      await history.close();
      await rm(dir, { recursive: true });
    },
  };
}

/** Classes of today that no camera has seen: in each room, and in one that is not configured. */
async function importExtra({ classes }: History, { id, rooms }: GymConfig): Promise<void> {
  const about = { trainer: { externalId: null, name: 'Žofie Dvořák' }, booked: 7 };
  const startsUtcMs = Date.UTC(2026, 10, 20, 20, 40);
  const entries = [...rooms.map(({ name }) => name), 'Garden'].map((room) =>
    entryOf(room, { ...about, startsUtcMs, name: `Stretching in ${room}`, room }),
  );
  await classes.import(id, 'extra', parsed(entries));
}

/** All that the box has to send, from the beginning: as it sends it once it has joined, in this order. */
export async function sentBy({ history, gym, clock }: DemoBox): Promise<readonly Batch[]> {
  const { outbox } = history;
  await outbox.link(gym.id, { run: 'r_1', afterSeq: 0 });
  await outbox.share(gym.id, settingsOf(gym));
  const batches: Batch[] = [];
  for (;;) {
    const waiting = await outbox.waiting(gym.id, 200);
    if (waiting === null || waiting.changes.length === 0) return batches;
    const { link, changes, hasMore } = waiting;
    const to_seq = hasMore ? (changes.at(-1)?.seq ?? 0) : link.lastSeq;
    const box = { v: 1 as const, gym: gym.id, run: 'r_1', runs_before: [], app: '1.2.3' };
    const whole = { base_seq: link.baseSeq, whole_seq: link.wholeSeq };
    const sent = { sent_utc_ms: clock.nowUtcMs(), skew_ms: 0 };
    const nothing = { status: null, rooms: null, digests: null };
    const from_seq = link.cursorSeq + 1;
    batches.push({ ...box, ...whole, ...sent, ...nothing, from_seq, to_seq, changes });
    await outbox.moveCursor(gym.id, to_seq);
  }
}
