/**
 * The bare parts of a sample in a process of its own: what the machine gives two programs that share nothing. Forked with
 * a model and a clip; for each number that comes it decodes, scales and runs the model that many times, then answers.
 */

import assert from 'node:assert/strict';
import { setPriority } from 'node:os';
import ort from 'onnxruntime-node';
import { keyframesOf } from '../../test/support/keyframes.ts';
import { BareDecoder, BareModel } from './bare-sample.ts';

const [, , model = '', clip = '', niceness = ''] = process.argv;
setPriority(Number(niceness));
const bare = await BareModel.open(model);
const frames = await keyframesOf(clip, 0);
const decoder = new BareDecoder(416, 234);
const tensor = new ort.Tensor('float32', new Float32Array(3 * 416 * 416), [1, 3, 416, 416]);

process.on('message', (samples: number) => void sampleTimes(samples));
process.send?.('ready');

async function sampleTimes(samples: number): Promise<void> {
  for (let sample = 0; sample < samples; sample += 1) {
    const frame = frames[sample % frames.length];
    assert.ok(frame !== undefined);
    decoder.decode(frame.data);
    decoder.scale();
    await bare.run(tensor);
  }
  process.send?.('done');
}
