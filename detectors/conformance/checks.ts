/** What every detector must do, one check for each sentence of the contract. A check throws where it does not hold. */

import { checkDefinition } from '../definition.ts';
import { checkOptions } from '../options.ts';
import { areRatios, type CheckedOutput } from '../output.ts';
import {
  type ConformanceCheck,
  nonconforming,
  PAINTS,
  type Picture,
  type Shape,
  type Started,
  withDetectors,
} from './frames.ts';
import { childrenOf, linesPrinted, settledMemory } from './watch.ts';

const PICTURES = Object.keys(PAINTS) as Picture[];
const SHAPES: readonly Shape[] = ['whole', 'wide', 'tall', 'tiny'];
/** A scene for detectors that remember: still, then something comes and goes. */
const SCENE: readonly Picture[] = ['grey', 'grey', 'figure', 'figure', 'grey', 'stripes', 'figure'];
const FRAME_GAP_MS = 1000;

/** A check of one detector that has started. */
function single(name: string, check: (started: Started) => Promise<void>): ConformanceCheck {
  return { name, run: (subject) => withDetectors(subject, 1, check) };
}

export const conformance: readonly ConformanceCheck[] = [
  {
    name: 'the definition has every field, and its options have allowed defaults',
    run: async ({ definition, options = {} }) => {
      checkOptions(checkDefinition(definition, 'detector plugin'), options);
    },
  },
  {
    name: 'it starts, states what frames it needs, and can be closed and started again',
    run: async (subject) => {
      await withDetectors(subject, 1, async () => undefined);
      await withDetectors(subject, 1, async () => undefined);
    },
  },
  single('black, white, plain, striped and noisy pictures all get a valid answer', lookAtAll),
  single('a picture may be wide, tall or a single pixel in its input', async (started) => {
    for (const shape of SHAPES) await started.look(started.frame('noise', shape));
  }),
  single('equal frames with equal state get equal answers', async (started) => {
    const first = await lookAtScene(started);
    // Another camera's frame in between, so that data outside the state cannot line up again.
    await started.look(started.frame('noise'));
    mustEqual('detect', first, await lookAtScene(started), 'the answers of the first time');
  }),
  single('it leaves the frame as it was and does not keep it', frameIsUntouched),
  single('an answer stays as it was when the next frame comes', async (started) => {
    const answer = await started.look(started.frame('figure'));
    const before = JSON.stringify(answer);
    await started.look(started.frame('noise'));
    mustEqual('detections', before, JSON.stringify(answer), 'an unchanged list');
  }),
  {
    name: 'another instance goes on with a camera from its state alone',
    run: (subject) =>
      withDetectors(subject, 2, async (stays: Started, takesOver: Started) => {
        const expected = await lookAtScene(stays);
        await takesOver.look(takesOver.frame('noise'));
        const got = await lookAtScene(stays, takesOver);
        mustEqual('state', expected, got, 'the answers of a single instance');
      }),
  },
  single('time that stands still or goes back is survived', async (started) => {
    const { state } = started.frame('figure');
    for (const atMs of [1e12, 1e12, 0, 5, 1e12 + 5]) {
      await started.look(started.frame('figure', 'whole', { atMs, state }));
    }
  }),
  single('boxes are in pixels of the input, not in ratios', boxesArePixels),
  single('a look ends when its signal aborts', endsAtSignal),
  single('it prints next to nothing', printsLittle),
  {
    name: 'no program that it starts outlives it',
    run: async (subject) => {
      const before = childrenOf();
      await withDetectors(subject, 1, lookAtAll);
      await childrenAreGone(before);
    },
  },
  single('many frames leave memory flat', memoryIsFlat),
];

/** The answers to the scene, as text: by one instance, or by some that take turns with the state of the camera. */
async function lookAtScene(first: Started, ...others: readonly Started[]): Promise<string> {
  const instances = [first, ...others];
  const answers: CheckedOutput[] = [];
  let { state } = first.frame('grey');
  for (const [at, picture] of SCENE.entries()) {
    const instance = instances[at % instances.length] ?? first;
    // The bytes move and not the memory: in the engine they live in a block that all workers see.
    state = state?.slice() ?? null;
    const more = { atMs: at * FRAME_GAP_MS, state };
    answers.push(await instance.look(instance.frame(picture, 'whole', more)));
  }
  return JSON.stringify(answers);
}

async function frameIsUntouched(started: Started): Promise<void> {
  const frame = started.frame('figure');
  const copy = frame.pixels.slice();
  const content = JSON.stringify(frame.content);
  await started.look(frame);
  if (frame.pixels.some((value, at) => value !== copy[at])) {
    throw nonconforming('frame.pixels', 'the same values after detect', 'changed ones');
  }
  mustEqual('frame.content', content, JSON.stringify(frame.content), 'as before');
  // A stored picture would now hold other pixels, and the same picture in fresh memory would be answered differently.
  const answer = JSON.stringify(await started.look(started.frame('figure')));
  frame.pixels.fill(0);
  const again = JSON.stringify(await started.look(started.frame('figure')));
  mustEqual('detect', answer, again, 'an answer from this frame alone');
}

function mustEqual(field: string, expected: string, got: string, words: string): void {
  if (expected === got) return;
  const others = `other ones: ${got.slice(0, 120)} for ${expected.slice(0, 120)}`;
  throw nonconforming(field, words, others);
}

async function lookAtAll(started: Started): Promise<void> {
  for (const picture of PICTURES) await started.look(started.frame(picture));
}

async function boxesArePixels(started: Started): Promise<void> {
  for (const picture of PICTURES) {
    const { detections } = await started.look(started.frame(picture));
    if (!areRatios(detections)) continue;
    const { width, height } = started.input;
    const expected = `pixels of an input of ${width} x ${height}`;
    throw nonconforming('detections', expected, 'all boxes within 0..1, as ratios are');
  }
}

/** Longest time between the signal and the end of a look, ms. Chosen here: a tenth of the usual limit of 10 s, and patience. */
const SIGNAL_MS = 5_000;

async function endsAtSignal(started: Started): Promise<void> {
  const over = new AbortController();
  const look = started.look(started.frame('noise'), { signal: over.signal });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), SIGNAL_MS);
  });
  setImmediate(() => over.abort());
  // A look that gives up has ended as well as one that answers.
  const ended = await Promise.race([look.then(undefined, () => undefined), late]);
  clearTimeout(timer);
  if (ended === 'late') {
    throw nonconforming('detect', `its end within ${SIGNAL_MS} ms of the signal`, 'none');
  }
}

/** Lines that a look may print, on average. Chosen here: a sample is taken once a second, and a log is read by people. */
const LINES_A_LOOK = 2;

async function printsLittle(started: Started): Promise<void> {
  const lines = await linesPrinted(() => lookAtAll(started));
  if (lines <= LINES_A_LOOK * PICTURES.length) return;
  const expected = `at most ${LINES_A_LOOK} lines a look; env.log writes to the log`;
  throw nonconforming('output', expected, `${lines} lines in ${PICTURES.length} looks`);
}

/** How long a program may take to end after `close`, ms, and how often it is looked. */
const END_MS = 3_000;
const LOOK_MS = 50;

async function childrenAreGone(before: readonly number[]): Promise<void> {
  const left = () => childrenOf().filter((pid) => !before.includes(pid));
  const until = performance.now() + END_MS;
  while (left().length > 0 && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  const pids = left();
  if (pids.length === 0) return;
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  const expected = 'no program left after close; those of env.spawn end by themselves';
  throw nonconforming('close', expected, `${pids.length} that still ran`);
}

/** Frames before and while memory is watched, and the growth allowed: far above noise, far below a leak of one frame each. */
const WARM_UP_FRAMES = 20;
const WATCHED_FRAMES = 60;
/** What memory moves by without a leak, bytes: measured with detectors that ship, and doubled. */
const HEAP_NOISE_BYTES = 8 * 1024 * 1024;
const NATIVE_NOISE_BYTES = 48 * 1024 * 1024;

async function memoryIsFlat(started: Started): Promise<void> {
  const frame = started.frame('noise');
  const look = async (times: number) => {
    for (let at = 0; at < times; at += 1) await started.look(frame);
    return settledMemory();
  };
  const before = await look(WARM_UP_FRAMES);
  const after = await look(WATCHED_FRAMES);
  const ofFramesBytes = frame.pixels.byteLength * (WATCHED_FRAMES / 2);
  for (const [what, grownBytes, noiseBytes] of [
    ['memory', after.heapBytes - before.heapBytes, HEAP_NOISE_BYTES],
    ['memory of native code', after.allBytes - before.allBytes, NATIVE_NOISE_BYTES],
  ] as const) {
    const allowedBytes = Math.max(ofFramesBytes, noiseBytes);
    if (grownBytes <= allowedBytes) continue;
    const expected = `at most ${toMb(allowedBytes)} MB more after ${WATCHED_FRAMES} frames`;
    throw nonconforming(what, expected, `${toMb(grownBytes)} MB`);
  }
}

function toMb(bytes: number): string {
  return (bytes / (1024 * 1024)).toFixed(1);
}
