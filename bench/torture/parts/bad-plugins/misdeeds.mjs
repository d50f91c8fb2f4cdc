/** A plugin that does one bad thing, as its option says. Plain JavaScript, as a stranger would write it. */

import { execFileSync } from 'node:child_process';
import { pbkdf2Sync } from 'node:crypto';

const hoard = [];
const nothing = { detections: [] };

const MISDEEDS = {
  throw: () => {
    throw new Error('the plugin broke');
  },
  spin: () => {
    for (;;) Math.random();
  },
  // Never back from native code, where no thread can be ended.
  spin_native: () => pbkdf2Sync('a', 'b', 2_000_000_000, 64, 'sha512'),
  leak_heap: () => {
    for (let times = 0; times < 100; times += 1) {
      hoard.push(Array.from({ length: 100_000 }, Math.random));
    }
    return nothing;
  },
  leak_native: () => {
    hoard.push(Buffer.alloc(400 * 2 ** 20, 1));
    return nothing;
  },
  exit: () => process.exit(3),
  // By a signal that nothing in it can catch, as in native code.
  crash: () => {
    execFileSync('kill', ['-SEGV', String(process.pid)]);
    for (;;) Math.random();
  },
  nan: () => ({ detections: [{ box: [0, 0, Number.NaN, 4], score: 1, label: 0 }] }),
  flood: () => ({
    detections: Array.from({ length: 500_000 }, () => ({ box: [0, 0, 4, 4], score: 1, label: 0 })),
  }),
  late: () => {
    void Promise.reject(new Error('left behind'));
    return nothing;
  },
  print: () => {
    for (let line = 0; line < 20_000; line += 1) console.log('a plugin that talks', line);
    return nothing;
  },
  hang_create: () => nothing,
};

export const detector = {
  name: 'misdeeds',
  version: '1.0.0',
  contract: 1,
  summary: 'Does one bad thing.',
  licence: 'MIT',
  options: { type: 'object', properties: { misdeed: { type: 'string', default: 'throw' } } },
  labels: ['person'],
  maxDetections: 100,
  stateBytes: 0,
  isWeak: true,
  create: async ({ misdeed }) => {
    if (misdeed === 'hang_create') await new Promise(() => undefined);
    return {
      input: {
        width: 32,
        height: 32,
        colour: 'grey',
        values: 'uint8-hwc',
        fit: 'stretch',
        align: 'top-left',
        pad: 0,
      },
      detect: () => MISDEEDS[misdeed](),
      close: () => undefined,
    };
  },
};
