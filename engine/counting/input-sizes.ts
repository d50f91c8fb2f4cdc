/**
 * At which size each camera's pictures are looked at, where its detector leaves that open: by the capacity of the room, the
 * form of the picture, and what the workers can carry. Detectors know none of these.
 */

import type { Clock } from '../../runtime/clock.ts';
import type { DetectorChoice, SampleOutcome } from '../pool/messages.ts';
import { sizedChoice } from '../sizing/choice.ts';
import { CostWindow } from '../sizing/cost.ts';
import { inputText, rungsFor, wantedRung } from '../sizing/ladder.ts';
import { planRungs } from '../sizing/plan.ts';
import type { CountedCamera } from './counted-camera.ts';

/** How often what looks cost is compared with what the workers can carry, ms. Chosen here: a load changes by classes. */
const PLAN_PERIOD_MS = 60_000;

export class InputSizes {
  readonly #workers: number;
  readonly #clock: Clock;
  /** What looks cost, by detector and model. */
  readonly #costs = new Map<string, CostWindow>();
  #plannedAtMs = Number.NEGATIVE_INFINITY;

  constructor(workers: number, clock: Clock) {
    this.#workers = workers;
    this.#clock = clock;
  }

  /** Takes note of a look. Returns whether it is time to plan: a picture has a new form, or a minute has passed. */
  note(camera: CountedCamera, { sample, frameSize }: SampleOutcome): boolean {
    const { facts, choice } = camera.detector;
    if (facts === null) return false;
    const key = modelKey(choice);
    const costs = this.#costs.get(key) ?? new CostWindow();
    this.#costs.set(key, costs);
    costs.add({
      decodeMs: sample.decodeUs / 1000,
      detectMs: sample.detectUs / 1000,
      pixels: facts.input.width * facts.input.height,
    });
    const isNew = camera.noteFrameSize(frameSize);
    const nowMs = this.#clock.monotonicMs();
    if (!isNew && nowMs - this.#plannedAtMs < PLAN_PERIOD_MS) return false;
    this.#plannedAtMs = nowMs;
    return true;
  }

  /** What each camera is to be looked at with, of those whose size is not the one they have. */
  plan(cameras: readonly CountedCamera[]): ReadonlyMap<CountedCamera, DetectorChoice> {
    const seen = cameras.flatMap((camera) => this.#sizing(camera) ?? []);
    const rungs = planRungs(
      seen.map(({ planned }) => planned),
      this.#workers,
    );
    return new Map(
      seen.flatMap(({ camera, inputs }, at): [CountedCamera, DetectorChoice][] => {
        const input = inputs[rungs[at] ?? 0];
        const { choice } = camera.detector;
        if (input === undefined || input === choice.options['input']) return [];
        return [[camera, sizedChoice(choice, input)]];
      }),
    );
  }

  /** A camera with the sizes it may have; null where nothing is known of its pictures or its cost yet. */
  #sizing(camera: CountedCamera) {
    const { frameSize, detector, config } = camera;
    const { facts, choice } = detector;
    const costs = this.#costs.get(modelKey(choice));
    if (frameSize === null || facts === null || costs === undefined) return null;
    const sizes = camera.isSizable ? rungsFor(frameSize, facts.mostAutoPixels) : [facts.input];
    const inputs = camera.isSizable ? sizes.map(inputText) : [];
    const current = inputs.indexOf(String(choice.options['input']));
    const lookMs = sizes.map(({ width, height }) => costs.lookMs(width * height) ?? 0);
    const planned = {
      lookMs,
      wanted: wantedRung(camera.roomCapacity),
      current: current < 0 ? null : current,
      periodMs: config.sampling.classPeriodMs,
    };
    return { camera, inputs, planned };
  }
}

/** The same for all sizes of a model. */
function modelKey({ plugin, options: { input: _, ...options } }: DetectorChoice): string {
  return JSON.stringify([plugin, options]);
}
