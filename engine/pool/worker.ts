/**
 * Entry of a pool worker. Serves one task at a time and holds nothing of a camera between two.
 *
 * No timers and no readers live here: between tasks Piscina freezes the worker's event loop.
 */

import { workerData } from 'piscina';
import { isTurnoutError, messageOf } from '../../errors.ts';
import { type CountsWriter, openWriter } from '../counts/writer.ts';
import { FrameDecoder } from '../frames/decoder.ts';
import type { Pixels } from '../frames/pixels.ts';
import { DetectorShelf } from './detector-shelf.ts';
import { guardProcess } from './guarded-process.ts';
import { look } from './look.ts';
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
import { Notes } from './notes.ts';

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
const shelf = new DetectorShelf(native);

/** Looks at a frame, writes the sample to the counts store where the task says so, and returns it. */
export function sample(order: WorkerOrder<SampleTask>): Promise<WorkerAnswer<SampleOutcome>> {
  return answer(order, async (task) => {
    const shelved = await shelf.take(task.detector);
    noteInstant(order.nativeCalls, 'begun');
    const outcome = await look(task, decode, shelved);
    if (task.target !== null) {
      writer?.write(task.target.slot, task.target.generation, outcome.sample);
    }
    if (task.pictureWidth === null) return outcome;
    return { ...outcome, picture: await picture(task, task.pictureWidth) };
  });
}

/** Builds a detector ahead of its first frame, and tells about it. */
export function prepare(order: WorkerOrder<DetectorChoice>): Promise<WorkerAnswer<DetectorFacts>> {
  return answer(order, async (choice) => {
    const { definition, options, detector } = await shelf.take(choice);
    const { name, version, isWeak, stateBytes } = definition;
    const { width, height } = detector.input;
    const model = modelOf(options);
    const option = definition.options.properties['input'] ?? {};
    const mostPixels: unknown = Reflect.get(option, 'mostAutoPixels');
    return {
      name,
      version,
      model,
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
  return { rgb: decoded.bytes, width: decoded.width, height: decoded.height };
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
