/** What every detector must do, one check for each sentence of the contract. A check throws where it does not hold. */

import { checkDefinition } from '../definition.ts';
import type { Frame, InputSpec } from '../detector.ts';
import { checkOptions } from '../options.ts';
import { areRatios, type CheckedOutput } from '../output.ts';
import {
  type ConformanceCheck,
  makeFrame,
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

/** What a detector does to the process it runs in, one check for each sentence. */
const manners: readonly ConformanceCheck[] = [
  single('boxes are in pixels of the input, not in ratios', boxesArePixels),
  single('a look ends when its signal aborts', endsAtSignal),
  single('it prints next to nothing', printsLittle),
  {
    name: 'no program that it starts outlives it',
    run: async (subject) => {
      const before = childrenOf();
      await withDetectors(subject, 1, (started) => lookAtAll(started));
      await childrenAreGone(before);
    },
  },
  single('many frames leave memory flat', memoryIsFlat),
];

export const conformance: readonly ConformanceCheck[] = [
  {
    name: 'the definition has every field, and its options have allowed defaults',
    run: async (subject) => {
      const definition = checkDefinition(subject.definition, 'detector plugin');
      checkOptions(definition, subject.options ?? {});
    },
  },
  {
    name: 'it starts, states what frames it needs, and can be closed and started again',
    run: async (subject) => {
      for (let time = 0; time < 2; time += 1)
        await withDetectors(subject, 1, async () => undefined);
    },
  },
  single(
    'black, white, plain, striped and noisy pictures all get a valid answer',
    async (started) => {
      for (const picture of PICTURES) await lookFresh(started, picture, 'whole');
    },
  ),
  single('a picture may be wide, tall or a single pixel in its input', async (started) => {
    for (const shape of SHAPES) await lookFresh(started, 'noise', shape);
  }),
  single('equal frames with equal state get equal answers', async (started) => {
    const first = await lookAtScene(started);
    // Another camera's frame in between, so that data outside the state cannot line up again.
    await lookFresh(started, 'noise', 'whole');
    const second = await lookAtScene(started);
    mustEqual('detect', first, second, 'the answers of the first time');
  }),
  single('it leaves the frame as it was and does not keep it', frameIsUntouched),
  single('an answer stays as it was when the next frame comes', async (started) => {
    const answer = await lookFresh(started, 'figure', 'whole');
    const before = JSON.stringify(answer);
    await lookFresh(started, 'noise', 'whole');
    mustEqual('detections', before, JSON.stringify(answer), 'an unchanged list');
  }),
  {
    name: 'another instance goes on with a camera from its state alone',
    run: (subject) => withDetectors(subject, 2, stateMoves),
  },
  single('time that stands still or goes back is survived', async (started) => {
    const state = started.freshState();
    for (const atMs of [1e12, 1e12, 0, 5, 1e12 + 5]) {
      await started.look(makeFrame(started.detector.input, 'figure', 'whole', { atMs, state }));
    }
  }),
  ...manners,
];

async function lookFresh(started: Started, picture: Picture, shape: Shape): Promise<CheckedOutput> {
  const state = started.freshState();
  return started.look(makeFrame(started.detector.input, picture, shape, { state }));
}

/** The answers to the scene, as text. The state starts empty and goes along unless one is given. */
async function lookAtScene(started: Started, state = started.freshState()): Promise<string> {
  const answers: CheckedOutput[] = [];
  for (const [at, picture] of SCENE.entries()) {
    const more = { atMs: at * FRAME_GAP_MS, state };
    answers.push(await started.look(makeFrame(started.detector.input, picture, 'whole', more)));
  }
  return JSON.stringify(answers);
}

async function frameIsUntouched(started: Started): Promise<void> {
  const { input } = started.detector;
  const frame = makeFrame(input, 'figure', 'whole', { state: started.freshState() });
  const copy = frame.pixels.slice();
  const content = { ...frame.content };
  await started.look(frame);
  if (frame.pixels.some((value, at) => value !== copy[at])) {
    throw nonconforming('frame.pixels', 'the same values after detect', 'changed ones');
  }
  mustEqual('frame.content', JSON.stringify(content), JSON.stringify(frame.content), 'as before');
  // A stored picture would now hold other pixels, and the same picture in fresh memory would be answered differently.
  const [kept, answer] = [frame.pixels, await lookFresh(started, 'figure', 'whole')];
  kept.fill(0);
  const again = await lookFresh(started, 'figure', 'whole');
  mustEqual(
    'detect',
    JSON.stringify(answer),
    JSON.stringify(again),
    'an answer from this frame alone',
  );
}

async function stateMoves(stays: Started, takesOver: Started): Promise<void> {
  const expected = await lookAtScene(stays);
  await lookFresh(takesOver, 'noise', 'whole');
  const state = stays.freshState();
  const answers: CheckedOutput[] = [];
  for (const [at, picture] of SCENE.entries()) {
    const turn = at % 2 === 0 ? stays : takesOver;
    // The bytes move and not the memory: in the engine they live in a block that all workers see.
    const moved = state === null ? null : state.slice();
    const more = { atMs: at * FRAME_GAP_MS, state: moved };
    answers.push(await turn.look(makeFrame(turn.detector.input, picture, 'whole', more)));
    if (moved !== null) state?.set(moved);
  }
  mustEqual('state', expected, JSON.stringify(answers), 'the answers of a single instance');
}

function mustEqual(field: string, expected: string, got: string, words: string): void {
  if (expected === got) return;
  throw nonconforming(
    field,
    words,
    `other ones: ${got.slice(0, 120)} for ${expected.slice(0, 120)}`,
  );
}

function frameOf(started: Started, picture: Picture): Frame {
  return makeFrame(started.detector.input, picture, 'whole', { state: started.freshState() });
}

async function lookAtAll(started: Started): Promise<void> {
  for (const picture of PICTURES) await started.look(frameOf(started, picture));
}

async function boxesArePixels(started: Started): Promise<void> {
  for (const picture of PICTURES) {
    const { detections } = await started.look(frameOf(started, picture));
    if (!areRatios(detections)) continue;
    const { width, height } = started.detector.input;
    const expected = `pixels of an input of ${width} x ${height}`;
    throw nonconforming('detections', expected, 'all boxes within 0..1, as ratios are');
  }
}

/** Longest time between the signal and the end of a look, ms. Chosen here: a tenth of the usual limit of 10 s, and patience. */
const SIGNAL_MS = 5_000;

async function endsAtSignal(started: Started): Promise<void> {
  const over = new AbortController();
  const look = started.look(frameOf(started, 'noise'), { signal: over.signal });
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
const SETTLE_FRAMES = 20;
const WATCHED_FRAMES = 60;
/** What memory moves by without a leak, bytes: measured with detectors that ship, and doubled. */
const HEAP_NOISE_BYTES = 8 * 1024 * 1024;
const NATIVE_NOISE_BYTES = 48 * 1024 * 1024;

async function memoryIsFlat(started: Started): Promise<void> {
  const { input } = started.detector;
  const frame = makeFrame(input, 'noise', 'whole', { state: started.freshState() });
  for (let at = 0; at < SETTLE_FRAMES; at += 1) await started.look(frame);
  const before = await settledMemory();
  for (let at = 0; at < WATCHED_FRAMES; at += 1) await started.look(frame);
  const after = await settledMemory();
  const ofFramesBytes = frameBytes(input) * (WATCHED_FRAMES / 2);
  requireFlat(
    'memory',
    after.heapBytes - before.heapBytes,
    Math.max(ofFramesBytes, HEAP_NOISE_BYTES),
  );
  const allBytes = after.allBytes - before.allBytes;
  requireFlat('memory of native code', allBytes, Math.max(ofFramesBytes, NATIVE_NOISE_BYTES));
}

function requireFlat(what: string, grownBytes: number, allowedBytes: number): void {
  if (grownBytes <= allowedBytes) return;
  const expected = `at most ${toMb(allowedBytes)} MB more after ${WATCHED_FRAMES} frames`;
  throw nonconforming(what, expected, `${toMb(grownBytes)} MB`);
}

function frameBytes({ width, height, colour, values }: InputSpec): number {
  return width * height * (colour === 'grey' ? 1 : 3) * BYTES_A_VALUE[values];
}

const BYTES_A_VALUE = { 'uint8-hwc': 1, 'float32-chw': 4 } as const;

function toMb(bytes: number): string {
  return (bytes / (1024 * 1024)).toFixed(1);
}
