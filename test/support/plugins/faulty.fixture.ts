/** Misbehaves as its option says; looks at the frame like any other plugin otherwise. */

import { Type } from 'typebox';
import { type DetectOutput, defineDetector } from '../../../detectors/index.ts';
import { PLUGIN_BASE, TINY_INPUT } from './plugin-base.ts';

const MISDEEDS: Readonly<Record<string, () => unknown>> = {
  none: () => ({ detections: [] }),
  throw: () => {
    throw new Error('the plugin broke');
  },
  spin: () => {
    for (;;) Math.random();
  },
  hoard: () => {
    const hoard: number[][] = [];
    for (;;) hoard.push(Array.from({ length: 100_000 }, Math.random));
  },
  nonsense: () => ({ detections: [{ box: [0, 0, Number.NaN, 4], score: 2, label: 7 }] }),
  nothing: () => undefined,
  never: () => new Promise(() => undefined),
  late: () => {
    void Promise.reject(new Error('left behind'));
    setImmediate(() => {
      throw new Error('left behind');
    });
    return { detections: [] };
  },
};

export const detector = defineDetector({
  ...PLUGIN_BASE,
  name: 'faulty',
  options: Type.Object({
    misdeed: Type.String({ default: 'none', description: 'What to do wrong.' }),
    /** Frames at least this bright are looked at properly. */
    good_from: Type.Number({ default: 256, description: 'Brightness, 0..256.' }),
  }),
  create: async ({ misdeed, good_from }) => ({
    input: TINY_INPUT,
    detect: ({ pixels }) => {
      if ((pixels[0] ?? 0) >= good_from) return { detections: [] };
      return MISDEEDS[misdeed]?.() as DetectOutput;
    },
    close: () => undefined,
  }),
});
