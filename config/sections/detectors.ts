/** Detectors: which one looks at the pictures, and what it is told. Options are checked by the detector itself. */

import { Type } from 'typebox';
import { defaulted } from './field.ts';

/** Name, npm package or path of a detector. */
export function detectorReference(description: string, options: { default?: string } = {}) {
  return Type.String({
    description: `${description} Written as \`auto\`, a name of \`turnout detectors\`, an npm package, or a path that starts with \`./\`, \`../\` or \`/\` (relative to this file).`,
    pattern: '^[^\\s:]{1,500}$',
    'x-expected': 'auto, the name of a detector, an npm package or a path',
    examples: ['auto', 'yolox', './detectors/mine.js'],
    ...options,
  });
}

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
  },
  {
    additionalProperties: false,
    default: {},
    description: 'The detectors that find people in pictures.',
  },
);
