/** What every detector must do, one check for each sentence of the contract. A check throws where it does not hold. */

import { checkDefinition } from '../definition.ts';
import { checkOptions } from '../options.ts';
import type { CheckedOutput } from '../output.ts';
import { makeFrame, PAINTS, type Picture, type Shape } from './frames.ts';
import { manners } from './manners.ts';
import { type ConformanceCheck, nonconforming, type Started, withDetectors } from './subject.ts';

const PICTURES = Object.keys(PAINTS) as Picture[];
const SHAPES: readonly Shape[] = ['whole', 'wide', 'tall', 'tiny'];
/** A scene for detectors that remember: still, then something comes and goes. */
const SCENE: readonly Picture[] = ['grey', 'grey', 'figure', 'figure', 'grey', 'stripes', 'figure'];
const FRAME_GAP_MS = 1000;

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
  {
    name: 'black, white, plain, striped and noisy pictures all get a valid answer',
    run: (subject) =>
      withDetectors(subject, 1, async (started) => {
        for (const picture of PICTURES) await lookFresh(started, picture, 'whole');
      }),
  },
  {
    name: 'a picture may be wide, tall or a single pixel in its input',
    run: (subject) =>
      withDetectors(subject, 1, async (started) => {
        for (const shape of SHAPES) await lookFresh(started, 'noise', shape);
      }),
  },
  {
    name: 'equal frames with equal state get equal answers',
    run: (subject) =>
      withDetectors(subject, 1, async (started) => {
        const first = await lookAtScene(started);
        // Another camera's frame in between, so that data outside the state cannot line up again.
        await lookFresh(started, 'noise', 'whole');
        const second = await lookAtScene(started);
        mustEqual('detect', first, second, 'the answers of the first time');
      }),
  },
  {
    name: 'it leaves the frame as it was and does not keep it',
    run: (subject) => withDetectors(subject, 1, frameIsUntouched),
  },
  {
    name: 'an answer stays as it was when the next frame comes',
    run: (subject) =>
      withDetectors(subject, 1, async (started) => {
        const answer = await lookFresh(started, 'figure', 'whole');
        const before = JSON.stringify(answer);
        await lookFresh(started, 'noise', 'whole');
        mustEqual('detections', before, JSON.stringify(answer), 'an unchanged list');
      }),
  },
  {
    name: 'another instance goes on with a camera from its state alone',
    run: (subject) => withDetectors(subject, 2, stateMoves),
  },
  {
    name: 'time that stands still or goes back is survived',
    run: (subject) =>
      withDetectors(subject, 1, async (started) => {
        const state = started.freshState();
        for (const atMs of [1e12, 1e12, 0, 5, 1e12 + 5]) {
          await started.look(makeFrame(started.detector.input, 'figure', 'whole', { atMs, state }));
        }
      }),
  },
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
