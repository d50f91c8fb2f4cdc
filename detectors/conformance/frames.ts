/** Pictures for the conformance checks, made to a detector's own input. Always the same ones. */

import { type ErrorCode, isTurnoutError, TurnoutError } from '../../errors.ts';
import { checkDefinition } from '../definition.ts';
import type { Detector, DetectorDefinition, Frame, InputSpec, Look, Rect } from '../detector.ts';
import { detachedHost, type EnvHost, OwnedEnv, startDetector } from '../env/owned-env.ts';
import type { DetectorEnv } from '../env.ts';
import { checkOptions } from '../options.ts';
import { type CheckedOutput, checkOutput } from '../output.ts';

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
export function makeFrame(
  input: InputSpec,
  picture: Picture,
  shape: Shape = 'whole',
  more: Partial<Frame> = {},
): Frame {
  const content = contentOf(input, shape);
  const paint = within(content, input.pad, PAINTS[picture]);
  const pixels = pixelsOf(input, paint);
  return { pixels, content, atMs: 0, state: null, ...more };
}

function contentOf(input: InputSpec, shape: Shape): Rect {
  const { width, height } = input;
  if (shape === 'whole' || input.fit === 'stretch') return { x: 0, y: 0, width, height };
  const size = {
    wide: { width, height: Math.max(1, Math.round(height / 3)) },
    tall: { width: Math.max(1, Math.round(width / 3)), height },
    tiny: { width: 1, height: 1 },
  }[shape];
  if (input.align === 'top-left') return { x: 0, y: 0, ...size };
  const [x, y] = [(width - size.width) / 2, (height - size.height) / 2].map(Math.floor);
  return { x: x ?? 0, y: y ?? 0, ...size };
}

function within(content: Rect, pad: number, paint: Paint): Paint {
  return (x, y, channel) => {
    const isInside =
      x >= content.x &&
      y >= content.y &&
      x < content.x + content.width &&
      y < content.y + content.height;
    return isInside ? paint(x, y, channel) : pad;
  };
}

function pixelsOf(input: InputSpec, paint: Paint): Frame['pixels'] {
  return input.values === 'float32-chw' ? floatsOf(input, paint) : bytesOf(input, paint);
}

function bytesOf({ width, height, colour }: InputSpec, paint: Paint): Uint8Array {
  const channels = colour === 'grey' ? 1 : 3;
  const bytes = new Uint8Array(width * height * channels);
  for (let at = 0; at < bytes.length; at += 1) {
    const pixel = Math.floor(at / channels);
    bytes[at] = paint(pixel % width, Math.floor(pixel / width), at % channels);
  }
  return bytes;
}

function floatsOf(input: InputSpec, paint: Paint): Float32Array {
  const plane = input.width * input.height;
  const floats = new Float32Array(plane * (input.colour === 'grey' ? 1 : 3));
  for (let at = 0; at < floats.length; at += 1) {
    const channel = Math.floor(at / plane);
    const pixel = at % plane;
    const byte = paint(pixel % input.width, Math.floor(pixel / input.width), channel);
    floats[at] = (byte - (input.mean?.[channel] ?? 0)) / (input.std?.[channel] ?? 1);
  }
  return floats;
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

/** A started detector with its definition. */
export interface Started {
  readonly definition: DetectorDefinition;
  readonly detector: Detector;
  /** `detect`, with its answer checked. */
  look(frame: Frame, look?: Look): Promise<CheckedOutput>;
  /** A zeroed state for one camera, or null where the detector keeps none. */
  freshState(): Uint8Array | null;
}

/** Starts the subject `count` times, gives all to `use`, and closes them whatever happens. */
export async function withDetectors<Result>(
  subject: ConformanceSubject,
  count: number,
  use: (...started: readonly Started[]) => Promise<Result>,
): Promise<Result> {
  const started: (Started & { close(): Promise<void> })[] = [];
  try {
    for (let at = 0; at < count; at += 1) started.push(await start(subject));
    return await use(...started);
  } finally {
    for (const { close } of started) await close();
  }
}

async function start(subject: ConformanceSubject): Promise<Started & { close(): Promise<void> }> {
  const definition = checkDefinition(subject.definition, 'detector plugin');
  const options = checkOptions(definition, subject.options ?? {});
  const host = { ...detachedHost(resolveModel), ...subject.env };
  const env = new OwnedEnv(definition.name, host);
  const { detector, close } = await startDetector(definition, options, env);
  return {
    definition,
    detector,
    look: async (frame, look = ownLook()) =>
      checkOutput(definition, detector.input, await detector.detect(frame, look)),
    freshState: () => (definition.stateBytes === 0 ? null : new Uint8Array(definition.stateBytes)),
    close,
  };
}

/** A look that no one hurries. Its own signal, as in the engine: what a detector ties to it is freed with it. */
function ownLook(): Look {
  return { signal: new AbortController().signal };
}

/** A fault found by a check, in one sentence. */
export function nonconforming(field: string, expected: string, got: string): TurnoutError {
  return new TurnoutError('detector_invalid', { where: field, expected, got });
}

/** Whether a check could not be made because something it needs is not on this computer. */
export function isMissing(error: unknown): boolean {
  const codes: readonly ErrorCode[] = ['model_missing'];
  return codes.some((code) => isTurnoutError(error, code));
}

const resolveModel: DetectorEnv['resolveModel'] = (nameOrPath) => {
  throw new TurnoutError('model_missing', {
    where: `model ${nameOrPath}`,
    expected: 'a file',
    got: 'no way to find models',
    hint: 'give the conformance suite an env with resolveModel',
  });
};
