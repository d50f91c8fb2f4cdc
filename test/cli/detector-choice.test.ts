import { expect, it } from 'vitest';
import { detectorOf } from '../../cli/analyze.ts';
import { world } from './world.ts';

const { context } = world([]);
const CONFIGURED = { './mine.mjs': { score: 0.3, mode: 'fast', size: 1 } };

it('the detector of a command has its configured options, then those of the camera, then what the command is given', async () => {
  const wanted = {
    detector: './mine.mjs',
    ofCamera: { mode: 'slow', size: 2 },
    options: '{"size":3}',
    model: 'people.onnx',
  };
  const { plugin, options } = await detectorOf(context, wanted, { options: CONFIGURED });
  expect(plugin).toBe('./mine.mjs');
  expect(options).toEqual({ score: 0.3, mode: 'slow', size: 3, model: 'people.onnx' });
});

it.each([
  [{ options: '{"size":3}' }, /--options: expected --detector together with --options/],
  [{ model: 'people.onnx' }, /--model: expected --detector together with --model/],
  [{ detector: 'person', options: '[1]' }, /--options: expected a JSON object, got \[1\]/],
  [{ detector: 'person', options: '{size}' }, /--options: expected a JSON object/],
])('the detector of a command is refused: %j', async (wanted, fault) => {
  await expect(detectorOf(context, wanted)).rejects.toThrow(fault);
});
