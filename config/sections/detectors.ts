/** Detectors: which one looks at the pictures, and what it is told. Options are checked by the detector itself. */

import { Type } from 'typebox';
import { PROVIDERS } from '../../detectors/onnx/providers.ts';
import { choice, defaulted } from './field.ts';

/** Name, npm package or path of a detector. */
export function detectorReference(description: string, options: { default?: string } = {}) {
  return Type.String({
    description: `${description} Written as \`auto\`, a name of \`turnout detectors\`, an npm package, or a path that starts with \`./\`, \`../\` or \`/\` (relative to this file).`,
    pattern: '^[^\\s:]{1,500}$',
    'x-expected': 'auto, the name of a detector, an npm package or a path',
    examples: ['auto', 'yolox', './detectors/mine.js'],
    'x-path': 'reference',
    ...options,
  });
}

const ONNX = Type.Object(
  {
    provider: defaulted(
      choice(['auto', ...PROVIDERS], {
        default: 'auto',
        description:
          'Execution provider of onnxruntime. `auto` tries what the installed package offers with a picture, takes the fastest that works, and the processor (`cpu`) otherwise; it never takes `tensorrt`, which needs a minute to open a model. Any other has to work, or no detector that has a model starts: `turnout doctor` shows what works on this computer.',
      }),
    ),
    threads: defaulted(
      Type.Integer({
        minimum: 1,
        maximum: 64,
        default: 1,
        description:
          'Threads of the processor for one look. The workers look at several cameras at the same time, so more than 1 helps only where there are fewer cameras than cores.',
      }),
    ),
  },
  {
    additionalProperties: false,
    default: {},
    description: 'What computes the models of detectors. Changes apply without a restart.',
  },
);

export const DETECTORS = Type.Object(
  {
    default: defaulted(
      detectorReference(
        'Detector for all cameras that name no other. `auto` uses the best one available: an installed model, recommended ones first, or else `person`, whose model ships with the program, or else `motion`.',
        { default: 'auto' },
      ),
    ),
    options: defaulted(
      Type.Record(
        Type.String(),
        Type.Record(Type.String(), Type.Unknown(), { description: 'Options of one detector.' }),
        {
          default: {},
          description:
            'Options of each detector, named as cameras name it; `turnout detectors` lists the options of each. The path of a model starts from the working folder.',
          examples: [{ yolox: { model: 'yolox-nano' } }],
        },
      ),
    ),
    onnx: defaulted(ONNX),
  },
  {
    additionalProperties: false,
    default: {},
    description: 'The detectors that find people in pictures.',
  },
);
