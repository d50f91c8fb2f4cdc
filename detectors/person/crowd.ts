/**
 * How sure a person has to be, by how many there seem to be: what is hardly anybody in an empty room is someone in a
 * crowd. In rooms of many people the model is asked again at a larger size, which in empty ones shows it too much.
 *
 *   seen at the file's own size      counted
 *   up to 3                          those of `few_score_threshold`
 *   4 to 6                           those of `score_threshold`
 *   7 and more                       at the larger size, those of `crowd_score_threshold`; without one, as 4 to 6
 *
 * Chosen by the error in 146 pictures of rooms, those to develop on (`bench/accuracy/README.md`), among some hundred settings.
 */

import type { Detection } from '../detector.ts';
import type { MergeRules } from '../onnx/merge.ts';
import type { PersonLook } from './look.ts';
import { scaleInto, shrink } from './shrink.ts';

const FEW = 3;
const CROWD = 7;
/** Those who decide how many there seem to be may be less sure than those who count, by so much. */
const SEEN_BELOW = 0.02;
const MIN_SCORE = 0.01;
/** At the larger size, bodies are split more often: less overlap is one person there. */
const CROWD_OVERLAP_LESS = 0.1;

/** What is asked of a look. */
export type Look = Pick<PersonLook, 'size' | 'blank' | 'people'>;

export interface CrowdOptions {
  readonly score_threshold: number;
  readonly few_score_threshold: number;
  readonly crowd_score_threshold: number;
}

/** The people in a picture at the file's own size, and whether there are so many that a larger size is worth it. */
export async function lookOnce(
  look: Look,
  pixels: Float32Array,
  chosen: CrowdOptions,
  rules: MergeRules,
): Promise<{ readonly people: Detection[]; readonly isCrowd: boolean }> {
  const seen = Math.max(MIN_SCORE, chosen.score_threshold - SEEN_BELOW);
  const all = await look.people(pixels, seen, rules);
  const least =
    all.length <= FEW
      ? Math.max(chosen.score_threshold, chosen.few_score_threshold)
      : chosen.score_threshold;
  return { people: all.filter(({ score }) => score >= least), isCrowd: all.length >= CROWD };
}

/** A look at the whole made smaller, and a second one at the larger size where that shows a crowd. */
export class TwoLooks {
  readonly #whole: Look;
  readonly #large: Look;
  readonly #canvas: Float32Array;
  readonly #scale: number;

  constructor(whole: Look, large: Look) {
    this.#whole = whole;
    this.#large = large;
    this.#canvas = whole.blank();
    this.#scale = scaleInto(large.size, whole.size);
  }

  /** In pixels of the larger size. */
  async people(
    pixels: Float32Array,
    chosen: CrowdOptions,
    rules: MergeRules,
  ): Promise<Detection[]> {
    shrink(pixels, this.#large.size, { pixels: this.#canvas, size: this.#whole.size });
    const { people, isCrowd } = await lookOnce(this.#whole, this.#canvas, chosen, rules);
    if (isCrowd) {
      return this.#large.people(pixels, chosen.crowd_score_threshold, {
        ...rules,
        twinIou: rules.twinIou - CROWD_OVERLAP_LESS,
        partInside: rules.partInside - CROWD_OVERLAP_LESS,
      });
    }
    return people.map(({ box: [x1, y1, x2, y2], score, label }) => ({
      box: [x1 / this.#scale, y1 / this.#scale, x2 / this.#scale, y2 / this.#scale],
      score,
      label,
    }));
  }
}
