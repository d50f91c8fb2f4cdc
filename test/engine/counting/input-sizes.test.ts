import { afterEach, describe, expect, test } from 'vitest';
import type { CameraConfig } from '../../../config/config.ts';
import type { Size } from '../../../detectors/picture/fit.ts';
import { Counting } from '../../../engine/counting/counting.ts';
import { createCounts } from '../../../engine/counts/layout.ts';
import type { PostedFrame } from '../../../engine/frames/encoded-frame.ts';
import type { DetectorChoice, SampleTask } from '../../../engine/pool/messages.ts';
import { TurnoutError } from '../../../errors.ts';
import { FakeClock, settle } from '../../support/fake-clock.ts';
import { RecordedLog } from '../../support/recorded-log.ts';

const CHOICE: DetectorChoice = {
  plugin: 'yolox',
  options: { model: 'yolox-nano' },
  fromDir: '.',
  modelsDir: '.',
};

/** 16 ms for 416x416, as YOLOX-Nano takes, and 14 ms to decode. */
const US_A_PIXEL = 16_000 / 416 ** 2;

/** Cameras that send pictures, and a pool that only says at which size it would look. */
function room(
  options: {
    takesInput?: boolean;
    isResizable?: boolean;
    workers?: number;
    mostAutoPixels?: number;
  } = {},
) {
  const { takesInput = true, isResizable = true, workers = 1, mostAutoPixels = null } = options;
  const sizeOf = ({ options: { input } }: DetectorChoice): Size => {
    const [width = 416, height = 416] = String(input ?? '416x416')
      .split('x')
      .map(Number);
    return { width, height };
  };
  const picture = { width: 1280, height: 720 };
  const looks: string[] = [];
  type CountingPool = ConstructorParameters<typeof Counting>[0]['pool'];
  const pool: CountingPool = {
    workers,
    laneOf: () => ({ id: 'shared', kind: 'shared', reason: 'shipped', rssBytes: null }),
    retain: () => undefined,
    onStray: () => undefined,
    prepare: async (choice) => {
      if (!isResizable && choice.options['input'] !== undefined) {
        const parts = {
          where: 'model file',
          expected: 'a model that also runs at it',
          got: 'none',
        };
        throw new TurnoutError('model_shape_mismatch', parts);
      }
      const { plugin: name } = choice;
      const input = sizeOf(choice);
      return {
        name,
        version: '1.0.0',
        model: null,
        provider: null,
        isWeak: false,
        stateBytes: 0,
        input,
        takesInput,
        mostAutoPixels,
      };
    },
    sample: async ({ detector }: SampleTask) => {
      const { width, height } = sizeOf(detector);
      looks.push(`${width}x${height}`);
      const sample = { decodeUs: 14_000, detectUs: width * height * US_A_PIXEL };
      const outcome = { sample, boxes: [], frameSize: { ...picture }, picture: null };
      return outcome as unknown as Awaited<ReturnType<CountingPool['sample']>>;
    },
  };
  const clock = new FakeClock();
  const log = new RecordedLog();
  const counting = new Counting({
    pool,
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
  const sampling = { classPeriodMs: 5000, idlePeriodMs: 60_000 };
  const spec = (id: string, roomCapacity: number | null, more: object = {}, choice = CHOICE) => ({
    config: { id, url: `scene:${id}`, zones: [], sampling, ...more } as unknown as CameraConfig,
    roomCapacity,
    choice,
  });
  /** A picture of each camera, and the time until the next is due. */
  const watch = async (ids: readonly string[], times = 1) => {
    for (let time = 0; time < times; time += 1) {
      for (const id of ids) {
        const frame = { isForSample: true, passedOver: 0 } as PostedFrame;
        counting.deliver(id, frame);
      }
      await clock.advance(5000);
      await settle();
    }
  };
  const inputs = () => counting.detectors().map(({ input }) => `${input?.width}x${input?.height}`);
  return { counting, spec, watch, looks, inputs, picture, log };
}

let running: Counting | null = null;
afterEach(async () => running?.stop());

describe('a camera whose detector leaves its size open', () => {
  test.each([
    [8, '640x384'],
    [20, '832x480'],
    [30, '960x544'],
    [null, '832x480'],
  ])(
    'is looked at by the capacity of its room, %s, from the second picture on',
    async (capacity, size) => {
      const { counting, spec, watch, looks, inputs } = room();
      running = counting;
      await counting.apply([spec('hall', capacity)]);
      await settle();
      // Nobody knows before the first picture what it will be.
      expect(counting.inputPixels('hall')).toBeNull();
      await watch(['hall'], 3);
      const [width, height] = size.split('x').map(Number);
      expect(counting.inputPixels('hall')).toBe((width ?? 0) * (height ?? 0));
      expect(looks).toEqual(['416x416', size, size]);
      expect(inputs()).toEqual([size]);
    },
  );

  test('follows the form of its pictures when that changes while it runs', async () => {
    const { counting, spec, watch, looks, picture, log } = room();
    running = counting;
    await counting.apply([spec('hall', 20)]);
    await settle();
    await watch(['hall'], 2);
    Object.assign(picture, { width: 640, height: 480 });
    await watch(['hall'], 2);
    expect(looks).toEqual(['416x416', '832x480', '832x480', '736x576']);
    expect(log.of('input_chosen').map(({ fields }) => fields)).toEqual([
      { camera: 'hall', detector: 'yolox', input: '832x480' },
      { camera: 'hall', detector: 'yolox', input: '736x576' },
    ]);
  });

  test('keeps its size over a reload that leaves its detector, and takes the one of a changed room', async () => {
    const { counting, spec, watch, looks } = room();
    running = counting;
    await counting.apply([spec('hall', 20)]);
    await settle();
    await watch(['hall'], 2);
    await counting.apply([spec('hall', 20, { zones: [] })]);
    await watch(['hall'], 1);
    expect(looks.at(-1)).toBe('832x480');
    await counting.apply([spec('hall', 5)]);
    await watch(['hall'], 14);
    expect(looks.at(-1)).toBe('640x384');
  });

  test('is counted on at the size of the file where the model does not run at another', async () => {
    const { counting, spec, watch, looks, log } = room({ isResizable: false });
    running = counting;
    await counting.apply([spec('hall', 20)]);
    await settle();
    await watch(['hall'], 3);
    expect(looks).toEqual(['416x416', '416x416', '416x416']);
    expect(log.of('detector_passed_over')).toHaveLength(1);
  });
});

test('many cameras get what the workers can carry, and each of them is counted', async () => {
  const { counting, spec, watch, looks } = room();
  running = counting;
  const ids = Array.from({ length: 80 }, (_, at) => `camera-${at}`);
  await counting.apply(ids.map((id) => spec(id, 20)));
  await settle();
  await watch(ids, 16);
  const last = looks.slice(-80);
  expect(new Set(last)).toEqual(new Set(['640x384', '832x480']));
});

test('a size that is configured, and a detector without sizes, are left alone', async () => {
  const fixed = { ...CHOICE, options: { ...CHOICE.options, input: '640x640' } };
  const { counting, spec, watch, looks } = room();
  running = counting;
  await counting.apply([spec('hall', 20, {}, fixed)]);
  await settle();
  await watch(['hall'], 2);
  expect(looks).toEqual(['640x640', '640x640']);

  const own = room({ takesInput: false });
  await own.counting.apply([own.spec('hall', 20)]);
  await settle();
  await own.watch(['hall'], 2);
  expect(own.looks).toEqual(['416x416', '416x416']);
  await own.counting.stop();
});

test('a detector that counts worse on more pixels is given no more, however many people the room holds', async () => {
  const { counting, spec, watch, looks } = room({ mostAutoPixels: 832 * 480 });
  running = counting;
  await counting.apply([spec('hall', 30)]);
  await settle();
  await watch(['hall'], 3);
  expect(looks).toEqual(['416x416', '832x480', '832x480']);
});
