/** A camera: where its pictures come from, and what differs from the general settings for it alone. */

import { type Static, Type } from 'typebox';
import { ADDRESS_FORMS } from '../../values/address.ts';
import { detectorReference } from '../detectors.ts';
import { choice, defaulted, identifier } from '../field.ts';
import { classPeriod, idlePause, idlePeriod } from '../sampling.ts';
import { ZONES } from './zone.ts';

const CAMERA_SAMPLING = Type.Object(
  {
    class_period: Type.Optional(classPeriod()),
    idle_period: Type.Optional(idlePeriod()),
    idle_pause: Type.Optional(idlePause()),
  },
  {
    additionalProperties: false,
    description: 'How often this camera is sampled, if it differs from `sampling`.',
  },
);

export const CAMERA = Type.Object(
  {
    id: identifier('Id of the camera, unique in the whole file.'),
    url: Type.String({
      description: `Where the pictures come from: \`rtsp://\`, \`rtsps://\`, \`http://\` or \`https://\` (MJPEG stream or JPEG snapshot), \`scene:\` (a drawn room) or the path of a video file, relative to this file. Choose the sub-stream of the camera if it has one. Put the password into the environment: \`rtsp://viewer:\${HALL_PASSWORD}@…\`. Never shown in logs, errors or answers.`,
      minLength: 1,
      maxLength: 2048,
      examples: [`rtsp://viewer:\${HALL_PASSWORD}@192.0.2.10:554/sub`, 'scene:studio?seed=1'],
      'x-form': 'address',
      'x-path': 'address',
      'x-expected': ADDRESS_FORMS,
      'x-secret': true,
    }),
    transport: defaulted(
      choice(['tcp', 'udp'], { description: 'How RTSP carries the pictures.', default: 'tcp' }),
    ),
    enabled: defaulted(
      Type.Boolean({
        description: 'false leaves the camera in the file, but does not connect to it.',
        default: true,
      }),
    ),
    detector: Type.Optional(
      detectorReference('Detector for this camera, if it differs from `detectors.default`.'),
    ),
    detector_options: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description:
          'Options of the detector for this camera alone; they override those of `detectors.options`.',
        examples: [{ score_threshold: 0.4 }],
      }),
    ),
    pixel_unit: Type.Optional(
      Type.Enum(['centikelvin', 'decikelvin', 'millimetre'], {
        description:
          'What one step of a pixel is, if the camera sends 16-bit grey pictures (PNG): a hundredth or a tenth of a kelvin for thermal cameras, a millimetre for depth cameras. Detectors for such pictures use it.',
      }),
    ),
    sampling: Type.Optional(CAMERA_SAMPLING),
    zones: defaulted(ZONES),
  },
  { additionalProperties: false, description: 'A camera.' },
);

export type CameraSection = Static<typeof CAMERA>;
