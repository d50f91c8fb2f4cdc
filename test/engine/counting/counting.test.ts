import { expect, test } from 'vitest';
import type { DetectorChoice } from '../../../engine/pool/messages.ts';
import { coded } from '../../support/an-error.ts';
import { choiceOf } from '../pool/pool.fixture.ts';
import { countingRoom } from './counting.fixture.ts';

const CHOICE = choiceOf('yolox', { options: { model: 'yolox-nano' } });

/** 16 ms for 416x416, as YOLOX-Nano takes, and 14 ms to decode. */
const US_A_PIXEL = 16_000 / 416 ** 2;

function sizeOf({ options: { input } }: DetectorChoice) {
  const sides = String(input ?? '416x416').split('x');
  const [width = 416, height = 416] = sides.map(Number);
  return { width, height };
}

/** Cameras that send pictures, and a pool that only says at which size it would look. */
function room({ takesInput = true, isResizable = true } = {}) {
  const picture = { width: 1280, height: 720 };
  const looks: string[] = [];
  const { counting, log, apply, deliver, pass } = countingRoom({
    facts: (choice) => {
      if (!isResizable && choice.options['input'] !== undefined) {
        throw coded('model_shape_mismatch');
      }
      return { input: sizeOf(choice), takesInput };
    },
    look: ({ detector }) => {
      const { width, height } = sizeOf(detector);
      looks.push(`${width}x${height}`);
      const sample = { decodeUs: 14_000, detectUs: width * height * US_A_PIXEL };
      return { sample, frameSize: { ...picture } };
    },
  });
  /** A picture of the hall, and the time until the next is due. */
  const watch = async (times: number) => {
    for (let time = 0; time < times; time += 1) {
      deliver('hall');
      await pass(5000);
    }
  };
  const inputs = () => counting.detectors().map(({ input }) => `${input?.width}x${input?.height}`);
  return { counting, apply, deliver, watch, looks, inputs, picture, log };
}

test('a camera of an open size is looked at by the capacity of its room from the second picture on', async () => {
  const { counting, apply, watch, looks, inputs } = room();
  await apply(CHOICE, { hall: 30 });
  // Nobody knows before the first picture what it will be.
  expect(counting.get('hall')?.inputPixels).toBeNull();
  await watch(3);
  expect(counting.get('hall')?.inputPixels).toBe(960 * 544);
  expect(looks).toEqual(['416x416', '960x544', '960x544']);
  expect(inputs()).toEqual(['960x544']);
});

test('a camera of an open size is given no other detector once counting stops', async () => {
  const { counting, apply, deliver, inputs } = room();
  await apply(CHOICE, { hall: 30 });
  deliver('hall');
  await counting.stop();
  expect(inputs()).toEqual(['416x416']);
});

test('a camera of an open size follows the form of its pictures when that changes while it runs', async () => {
  const { apply, watch, looks, picture, log } = room();
  await apply(CHOICE, { hall: 20 });
  await watch(2);
  Object.assign(picture, { width: 640, height: 480 });
  await watch(2);
  expect(looks).toEqual(['416x416', '832x480', '832x480', '736x576']);
  expect(log.of('input_chosen').map(({ fields }) => fields)).toEqual([
    { camera: 'hall', detector: 'yolox', input: '832x480' },
    { camera: 'hall', detector: 'yolox', input: '736x576' },
  ]);
});

test('a camera of an open size keeps its size over a reload that leaves its detector, and takes the one of a changed room', async () => {
  const { apply, watch, looks } = room();
  await apply(CHOICE, { hall: 20 });
  await watch(2);
  await apply(CHOICE, { hall: 20 }, { zones: [] });
  await watch(1);
  expect(looks.at(-1)).toBe('832x480');
  await apply(CHOICE, { hall: 5 });
  await watch(14);
  expect(looks.at(-1)).toBe('640x384');
});

test('a camera of an open size is counted on at the size of the file where the model does not run at another', async () => {
  const { apply, watch, looks, log } = room({ isResizable: false });
  await apply(CHOICE, { hall: 20 });
  await watch(3);
  expect(looks).toEqual(['416x416', '416x416', '416x416']);
  expect(log.of('detector_passed_over')).toHaveLength(1);
});

test.each([
  ['that is configured', { input: '640x640' }, {}, '640x640'],
  ['of a detector without sizes', {}, { takesInput: false }, '416x416'],
])('a size %s is left alone', async (_, options, parts, size) => {
  const { apply, watch, looks } = room(parts);
  await apply({ ...CHOICE, options: { ...CHOICE.options, ...options } }, { hall: 20 });
  await watch(2);
  expect(looks).toEqual([size, size]);
});

/** A camera with a plugin whose option `least_score` may be at most 1. */
function counted() {
  const looked: unknown[] = [];
  const { counting, apply, deliver, pass } = countingRoom({
    facts: ({ options }) => {
      if (Number(options['least_score']) > 1) {
        const where = 'options of detector mine: least_score';
        throw coded('detector_options_invalid', { where, expected: '<= 1', got: '7' });
      }
      return { name: 'mine' };
    },
    look: ({ detector }) => {
      looked.push(detector.options['least_score']);
      return { sample: { decodeUs: 1, detectUs: 1 }, frameSize: { width: 64, height: 64 } };
    },
  });
  const configure = (score: number) =>
    apply(choiceOf('yolox', { options: { least_score: score } }), { hall: null });
  const look = async () => {
    deliver('hall');
    await pass(5000);
    return looked.at(-1);
  };
  return { counting, configure, look };
}

test('a wrong option leaves the old detector at work, and is a fault of the configuration until it is changed, or changed back', async () => {
  const { counting, configure, look } = counted();
  const refused = 'options of detector mine: least_score: expected <= 1, got 7';
  for (const score of [0.5, 7, 0.5, 7, 0.7]) {
    const before = await look();
    await configure(score);
    expect(await look()).toBe(score === 7 ? before : score);
    expect(counting.configurationFaults()).toEqual(score === 7 ? [refused] : []);
  }
  expect(counting.detectors()).toHaveLength(1);
});
