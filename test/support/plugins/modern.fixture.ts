/** Does what contract 2 allows, as its option says. */

import { once } from 'node:events';
import {
  type DetectOutput,
  defineDetector,
  type Frame,
  type Look,
} from '../../../detectors/detector.ts';
import type { DetectorEnv } from '../../../detectors/env.ts';
import { looking, PLUGIN_BASE } from './plugin-base.ts';

type Detect = (frame: Frame, look: Look) => DetectOutput | Promise<DetectOutput>;

const MODES: Readonly<Record<string, (env: DetectorEnv) => Detect | Promise<Detect>>> = {
  density: () => () => ({ density: { width: 2, height: 1, values: [1.5, 3] } }),
  count: () => () => ({ count: 23.4 }),
  log: (env) => () => {
    env.log.warn('all is dark', { lux: 3 });
    return { detections: [] };
  },
  child: (env) => {
    const track = env.spawn('sleep', ['600']).pid ?? 0;
    return () => ({ detections: [{ box: [0, 0, 9, 9], score: 1, label: 0, track }] });
  },
  onnx: async (env) => {
    const { provider } = await env.onnx('./detectors/person/person.onnx');
    const { compute } = env;
    return () => ({ detections: [], count: provider === compute.provider ? compute.threads : 0 });
  },
  hurry: () => async (_, look) => {
    await once(look.signal, 'abort');
    throw new Error('given up');
  },
};

export const detector = defineDetector({
  ...PLUGIN_BASE,
  name: 'modern',
  options: {
    type: 'object',
    properties: { mode: { enum: Object.keys(MODES), default: 'density' } },
  },
  create: async ({ mode }, env) => {
    return looking((await MODES[mode]?.(env)) ?? (() => ({ detections: [] })));
  },
});
