/** The detector under test: made, used and closed for one check at a time. */

import { type ErrorCode, isTurnoutError, TurnoutError } from '../../errors.ts';
import { checkDefinition } from '../definition.ts';
import {
  type DetectOutput,
  type Detector,
  type DetectorDefinition,
  type DetectorEnv,
  detachedEnv,
  type Frame,
} from '../detector.ts';
import { checkDetector } from '../input.ts';
import { checkOptions } from '../options.ts';
import { checkOutput } from '../output.ts';

/** What a check is run on. */
export interface ConformanceSubject {
  /** The plugin's export, as it is: the first check says whether it is a definition. */
  readonly definition: unknown;
  /** Options to create it with; nothing means its defaults. */
  readonly options?: unknown;
  /** How model names become files. Without it, every `resolveModel` throws `model_missing`. */
  readonly env?: Pick<DetectorEnv, 'resolveModel'>;
}

/** A started detector with its definition. */
export interface Started {
  readonly definition: DetectorDefinition;
  readonly detector: Detector;
  /** `detect`, with its answer checked. */
  look(frame: Frame): Promise<DetectOutput>;
  /** A zeroed state for one camera, or null where the detector keeps none. */
  freshState(): Uint8Array | null;
}

/** Starts the subject `count` times, gives all to `use`, and closes them whatever happens. */
export async function withDetectors<Result>(
  subject: ConformanceSubject,
  count: number,
  use: (...started: readonly Started[]) => Promise<Result>,
): Promise<Result> {
  const started: Started[] = [];
  try {
    for (let at = 0; at < count; at += 1) started.push(await start(subject));
    return await use(...started);
  } finally {
    for (const { detector } of started) await detector.close();
  }
}

async function start(subject: ConformanceSubject): Promise<Started> {
  const definition = checkDefinition(subject.definition, 'detector plugin');
  const options = checkOptions(definition, subject.options ?? {});
  const env = subject.env === undefined ? withoutModels : detachedEnv(subject.env.resolveModel);
  const created: unknown = await definition.create(options, env);
  const detector = checkDetector(definition, created);
  return {
    definition,
    detector,
    look: async (frame) => checkOutput(definition, detector.input, await detector.detect(frame)),
    freshState: () => (definition.stateBytes === 0 ? null : new Uint8Array(definition.stateBytes)),
  };
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

const withoutModels = detachedEnv((nameOrPath) => {
  throw new TurnoutError('model_missing', {
    where: `model ${nameOrPath}`,
    expected: 'a file',
    got: 'no way to find models',
    hint: 'give the conformance suite an env with resolveModel',
  });
});
