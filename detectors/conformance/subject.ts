/** The detector under test: made, used and closed for one check at a time. */

import { type ErrorCode, isTurnoutError, TurnoutError } from '../../errors.ts';
import { checkDefinition } from '../definition.ts';
import type { Detector, DetectorDefinition, Frame, Look } from '../detector.ts';
import { detachedHost } from '../env/detached-env.ts';
import { type EnvHost, OwnedEnv } from '../env/owned-env.ts';
import { startDetector } from '../env/start.ts';
import type { DetectorEnv } from '../env.ts';
import { checkOptions } from '../options.ts';
import { type CheckedOutput, checkOutput, ignoredFields } from '../output.ts';
import { guardedCall, whileWatched } from './native-watch.ts';

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
  /** `detect`, with its answer checked: fields that a detector of version 1 may still have are refused here too. */
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
  const host = { ...detachedHost(resolveModel), native: guardedCall, ...subject.env };
  const env = new OwnedEnv(definition.name, host);
  const { detector, close } = await whileWatched(() => startDetector(definition, options, env));
  const checked = (output: unknown) => {
    const seen = checkOutput(definition, detector.input, output);
    const [ignored] = ignoredFields(definition, seen);
    if (ignored === undefined) return seen;
    throw nonconforming(ignored, 'fields that contract 1 knows, or contract: 2', 'another one');
  };
  return {
    definition,
    detector,
    look: async (frame, look = ownLook()) =>
      checked(await whileWatched(() => detector.detect(frame, look))),
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
