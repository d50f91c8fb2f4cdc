/** Detectors inside a detector: each looks at parts of the outer one's frames. */

import { TurnoutError } from '../../errors.ts';
import type {
  Detection,
  DetectOutput,
  DetectorDefinition,
  InnerDetector,
  InputSpec,
  Rect,
} from '../detector.ts';
import { checkOptions } from '../options.ts';
import { checkOutput } from '../output.ts';
import { cutOut } from '../picture/cut.ts';
import type { Fit } from '../picture/fit.ts';
import { InputCanvas } from '../picture/input-canvas.ts';
import { type Owned, startDetector } from './start.ts';

export interface InnerOptions {
  /** Name of the outer detector. */
  readonly outer: string;
  /** How many detectors the outer one is inside of. */
  readonly depth: number;
  readonly load: (name: string) => Promise<DetectorDefinition>;
  readonly envFor: (detector: string) => Owned;
}

/** Detectors in a row, the outermost counted in. Chosen here: each costs its looks for every part of the one before. */
const MAX_IN_A_ROW = 4;

export class InnerDetectors {
  readonly #options: InnerOptions;
  readonly #closing: (() => Promise<void>)[] = [];
  #input: InputSpec | null = null;

  constructor(options: InnerOptions) {
    this.#options = options;
  }

  /** Takes the input of the outer detector: its frames are what is cut. */
  cutFrom(input: InputSpec): void {
    this.#input = input;
  }

  /** As `DetectorEnv.detector`. */
  async start(name: string, given: Readonly<Record<string, unknown>>): Promise<InnerDetector> {
    const { depth, load, envFor } = this.#options;
    if (depth + 2 > MAX_IN_A_ROW) throw this.#invalid(`at most ${MAX_IN_A_ROW} in a row`, 'more');
    const definition = await load(name);
    if (definition.stateBytes > 0) {
      throw this.#invalid('a detector without a state', `${definition.name}, which keeps one`);
    }
    const options = checkOptions(definition, given);
    const { detector, close } = await startDetector(definition, options, envFor(definition.name));
    this.#closing.push(close);
    const canvas = new InputCanvas(detector.input);
    let before: Promise<unknown> = Promise.resolve();
    const detect: InnerDetector['detect'] = (frame, box, look) => {
      if (this.#input === null) throw this.#invalid('a look after create has ended', 'one in it');
      const { part, pixels } = cutOut(frame, this.#input, box, canvas.wanted);
      // One look at a time: the canvas is used again for the next part.
      const next = before.then(async () => {
        const { values, fit } = canvas.fill(pixels);
        const { atMs } = frame;
        const inner = { pixels: values, content: fit.content, atMs, state: null };
        const output = await detector.detect(inner, look);
        return intoFrame(checkOutput(definition, detector.input, output), fit, part);
      });
      before = next.catch(() => undefined);
      return next;
    };
    return { labels: definition.labels, detect };
  }

  async close(): Promise<void> {
    await Promise.all(this.#closing.map((close) => close()));
  }

  #invalid(expected: string, got: string): TurnoutError {
    const where = `detector ${this.#options.outer}: env.detector`;
    return new TurnoutError('detector_invalid', { where, expected, got });
  }
}

/** What was seen in a part, in pixels of the frame that it was cut out of. */
function intoFrame(output: DetectOutput, { content }: Fit, part: Rect): DetectOutput {
  const x = (from: number) => part.x + ((from - content.x) / content.width) * part.width;
  const y = (from: number) => part.y + ((from - content.y) / content.height) * part.height;
  const detections = output.detections.map((detection): Detection => {
    const [x1, y1, x2, y2] = detection.box;
    const { keypoints } = detection;
    const moved = keypoints?.map(([left, top, score]) => [x(left), y(top), score] as const);
    const box = [x(x1), y(y1), x(x2), y(y2)] as const;
    return { ...detection, box, ...(moved !== undefined && { keypoints: moved }) };
  });
  return { ...output, detections };
}
