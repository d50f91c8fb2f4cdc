/** Detectors and models, for the operator API. */

import { Type } from 'typebox';
import { closed, nullable } from '../../../gym/reports/fields/field.ts';
import { SEEN } from './look.ts';

const SIZE = Type.Object(
  {
    width: Type.Integer({ description: 'px' }),
    height: Type.Integer({ description: 'px' }),
  },
  closed,
);

const DETECTOR = Type.Object(
  {
    name: Type.String({ description: 'Such as `person` or `yolox/yolox-nano`.' }),
    weak: Type.Boolean({ description: 'Whether it is known to miss and double people.' }),
    is_default: Type.Boolean({
      description: 'Whether cameras without a detector of their own use it.',
    }),
    cameras: Type.Array(Type.String(), { description: 'Ids of the cameras that use it.' }),
  },
  { ...closed, title: 'KnownDetector', description: 'A detector that can look at pictures now.' },
);

export const MODEL_NAME = Type.String({
  maxLength: 64,
  description: 'Name of a model of the list.',
});

const MODEL = Type.Object(
  {
    name: Type.String(),
    detector: Type.String({ description: 'The detector that reads it.' }),
    input: SIZE,
    licence: Type.String({ description: 'SPDX name of the licence that the project gives.' }),
    source: Type.String({ description: 'Page of the project.' }),
    coco_ap: nullable(
      Type.Number({ description: 'Average precision on COCO that the project publishes, %.' }),
    ),
    size_bytes: nullable(
      Type.Integer({ description: 'Of the installed file, or as published; null if not known.' }),
    ),
    sha256: nullable(
      Type.String({ description: 'Of the installed file, or as published; null if not known.' }),
    ),
    checksum: nullable(
      Type.Enum(['published', 'tested', 'unverified'], {
        description:
          'What the SHA-256 of the installed file is: the published one, that of the copy that Turnout is tested with, or not known. Null if it is not installed.',
      }),
    ),
    installed: Type.Boolean(),
    recommended: Type.Boolean({ description: 'The one to take when in doubt; one a detector.' }),
    installable: Type.Boolean({
      description:
        'Whether its file is published. Others come by `turnout model install NAME --from FILE`.',
    }),
  },
  { ...closed, title: 'Model', description: 'A model of the list that Turnout ships.' },
);

export const INSTALL = Type.Object(
  {
    model: Type.String(),
    state: Type.Enum(['none', 'running', 'installed', 'failed', 'cancelled'], {
      description: '`none`: no one has installed it since the start.',
    }),
    received_bytes: Type.Integer({ minimum: 0 }),
    total_bytes: nullable(Type.Integer({ description: 'Null if the server does not say.' })),
    code: nullable(Type.String({ description: 'Error code of one that failed.' })),
    words: nullable(Type.String({ description: 'Why it failed, and what to do.' })),
  },
  { ...closed, title: 'ModelInstall', description: 'How far the installation of a model is.' },
);

export const DETECTOR_LIST = Type.Object(
  {
    detectors: Type.Array(DETECTOR),
    hint: nullable(
      Type.String({
        description: 'Why the detector of some camera is not enough; null if all are.',
      }),
    ),
    better: nullable(
      Type.String({ description: 'The model to install then; null if it is there.' }),
    ),
    models: Type.Array(MODEL),
    install: nullable(INSTALL),
  },
  { ...closed, title: 'DetectorList', description: 'What is there, and what can be installed.' },
);

/** Detectors tried on one picture at most. Chosen here: each may take some seconds to start. */
export const MAX_TRIED = 6;

export const TEST_REQUEST = Type.Object(
  {
    detectors: Type.Array(Type.String({ maxLength: 200 }), {
      minItems: 1,
      maxItems: MAX_TRIED,
      uniqueItems: true,
      description: 'Names of `GET /operator/v1/detectors`.',
    }),
  },
  { ...closed, title: 'DetectorTestRequest', description: 'What to try.' },
);

const RESULT = Type.Object(
  {
    name: Type.String(),
    count: nullable(
      Type.Integer({
        description: 'By the zones of the camera; null if it failed, or needs more pictures.',
      }),
    ),
    boxes: Type.Array(SEEN),
    ms: nullable(Type.Number({ description: 'Of one look, without decoding. Null if it failed.' })),
    input: nullable(SIZE),
    code: nullable(Type.String({ description: 'Error code of one that failed.' })),
    words: nullable(Type.String({ description: 'Why it failed, and what to do.' })),
  },
  { ...closed, title: 'DetectorResult', description: 'What one detector made of the picture.' },
);

export const TEST_ANSWER = Type.Object(
  {
    frame: nullable(
      Type.Integer({
        description:
          'Number of the picture: `…/look/{frame}.jpg`, for 15 seconds. Null if none came, or it cannot be read.',
      }),
    ),
    taken_at: nullable(Type.String({ format: 'date-time' })),
    width: nullable(Type.Integer({ description: 'Of the picture, px.' })),
    height: nullable(Type.Integer({ description: 'Of the picture, px.' })),
    words: nullable(Type.String({ description: 'Why there is no picture; null if there is one.' })),
    results: Type.Array(RESULT),
  },
  { ...closed, title: 'DetectorTest', description: 'One picture, looked at by several detectors.' },
);
