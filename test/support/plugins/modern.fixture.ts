/** Does what contract 2 allows, as its option says. */

import { once } from 'node:events';
import type { DetectorEnv } from '../../../detectors/detector.ts';
import {
  type DetectOutput,
  defineDetector,
  type Frame,
  type Look,
} from '../../../detectors/detector.ts';
import { PLUGIN_BASE, TINY_INPUT } from './plugin-base.ts';

type Detect = (frame: Frame, look: Look) => DetectOutput | Promise<DetectOutput>;

let looks = 0;

const MODES: Readonly<Record<string, (env: DetectorEnv) => Detect | Promise<Detect>>> = {
  density: () => () => ({ detections: [], density: { width: 2, height: 1, values: [1.5, 3] } }),
  count: () => () => ({ detections: [], count: 23.4 }),
  unknown: () => () => ({ detections: [], counts: 3 }) as never,
  log: (env) => () => {
    env.log.warn('all is dark', { lux: 3 });
    return { detections: [] };
  },
  child: (env) => {
    const track = env.spawn('sleep', ['600']).pid ?? 0;
    return () => ({ detections: [{ box: [0, 0, 9, 9], score: 1, label: 0, track }] });
  },
  inner: async (env) => {
    const inner = await env.detector('./test/support/plugins/bright-spots.mjs');
    return (frame, look) => inner.detect(frame, [0, 0, 16, 16], look);
  },
  onnx: async (env) => {
    const { provider } = await env.onnx('./detectors/person/person.onnx');
    const { compute } = env;
    return () => ({ detections: [], count: provider === compute.provider ? compute.threads : 0 });
  },
  // Ends when four of them wait at once.
  wait: () => async () => {
    looks += 1;
    while (looks < 4) await new Promise((resolve) => setImmediate(resolve));
    return { detections: [], count: looks };
  },
  hurry: () => async (_, look) => {
    await once(look.signal, 'abort');
    throw new Error('given up');
  },
  warm:
    () =>
    ({ pixels, unit }) => {
      const warm = pixels.filter((word: number) => word > 30_000).length;
      return { detections: [], count: unit === 'centikelvin' ? warm : 0 };
    },
};

export const detector = defineDetector({
  ...PLUGIN_BASE,
  name: 'modern',
  keypoints: ['left_ankle', 'right_ankle'],
  options: {
    type: 'object',
    properties: { mode: { enum: Object.keys(MODES), default: 'density' } },
  },
  maxAtOnce: 4,
  create: async ({ mode }, env) => {
    const values = mode === 'warm' ? 'uint16-hwc' : 'uint8-hwc';
    const detect = (await MODES[mode]?.(env)) ?? (() => ({ detections: [] }));
    return { input: { ...TINY_INPUT, values }, detect, close: () => undefined };
  },
});
