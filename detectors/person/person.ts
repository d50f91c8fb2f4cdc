/**
 * The `person` detector: people by our own model, which ships with the project and needs no installing. Its output, as
 * `training/export.py` writes it:
 *
 *   1 × cells × 5, cells of stride 8, then 16, then 32, each level row by row
 *   ┌────┬────┬────┬────┬───────┐
 *   │ x1 │ y1 │ x2 │ y2 │ score │
 *   └────┴────┴────┴────┴───────┘
 *   sides in pixels of the input, score 0..1; twins are not yet suppressed
 *
 * The picture is RGB 0..255, letterboxed to the top left on a filling of 114. How the
 * model was made, and where it fails, is in model-card.md.
 */

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Type } from 'typebox';
import type { Detection } from '../detector.ts';
import { cellRows, cellsOf, levelsOf } from '../onnx/cells.ts';
import { addPerson } from '../onnx/merge.ts';
import { type Head, PAD, peopleDetector, type Sight } from '../onnx/people-detector.ts';
import { inputOption, peopleOptions, shapeMismatch } from '../onnx/people-options.ts';
import type { OpenedModel } from '../onnx/session.ts';
import type { Size } from '../picture.ts';

const STRIDES_PX = [8, 16, 32];
/** Values a cell. */
const ROW_LENGTH = 5;
const SCORE = 4;

/**
 * Sizes that `auto` chooses for it end here. In rooms of 10 to 25 people of those to develop on it is off by 3.29 at 640x384,
 * 2.98 at 832x480 and 4.24 at 960x544, in rooms of 16 to 30 by 3.76, 3.64 and 5.48 (`npx tsx bench/accuracy/run.ts --rooms-only --only person`).
 */
const MOST_AUTO_PIXELS = 832 * 480;

/**
 * 0.26 has the least mean error of the count over coco, surveillance, exercise and street pictures of the validation
 * split, among 0.08, 0.10 … 0.70 and on those very pictures. The other two: see `FEW`.
 */
const options = Type.Object(
  {
    ...peopleOptions({ model: 'own', scoreThreshold: 0.26 }).properties,
    few_score_threshold: Type.Number({
      default: 0.36,
      minimum: 0.01,
      maximum: 0.99,
      description:
        'Least score of a person where up to three are seen, 0.01..0.99; below score_threshold it does nothing.',
    }),
    crowd_score_threshold: Type.Number({
      default: 0.18,
      minimum: 0.01,
      maximum: 0.99,
      description:
        'Least score of a person where seven or more are seen and the input is larger than that of the file, 0.01..0.99.',
    }),
    input: inputOption({ mostAutoPixels: MOST_AUTO_PIXELS }),
  },
  { additionalProperties: false },
);

export const person = peopleDetector({
  name: 'person',
  version: '1.1.0',
  summary: 'People by a small model of our own (ONNX) that comes with the program.',
  isWeak: true,
  options,
  own: ownModel,
  head: (model, chosen) => personHead(model, leastScore(chosen)),
  people: peopleByCrowd,
});

function personHead(model: OpenedModel, least: number): Head {
  const levels = levelsOf(model.size, STRIDES_PX);
  const { name = '', length } = cellRows(model, levels) ?? {};
  if (length !== ROW_LENGTH) {
    throw shapeMismatch(model, `one output float32 1x${cellsOf(levels)}x${ROW_LENGTH}`);
  }
  return {
    picture: { colour: 'rgb', fit: 'letterbox' },
    read: ({ [name]: values = new Float32Array(0) }, into) => {
      for (let row = 0; row + SCORE < values.length; row += ROW_LENGTH) {
        const score = values[row + SCORE] ?? 0;
        if (!(score >= least)) continue;
        const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = values.subarray(row, row + SCORE);
        addPerson(into, score, x1, y1, x2, y2);
      }
    },
  };
}

/** The file next to this one; from a bundle in `dist/`, the one among the sources. */
function ownModel(): string {
  const folders = ['..', '../..', '../../..'].map((way) => `${way}/detectors/person/`);
  const places = ['', ...folders].map((folder) =>
    fileURLToPath(new URL(`${folder}person.onnx`, import.meta.url)),
  );
  return places.find((place) => existsSync(place)) ?? '';
}

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
export function scaleInto(from: Size, to: Size): number {
  return Math.min(to.width / from.width, to.height / from.height);
}

/**
 * Makes `pixels` of `from` smaller into the top left of `into`, whose other values are left as they are: bilinear between
 * the four nearest values, which at half the size is their mean. Colour planes one after the other.
 */
export function shrink(
  pixels: Float32Array,
  from: Size,
  into: { readonly pixels: Float32Array; readonly size: Size },
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
