/**
 * The one detector of people over an ONNX file. What differs between models is their head: how they want their picture,
 * and where in their outputs the boxes are. Each file of `heads/` is one.
 */

import type { Static, TSchema } from 'typebox';
import {
  CONTRACT_VERSION,
  type Detection,
  type DetectorDefinition,
  defineDetector,
  type Frame,
  type InputSpec,
} from '../detector.ts';
import type { OptionsSchema } from '../option-types.ts';
import type { Size } from '../picture.ts';
import type { Outputs } from './cells.ts';
import { type MergeRules, mergeDetections } from './merge.ts';
import { hasOpenSides, inputSize, modelSize } from './people-options.ts';
import {
  look,
  type ModelFile,
  type OnnxSession,
  type OpenedModel,
  openSession,
  valuesOf,
} from './session.ts';

/** How the outputs of one file are read. */
export interface Head {
  /** The picture that the model was trained on, next to its size. */
  readonly picture: Pick<InputSpec, 'colour' | 'mean' | 'std' | 'fit'>;
  /** Adds the boxes of at least the score that the options ask for to `into`, in pixels of the input. */
  read(outputs: Outputs, into: Detection[]): void;
}

interface ModelDetector<Options extends OptionsSchema & TSchema> {
  readonly name: string;
  readonly summary: string;
  readonly options: Options;
  /** Most people of a picture; 300 where nothing is said. */
  readonly maxDetections?: number;
  /** Throws `model_shape_mismatch` for a file of another form, naming the forms that it knows. */
  readonly head: (model: OpenedModel, chosen: Static<Options>) => Head;
  /** Only where they are other than those of {@link Sight.people}: `whole` sees at the size of the file, `wanted` at the one asked for. */
  readonly people?: (whole: Sight, wanted: Sight, chosen: Static<Options>) => Sight['people'];
  /** Where the model lies that the option `model` calls `own`. */
  readonly own?: () => string;
  readonly version?: string;
  readonly isWeak?: boolean;
}

/** A model of one size at work. */
export interface Sight {
  readonly size: Size;
  /** The people of a picture in its pixels, surest first. */
  readonly people: (pixels: Float32Array, rules: MergeRules) => Promise<Detection[]>;
}

interface Chosen {
  readonly model: string;
  readonly input: string;
  readonly twin_iou?: number;
  readonly part_inside?: number;
}

/** Grey beside a picture that is not of the model's form: 114 in every project whose models are read here. */
export const PAD = 114;
/** The size of a file that leaves it open, where the options do not say one: that of the published models. */
const OPEN_SIZE: Size = { width: 640, height: 640 };

/** The definition of a detector whose options name a model. */
export function peopleDetector<Options extends OptionsSchema & TSchema>(
  model: ModelDetector<Options>,
): DetectorDefinition<Options> {
  const { name, summary, options, maxDetections = 300, version = '1.0.0', isWeak = false } = model;
  return defineDetector({
    name,
    version,
    contract: CONTRACT_VERSION,
    summary,
    licence: 'MIT',
    options,
    labels: ['person'],
    maxDetections,
    stateBytes: 0,
    isWeak,
    create: async (values, { resolveModel, compute }) => {
      // The loader has checked them against the schema, which the type of the contract reads in its own way.
      const chosen = values as unknown as Static<Options> & Chosen;
      const { twin_iou = Infinity, part_inside = Infinity } = chosen;
      // A head that gives one box a person has no options of merging.
      const rules = { twinIou: twin_iou, partInside: part_inside, most: maxDetections };
      const isOwn = chosen.model === 'own' && model.own !== undefined;
      const path = isOwn ? model.own() : resolveModel(chosen.model);
      const size = inputSize(name, chosen.input);
      const opened: OnnxSession[] = [];
      const open = async (at: Size | null) => {
        const one = await openModel({ path, size: at, compute });
        opened.push(one.session);
        return sightOf(one, model.head(one, chosen));
      };
      const close = async () => {
        for (const session of opened) await session.release();
      };
      try {
        const wanted = await open(size);
        const whole = size === null || model.people === undefined ? wanted : await open(null);
        const people = model.people?.(whole, wanted, chosen) ?? wanted.people;
        return {
          input: {
            ...wanted.size,
            ...wanted.picture,
            values: 'float32-chw',
            align: 'top-left',
            pad: PAD,
          },
          detect: async ({ pixels }: Frame) => {
            if (pixels instanceof Float32Array) return { detections: await people(pixels, rules) };
            throw new TypeError(`${name} wants float32 pixels`);
          },
          close,
        };
      } catch (error) {
        await close();
        throw error;
      }
    },
  });
}

function sightOf({ session, size }: OpenedModel, { picture, read }: Head) {
  const people: Sight['people'] = async (pixels, rules) => {
    const found: Detection[] = [];
    read(valuesOf(session, await look(session, pixels, size)), found);
    return mergeDetections(found, rules);
  };
  return { size, picture, people };
}

/**
 * Opens a file and runs it once: the first run is several times slower than the rest, so it is not left to a camera. A file
 * that leaves its sides open is opened again at a size.
 */
export async function openModel(file: ModelFile): Promise<OpenedModel> {
  const session = await openSession(file);
  if (hasOpenSides(session) && file.size === null) {
    await session.release();
    return openModel({ ...file, size: OPEN_SIZE });
  }
  try {
    const size = modelSize(session);
    const results = await look(session, new Float32Array(3 * size.width * size.height), size);
    const outputs = session.outputs.map(({ name, type, shape }) => {
      return { name, type, shape: results[name]?.shape ?? shape };
    });
    return { session, size, outputs, first: valuesOf(session, results) };
  } catch (error) {
    await session.release();
    throw error;
  }
}
