import { expect, it, onTestFinished } from 'vitest';
import { createCounts, createSampleTarget } from '../../engine/counts/layout.ts';
import { openReader } from '../../engine/counts/reader.ts';
import { openSlots, openWriter, type SlotOwner } from '../../engine/counts/writer.ts';
import { systemClock } from '../../runtime/clock.ts';
import { recordCounts } from '../../service/record-counts.ts';
import { type History, openHistoryForReading } from '../../store/history/history.ts';
import type { StoredSample } from '../../store/history/samples/samples.ts';
import { ALWAYS, NOON, openTestHistory } from '../store/history/folder.fixture.ts';
import { RecordedLog } from '../support/recorded-log.ts';
import { until } from '../support/until.ts';

/** A counts store with a recorder over it. Without a history it takes samples by hand alone. */
function createScene(ring: number, history?: History) {
  const buffer = createCounts({ slots: 2, ring });
  const slots = openSlots(buffer);
  const writer = openWriter(buffer);
  const owners = new Map<string, SlotOwner>();
  const stored: [string, number | null][] = [];
  const fake = {
    append: (id: string, samples: readonly StoredSample[]) => {
      for (const { count } of samples) stored.push([id, count]);
    },
    flush: async () => true,
  };
  const log = new RecordedLog();
  const stopping = new AbortController();
  const recorder = recordCounts({
    reader: openReader(buffer),
    owners: () => owners.values(),
    log,
    signal: stopping.signal,
    history: history ?? fake,
  });
  onTestFinished(() => {
    stopping.abort();
    return recorder.finished;
  });
  return {
    recorder,
    stored,
    missed: () => log.of('samples_missed'),
    add: (cameraId: string, slot: number) => {
      owners.set(cameraId, { cameraId, slot, generation: slots.claim(slot) });
    },
    remove: (cameraId: string) => {
      slots.release(owners.get(cameraId)?.slot ?? 0);
      owners.delete(cameraId);
    },
    count: (cameraId: string, count: number, atUtcMs = NOON + count) => {
      const owner = owners.get(cameraId);
      const sample = { ...createSampleTarget(), atUtcMs, count };
      writer.write(owner?.slot ?? 0, owner?.generation ?? 0, sample);
    },
  };
}

it('recording counts never gives one camera the samples of another that had its slot', () => {
  const scene = createScene(8);
  scene.add('hall', 0);
  scene.count('hall', 1);
  scene.recorder.drain();
  scene.count('hall', 2);
  scene.recorder.drain();
  scene.remove('hall');
  scene.add('studio', 0);
  scene.count('studio', 100);
  scene.recorder.drain();
  expect(scene.stored).toEqual([
    ['hall', 1],
    ['hall', 2],
    ['studio', 100],
  ]);
  expect(scene.missed()).toEqual([]);
});

it('recording counts tells what it came too late for', () => {
  const scene = createScene(8);
  scene.add('hall', 0);
  scene.recorder.drain();
  for (let count = 1; count <= 8 + 3; count += 1) scene.count('hall', count);
  scene.recorder.drain();
  expect(scene.stored).toHaveLength(8);
  expect(scene.missed()).toMatchObject([{ fields: { camera: 'hall', samples: 3 } }]);
});

/** The promise: a crash costs at most the last second. */
const LOST_MS = 1_000;

it('a process that is killed loses at most the last second of samples, and nothing before', async () => {
  const { history, dir } = await openTestHistory({ clock: systemClock });
  const { add, count } = createScene(1_024, history);
  add('hall', 0);
  const counted: number[] = [];
  await until(() => {
    const atUtcMs = Math.max(Date.now(), (counted.at(-1) ?? 0) + 1);
    counted.push(atUtcMs);
    count('hall', 1, atUtcMs);
    return counted.length > 100 && atUtcMs - (counted[0] ?? 0) > 2_900;
  });
  const due = counted.filter((atUtcMs) => atUtcMs < Date.now() - LOST_MS);
  // What another program reads now is what a kill would leave.
  const left = await openHistoryForReading(dir);
  onTestFinished(() => left.close());
  const stored = (await left.samples('hall', ALWAYS)).map(({ atUtcMs }) => atUtcMs);
  expect(due.length).toBeGreaterThan(20);
  expect(stored.slice(0, due.length)).toEqual(due);
});
