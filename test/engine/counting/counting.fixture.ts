/** Cameras that are counted by a pool which a test makes up, with time that it turns. */

import { onTestFinished } from 'vitest';
import type { CameraConfig } from '../../../config/config.ts';
import { Counting } from '../../../engine/counting/counting.ts';
import { createCounts } from '../../../engine/counts/layout.ts';
import type { PostedFrame } from '../../../engine/frames/decoder.ts';
import type { DetectorChoice, SampleTask } from '../../../engine/pool/messages.ts';
import type { DetectorFacts } from '../../../engine/pool/sampler.ts';
import { FakeClock, settle } from '../../support/fake-clock.ts';
import { RecordedLog } from '../../support/recorded-log.ts';
import { FACTS, POOL } from '../pool/pool.fixture.ts';

interface RoomParts {
  readonly classPeriodMs?: number;
  /** What is not as in {@link countingRoom}; may throw. */
  readonly facts?: (choice: DetectorChoice) => Partial<DetectorFacts>;
  /** What a look gives beside no boxes and no picture. */
  readonly look: (task: SampleTask) => object | Promise<object>;
}

export function countingRoom(parts: RoomParts) {
  const { classPeriodMs = 5000, facts = () => ({}), look } = parts;
  const [clock, log] = [new FakeClock(), new RecordedLog()];
  const counting = new Counting({
    pool: {
      ...POOL,
      prepare: async (choice) => {
        const input = { width: 416, height: 416 };
        return { ...FACTS, name: choice.plugin, input, ...facts(choice) };
      },
      sample: async (task) => ({ boxes: [], picture: null, ...(await look(task)) }) as never,
    },
    clock,
    timers: clock,
    log,
    counts: createCounts({ slots: 128 }),
    gopMs: () => 1000,
    isClassTime: () => true,
    falsePlaces: () => [],
    onSample: () => 0,
    onFault: (_, error) => {
      throw error;
    },
    onRelease: () => undefined,
  });
  onTestFinished(() => counting.stop());
  const sampling = { classPeriodMs, idlePeriodMs: 60_000 };
  return {
    counting,
    log,
    apply: async (choice: DetectorChoice, cameras: Record<string, number | null>, more = {}) => {
      await counting.apply(
        Object.entries(cameras).map(([id, roomCapacity]) => ({
          config: { id, url: `scene:${id}`, zones: [], sampling, ...more } as never as CameraConfig,
          roomCapacity,
          choice,
        })),
      );
      await settle();
    },
    deliver: (id: string, isForSample = true) =>
      counting.deliver(id, { isForSample, passedOver: 0 } as PostedFrame),
    pass: async (ms: number) => {
      await settle();
      await clock.advance(ms);
      await settle();
    },
  };
}
