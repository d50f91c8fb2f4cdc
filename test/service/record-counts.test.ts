import { describe, expect, it } from 'vitest';
import { createCounts, createSampleTarget } from '../../engine/counts/layout.ts';
import { openReader } from '../../engine/counts/reader.ts';
import { openSlots, openWriter, type SlotOwner } from '../../engine/counts/writer.ts';
import { silentLog } from '../../runtime/log/log.ts';
import { recordCounts } from '../../service/record-counts.ts';
import type { StoredSample } from '../../store/history/samples/samples.ts';
import { NOON } from '../store/history/folder.fixture.ts';

const RING = 8;

/** A counts store with a recorder over it, writing into `append`. */
function createScene() {
  const buffer = createCounts({ slots: 2, ring: RING });
  const slots = openSlots(buffer);
  const writer = openWriter(buffer);
  const owners = new Map<string, SlotOwner>();
  const stored: [string, number | null][] = [];
  const recorder = recordCounts({
    reader: openReader(buffer),
    history: {
      append: (id: string, samples: readonly StoredSample[]) => {
        stored.push(...samples.map((one): [string, number | null] => [id, one.count]));
      },
      flush: async () => true,
    },
    owners: () => owners.values(),
    log: silentLog,
    signal: new AbortController().signal,
    periodMs: 3_600_000,
  });
  return {
    recorder,
    stored,
    add: (cameraId: string, slot: number) => {
      owners.set(cameraId, { cameraId, slot, generation: slots.claim(slot) });
    },
    remove: (cameraId: string) => {
      slots.release(owners.get(cameraId)?.slot ?? 0);
      owners.delete(cameraId);
    },
    count: (cameraId: string, count: number) => {
      const owner = owners.get(cameraId);
      const sample = { ...createSampleTarget(), atUtcMs: NOON + count, count };
      writer.write(owner?.slot ?? 0, owner?.generation ?? 0, sample);
    },
  };
}

describe('recording counts', () => {
  it('never gives one camera the samples of another that had its slot', () => {
    const scene = createScene();
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
    expect(scene.recorder.missed()).toBe(0);
  });

  it('counts what it came too late for', () => {
    const scene = createScene();
    scene.add('hall', 0);
    scene.recorder.drain();
    for (let count = 1; count <= RING + 3; count += 1) {
      scene.count('hall', count);
    }
    scene.recorder.drain();
    expect(scene.stored).toHaveLength(RING);
    expect(scene.recorder.missed()).toBe(3);
  });
});
