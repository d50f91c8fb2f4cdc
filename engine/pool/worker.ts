/**
 * Entry of a pool worker. Serves one task at a time and holds nothing of a camera between two.
 *
 * No timers and no readers live here: between tasks Piscina freezes the worker's event loop.
 */

import { workerData } from 'piscina';
import type { Pixels } from '../../detectors/picture.ts';
import { isTurnoutError, messageOf } from '../../errors.ts';
import { type CountsWriter, openWriter } from '../counts/writer.ts';
import { FrameDecoder } from '../frames/decoder.ts';
import type { JpegEncoder } from '../frames/jpeg.ts';
import { hideIgnored } from '../pictures/mosaic.ts';
import { DetectorShelf } from './detector-shelf.ts';
import { guardProcess, Notes } from './guard.ts';
import { type LookTools, look } from './look.ts';
import type {
  DetectorChoice,
  DetectorFacts,
  RgbPicture,
  SampleOutcome,
  SampleTask,
  WorkerAnswer,
  WorkerOrder,
  WorkerSetup,
} from './messages.ts';
import { makeNativeCall, newShared, noteInstant } from './native-calls.ts';

const setup = workerData as WorkerSetup;
const notes = new Notes(setup.sendsNotes);
notes.takePrints();
guardProcess();

// What a plugin leaves behind and throws later would end the worker, and with it the sample of another camera.
process.on('uncaughtException', (fault) => notes.lateFault(fault));
process.on('unhandledRejection', (fault) => notes.lateFault(fault));

const writer: CountsWriter | null = setup.counts === null ? null : openWriter(setup.counts);
/** Of the task under way. */
let nativeCalls = newShared();
const native = <T>(call: () => T | Promise<T>) => makeNativeCall(nativeCalls, call);
const decoder = new FrameDecoder();
const decode: FrameDecoder['decode'] = (frame, wanted) =>
  native(() => decoder.decode(frame, wanted));
/** Loaded when someone first looks. */
let encoder: JpegEncoder | null = null;
const shelf = new DetectorShelf({
  native,
  started: (pid) => notes.child(pid, true),
  ended: (pid) => notes.child(pid, false),
  write: (detector, level, text, fields) => notes.logged(detector, level, text, fields),
});
const tools: LookTools = { decode, limitMs: setup.taskTimeoutMs };

/** Looks at a frame, writes the sample to the counts store where the task says so, and returns it. */
export function sample(order: WorkerOrder<SampleTask>): Promise<WorkerAnswer<SampleOutcome>> {
  return answer(order, async (task) => {
    const shelved = await shelf.take(task.detector);
    noteInstant(order.nativeCalls, 'begun');
    const outcome = await look(task, shelved, tools);
    if (task.target !== null) {
      writer?.write(task.target.slot, task.target.generation, outcome.sample);
    }
    return task.pictureWidth === null ? outcome : withPicture(outcome, task, task.pictureWidth);
  });
}

/** Builds a detector ahead of its first frame, and tells about it. */
export function prepare(order: WorkerOrder<DetectorChoice>): Promise<WorkerAnswer<DetectorFacts>> {
  return answer(order, async (choice) => {
    const { definition, options, detector, provider } = await shelf.take(choice);
    const { name, version, isWeak, stateBytes } = definition;
    const { width, height } = detector.input;
    const model = modelOf(options);
    const option = definition.options.properties['input'] ?? {};
    const mostPixels: unknown = Reflect.get(option, 'mostAutoPixels');
    return {
      name,
      version,
      model,
      provider,
      isWeak,
      stateBytes,
      input: { width, height },
      takesInput: Reflect.get(option, 'default') === 'auto',
      mostAutoPixels: typeof mostPixels === 'number' ? mostPixels : null,
    };
  });
}

function modelOf({ model }: Readonly<Record<string, unknown>>): string | null {
  return typeof model === 'string' ? (model.split(/[\\/]/).at(-1) ?? null) : null;
}

/** A picture that cannot be made costs no sample. */
async function withPicture(
  outcome: SampleOutcome,
  task: SampleTask,
  mostWidth: number,
): Promise<SampleOutcome> {
  try {
    const { rgb, ...size } = await picture(task, mostWidth);
    if (task.pictureAs !== 'jpeg') return { ...outcome, picture: { rgb, ...size } };
    encoder ??= new (await import('../frames/jpeg.ts')).JpegEncoder();
    const jpeg = await encoder.encode(rgb, size.width, size.height);
    return { ...outcome, jpeg: { jpeg, ...size } };
  } catch {
    return outcome;
  }
}

async function picture(task: SampleTask, mostWidth: number): Promise<RgbPicture> {
  const decoded: Pixels = await decode(task.frame, {
    isGrey: false,
    size: ({ width, height }) => {
      const scale = Math.min(1, mostWidth / width);
      return {
        width: Math.max(1, Math.round(width * scale)),
        height: Math.max(1, Math.round(height * scale)),
      };
    },
  });
  const rgb = { rgb: decoded.bytes, width: decoded.width, height: decoded.height };
  hideIgnored(rgb, task.zones);
  return rgb;
}

async function answer<Work, T>(
  order: WorkerOrder<Work>,
  perform: (work: Work) => Promise<T>,
): Promise<WorkerAnswer<T>> {
  nativeCalls = order.nativeCalls;
  noteInstant(nativeCalls, 'taken');
  try {
    return { ok: true, value: await perform(order.work) };
  } catch (error) {
    if (isTurnoutError(error)) return { ok: false, code: error.code, parts: error.parts };
    return {
      ok: false,
      code: 'internal_error',
      parts: { where: 'worker', expected: 'a sample', got: messageOf(error) },
    };
  }
}
