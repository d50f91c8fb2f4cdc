/** Misbehaves as its option says; looks at the frame like any other plugin otherwise. */

import { execFileSync } from 'node:child_process';
import { Type } from 'typebox';
import { type DetectOutput, defineDetector } from '../../../detectors/detector.ts';
import { looking, PLUGIN_BASE } from './plugin-base.ts';

function spin(): never {
  console.log('spinning');
  for (;;) Math.random();
}

/** What a leak holds for ever. */
const hoarded: Buffer[] = [];

const MISDEEDS: Readonly<Record<string, () => unknown>> = {
  throw: () => {
    throw new Error('the plugin broke');
  },
  spin,
  hoard: () => {
    const hoard: number[][] = [];
    for (;;) hoard.push(Array.from({ length: 100_000 }, Math.random));
  },
  // A leak outside the heap.
  leak_native: () => {
    hoarded.push(Buffer.alloc(100 * 2 ** 20, 1));
    return { detections: [] };
  },
  exit: () => process.exit(3),
  abort: () => process.abort(),
  chdir: () => process.chdir('/'),
  kill: () => process.kill(process.pid, 'SIGTERM'),
  kill_parent: () => process.kill(process.ppid, 'SIGTERM'),
  // As a native crash ends a process: by a signal that nothing in it can catch.
  crash: () => {
    execFileSync('kill', ['-SEGV', String(process.pid)]);
    spin();
  },
  flood: () => ({
    detections: Array.from({ length: 200_000 }, () => ({ box: [0, 0, 4, 4], score: 1, label: 0 })),
  }),
  print: () => {
    for (let line = 0; line < 1_000; line += 1) console.log(`line ${line}`);
    return { detections: [] };
  },
  nonsense: () => ({ detections: [{ box: [0, 0, Number.NaN, 4], score: 2, label: 7 }] }),
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
    misdeed: Type.String({ default: 'throw', description: 'What to do wrong.' }),
    /** Frames at least this bright are looked at properly. */
    good_from: Type.Number({ default: 256, description: 'Brightness, 0..256.' }),
  }),
  create: async ({ misdeed, good_from }) => {
    if (misdeed === 'spin_create') spin();
    return looking(({ pixels }) => {
      if ((pixels[0] ?? 0) >= good_from) return { detections: [] };
      return MISDEEDS[misdeed]?.() as DetectOutput;
    });
  },
});
