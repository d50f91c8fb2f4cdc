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
import type { ModelSize } from '../onnx/model-size.ts';
import { PAD, type Sight } from '../onnx/people-detector.ts';

const FEW = 3;
const CROWD = 7;
/** Those who decide how many there seem to be may be less sure than those who count, by so much. */
const SEEN_BELOW = 0.02;
const MIN_SCORE = 0.01;
/** At the larger size, bodies are split more often: less overlap is one person there. */
const CROWD_OVERLAP_LESS = 0.1;

export interface CrowdOptions {
  readonly score_threshold: number;
  readonly few_score_threshold: number;
  readonly crowd_score_threshold: number;
}

/** The least score of those whom any rule here looks at. */
export function leastScore(chosen: CrowdOptions): number {
  return Math.min(seenScore(chosen), chosen.crowd_score_threshold);
}

const seenScore = ({ score_threshold }: CrowdOptions) =>
  Math.max(MIN_SCORE, score_threshold - SEEN_BELOW);
const surer = (people: readonly Detection[], least: number) =>
  people.filter(({ score }) => score >= least);

/** The people at the file's own size, and where that shows a crowd those at the larger one; in pixels of `wanted`. */
export function peopleByCrowd(whole: Sight, wanted: Sight, chosen: CrowdOptions): Sight['people'] {
  const scale = scaleInto(wanted.size, whole.size);
  if (scale >= 1) {
    return async (pixels, rules) => counted(await wanted.people(pixels, rules), chosen).people;
  }
  const canvas = new Float32Array(3 * whole.size.width * whole.size.height).fill(PAD);
  return async (pixels, rules) => {
    shrink(pixels, wanted.size, { pixels: canvas, size: whole.size });
    const { people, isCrowd } = counted(await whole.people(canvas, rules), chosen);
    if (isCrowd) {
      const all = await wanted.people(pixels, {
        ...rules,
        twinIou: rules.twinIou - CROWD_OVERLAP_LESS,
        partInside: rules.partInside - CROWD_OVERLAP_LESS,
      });
      return surer(all, chosen.crowd_score_threshold);
    }
    return people.map(({ box: [x1, y1, x2, y2], score, label }) => ({
      box: [x1 / scale, y1 / scale, x2 / scale, y2 / scale],
      score,
      label,
    }));
  };
}

/** Those who count of all that were seen at one size, and whether there are so many that a larger size is worth it. */
function counted(all: readonly Detection[], chosen: CrowdOptions) {
  const { score_threshold, few_score_threshold } = chosen;
  const seen = surer(all, seenScore(chosen)).length;
  const least = seen <= FEW ? Math.max(score_threshold, few_score_threshold) : score_threshold;
  return { people: surer(all, least), isCrowd: seen >= CROWD };
}

/** The scale at which `from` fits into `to` at the top left; over 1 where it would have to grow. */
export function scaleInto(from: ModelSize, to: ModelSize): number {
  return Math.min(to.width / from.width, to.height / from.height);
}

/**
 * Makes `pixels` of `from` smaller into the top left of `into`, whose other values are left as they are: bilinear between
 * the four nearest values, which at half the size is their mean. Colour planes one after the other.
 */
export function shrink(
  pixels: Float32Array,
  from: ModelSize,
  into: { readonly pixels: Float32Array; readonly size: ModelSize },
): void {
  const scale = scaleInto(from, into.size);
  const columns = Math.min(into.size.width, Math.round(from.width * scale));
  const rows = Math.min(into.size.height, Math.round(from.height * scale));
  const xs = Array.from({ length: columns }, (_, x) => between((x + 0.5) / scale, from.width));
  for (let plane = 0; plane < 3; plane += 1) {
    const start = plane * from.width * from.height;
    for (let y = 0; y < rows; y += 1) {
      const line = between((y + 0.5) / scale, from.height);
      const above = start + line.at * from.width;
      const below = start + line.next * from.width;
      const target = plane * into.size.width * into.size.height + y * into.size.width;
      for (const [x, { at, next, share }] of xs.entries()) {
        const top = mix(pixels[above + at] ?? 0, pixels[above + next] ?? 0, share);
        const bottom = mix(pixels[below + at] ?? 0, pixels[below + next] ?? 0, share);
        into.pixels[target + x] = mix(top, bottom, line.share);
      }
    }
  }
}

/** The two values around a place, and how much of the second one counts. */
function between(place: number, length: number) {
  const inside = Math.min(length - 1, Math.max(0, place - 0.5));
  const at = Math.floor(inside);
  return { at, next: Math.min(length - 1, at + 1), share: inside - at };
}

function mix(a: number, b: number, share: number): number {
  return a + (b - a) * share;
}
