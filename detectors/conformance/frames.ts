/** Pictures for the conformance checks, made to a detector's own input. Always the same ones. */

import { TurnoutError } from '../../errors.ts';
import { checkDefinition } from '../definition.ts';
import type { Frame, InputSpec, Look, Rect } from '../detector.ts';
import { detachedHost, type EnvHost, ownedEnv, startDetector } from '../env/owned-env.ts';
import type { DetectorEnv } from '../env.ts';
import { checkOptions } from '../options.ts';
import { type CheckedOutput, checkOutput } from '../output.ts';
import { InputCanvas } from '../picture.ts';

/** The byte of a pixel, 0..255. */
type Paint = (x: number, y: number, channel: number) => number;

/** What the checks show: nothing at all, extremes, noise, and a figure before a wall. */
export const PAINTS = {
  black: () => 0,
  white: () => 255,
  grey: () => 114,
  noise: (x, y, channel) => hash(x, y, channel) & 255,
  stripes: (x) => (x % 16 < 8 ? 30 : 220),
  figure: (x, y) => (x > 40 && x < 80 && y > 20 && y < 140 ? 60 : 190),
} as const satisfies Record<string, Paint>;

export type Picture = keyof typeof PAINTS;

/** How the picture lies in the input: filling it, or a wide, tall or tiny part of it. */
export type Shape = 'whole' | 'wide' | 'tall' | 'tiny';

/** A frame with fresh memory of its own. `atMs` 0 and no state unless said. */
function makeFrame(input: InputSpec, picture: Picture, shape: Shape, more: Partial<Frame>): Frame {
  const content = contentOf(input, shape);
  const paint: Paint = PAINTS[picture];
  const channels = input.colour === 'grey' ? 1 : 3;
  const bytes = Uint8Array.from({ length: content.width * content.height * channels }, (_, at) => {
    const pixel = Math.floor(at / channels);
    const [x, y] = [pixel % content.width, Math.floor(pixel / content.width)];
    return paint(content.x + x, content.y + y, at % channels);
  });
  const pixels = new InputCanvas(input).place(bytes, content);
  return { pixels, content, atMs: 0, state: null, ...more };
}

function contentOf(input: InputSpec, shape: Shape): Rect {
  const { width, height } = input;
  if (shape === 'whole' || input.fit === 'stretch') return { x: 0, y: 0, width, height };
  const third = (side: number) => Math.round(side / 3);
  const size = {
    wide: { width, height: third(height) },
    tall: { width: third(width), height },
    tiny: { width: 1, height: 1 },
  }[shape];
  const before = (free: number) => (input.align === 'top-left' ? 0 : Math.floor(free / 2));
  return { x: before(width - size.width), y: before(height - size.height), ...size };
}

/** Integer noise without memory: the same for the same place on every machine. */
function hash(x: number, y: number, channel: number): number {
  let value = Math.imul(x + 1, 374_761_393) + Math.imul(y + 1, 668_265_263) + channel * 974_711;
  value = Math.imul(value ^ (value >>> 13), 1_274_126_177);
  return value ^ (value >>> 16);
}

/** The detector under test: made, used and closed for one check at a time. */

/** What a check is run on. */
export interface ConformanceSubject {
  /** The plugin's export, as it is: the first check says whether it is a definition. */
  readonly definition: unknown;
  /** Options to create it with; nothing means its defaults. */
  readonly options?: unknown;
  /** How model names become files, and more. Without it, every `resolveModel` throws `model_missing`. */
  readonly env?: Partial<EnvHost>;
}

/** One check: its name is the sentence it stands for. */
export interface ConformanceCheck {
  readonly name: string;
  run(subject: ConformanceSubject): Promise<void>;
}

/** A started detector. */
export interface Started {
  readonly input: InputSpec;
  /** A frame for its input, with a zeroed state where it keeps one. */
  frame(picture: Picture, shape?: Shape, more?: Partial<Frame>): Frame;
  /** `detect`, with its answer checked. */
  look(frame: Frame, look?: Look): Promise<CheckedOutput>;
  close(): Promise<void>;
}

/** Starts the subject `count` times, gives all to `use`, and closes them whatever happens. */
export async function withDetectors(
  subject: ConformanceSubject,
  count: number,
  use: (...started: readonly Started[]) => Promise<void>,
): Promise<void> {
  const started: Started[] = [];
  try {
    for (let at = 0; at < count; at += 1) started.push(await start(subject));
    await use(...started);
  } finally {
    for (const { close } of started) await close();
  }
}

async function start(subject: ConformanceSubject): Promise<Started> {
  const definition = checkDefinition(subject.definition, 'detector plugin');
  const options = checkOptions(definition, subject.options ?? {});
  const host = { ...detachedHost(resolveModel), ...subject.env };
  const env = ownedEnv(definition.name, host);
  const { detector, close } = await startDetector(definition, options, env);
  const { input } = detector;
  const { stateBytes } = definition;
  return {
    input,
    frame: (picture, shape = 'whole', more = {}) => {
      const state = stateBytes === 0 ? null : new Uint8Array(stateBytes);
      return makeFrame(input, picture, shape, { state, ...more });
    },
    // Its own signal, as in the engine: what a detector ties to it is freed with it.
    look: async (frame, look = { signal: new AbortController().signal }) =>
      checkOutput(definition, input, await detector.detect(frame, look)),
    close,
  };
}

/** A fault found by a check, in one sentence. */
export function nonconforming(field: string, expected: string, got: string): TurnoutError {
  return new TurnoutError('detector_invalid', { where: field, expected, got });
}

const resolveModel: DetectorEnv['resolveModel'] = (nameOrPath) => {
  throw new TurnoutError('model_missing', {
    where: `model ${nameOrPath}`,
    expected: 'a file',
    got: 'no way to find models',
    hint: 'give the conformance suite an env with resolveModel',
  });
};
