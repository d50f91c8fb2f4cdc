/** A camera: where its pictures come from, how often it is sampled, which detector counts, and the zones of its picture. */

import { type Static, Type } from 'typebox';
import { PROVIDERS } from '../../detectors/env.ts';
import { ADDRESS_FORMS } from '../address.ts';
import type { SchemaNode } from '../forms.ts';
import {
  about,
  choice,
  duration,
  entry,
  flag,
  formed,
  identifier,
  label,
  line,
  list,
  map,
  number,
  overriding,
  secret,
  section,
  settled,
  size,
  whole,
} from './field.ts';

/**
 * How often a camera is sampled. Counts are wanted every few seconds inside a class, and a camera's keyframes seldom come
 * faster than one in two seconds. Outside classes free use and overruns are seen for a twelfth of the cost.
 */
const PERIODS = {
  class_period: about(
    'Time between two samples of a camera while a class is held in its room.',
    duration('200ms..10m', '5s'),
  ),
  idle_period: about(
    'Time between two samples of a camera outside classes. In a gym without any class in its schedule every hour counts as class time: `class_period` applies.',
    duration('200ms..1h', '60s'),
  ),
};

export const SAMPLING = section('How often cameras are sampled, and with how many threads.', {
  ...PERIODS,
  workers: about(
    'Threads that analyse pictures. auto: one for each core, minus one. Read at the start.',
    settled(
      Type.Union([Type.Literal('auto'), Type.Integer({ minimum: 1, maximum: 64 })], {
        default: 'auto',
      }),
    ),
  ),
  worker_memory: about(
    'Memory for the JavaScript of one worker; a detector that needs more loses its sample. Read at the start.',
    size('64MB..16GB', '512MB'),
  ),
  task_timeout: about(
    'Maximum time for one picture, from its bytes to its count; then the sample is lost. Read at the start.',
    duration('500ms..5m', '10s'),
  ),
  open_timeout: about('Maximum time to wait for a camera to answer.', duration('1s..2m', '10s')),
  read_timeout: about(
    'Maximum time to wait for data of a connected camera; then it is connected again.',
    duration('1s..5m', '10s'),
  ),
});

/** Name, npm package or path of a detector. */
function detectorReference(description: string, words: SchemaNode = {}) {
  return about(
    `${description} Written as \`auto\`, a name of \`turnout detectors\`, an npm package, or a path that starts with \`./\`, \`../\` or \`/\` (relative to this file).`,
    formed('^[^\\s:]{1,500}$', 'auto, the name of a detector, an npm package or a path', {
      'x-path': 'reference',
      ...words,
    }),
    ['auto', 'yolox', './detectors/mine.js'],
  );
}

/** Which detector looks at the pictures. Its options are checked by the detector itself. */
export const DETECTORS = section('The detectors that find people in pictures.', {
  default: detectorReference(
    'Detector for all cameras that name no other. `auto` uses the best one available: an installed model, recommended ones first, or else `person`, whose model ships with the program, or else `motion`.',
    { default: 'auto' },
  ),
  options: about(
    'Options of each detector, named as cameras name it; `turnout detectors` lists the options of each. The path of a model starts from the working folder.',
    map(about('Options of one detector.', Type.Record(Type.String(), Type.Unknown()))),
    [{ yolox: { model: 'yolox-nano' } }],
  ),
  onnx: section('What computes the models of detectors. Changes apply without a restart.', {
    provider: about(
      'Execution provider of onnxruntime. Anything but the processor (`cpu`) has to work on this computer, or no detector that has a model starts: `turnout doctor` tries it.',
      choice(PROVIDERS, 'cpu'),
    ),
    threads: about(
      'Threads of the processor for one look. More than 1 helps only where there are fewer cameras than cores.',
      whole(1, 64, 1),
    ),
  }),
});

const RATIO = about('Ratio of the picture.', number(0, 1));

const ZONE = entry('A part of the picture.', {
  name: label('Name of the zone, unique in its camera.'),
  kind: about(
    'count: people in it are counted; a camera with such zones counts only those. ignore: people in it are not counted (mirrors, posters, windows). staff: people in it are counted separately. overlap: floor that another camera of the room also sees, with an overlap zone of the same name; the cameras are added, and people in it are counted once.',
    choice(['count', 'ignore', 'staff', 'overlap']),
  ),
  polygon: about(
    'Corners [x, y] in ratios of the picture, 0 to 1, origin top left, y down. Edges must not cross or touch one another.',
    list(about('A corner, [x, y].', Type.Tuple([RATIO, RATIO])), 32, 3),
    [
      [
        [0, 0.3],
        [1, 0.3],
        [1, 1],
        [0, 1],
      ],
    ],
  ),
  anchor: about(
    'Point of a person that decides whether they are in the zone: their feet, or their middle for views from above and lying people.',
    choice(['bottom_centre', 'centre'], 'bottom_centre'),
  ),
  postures: Type.Optional(
    about(
      'Whom the zone holds, where the detector reports postures; everyone without it. A staff zone with [standing] is a trainer who stands among people who lie. Anyone whose posture is not known is counted. Not for overlap zones.',
      list(about('How someone holds themselves.', choice(['lying', 'sitting', 'standing'])), 3, 1),
      [['standing']],
    ),
  ),
});

/** Zones of one picture. More than 16 cannot be kept apart in a sample (`engine/counts`). */
const ZONES = about(
  'Parts of the picture. Without zones, the whole picture is counted.',
  list(ZONE, 16),
);

/** A file of zones alone, for `turnout analyze --zones`. */
export const ZONES_FILE = Type.Object({ zones: ZONES }, { additionalProperties: false });

export const CAMERA = entry('A camera.', {
  id: identifier('Id of the camera, unique in the whole file.'),
  url: secret(
    `Where the pictures come from: \`rtsp://\`, \`rtsps://\`, \`http://\` or \`https://\` (MJPEG stream or JPEG snapshot), \`scene:\` (a drawn room) or the path of a video file, relative to this file. Choose the sub-stream if there is one.`,
    Type.With(line(2048), {
      'x-form': 'address',
      'x-path': 'address',
      'x-expected': ADDRESS_FORMS,
    }),
    [`rtsp://viewer:\${HALL_PASSWORD}@192.0.2.10:554/sub`, 'scene:studio?seed=1'],
  ),
  transport: about('How RTSP carries the pictures.', choice(['tcp', 'udp'], 'tcp')),
  enabled: about('false leaves the camera in the file, but does not connect to it.', flag(true)),
  detector: Type.Optional(
    detectorReference('Detector for this camera, if it differs from `detectors.default`.'),
  ),
  detector_options: Type.Optional(
    about(
      'Options of the detector for this camera alone; they override those of `detectors.options`.',
      Type.Record(Type.String(), Type.Unknown()),
      [{ score_threshold: 0.4 }],
    ),
  ),
  sampling: Type.Optional(
    entry('How often this camera is sampled, if it differs from `sampling`.', {
      class_period: overriding(PERIODS.class_period),
      idle_period: overriding(PERIODS.idle_period),
    }),
  ),
  zones: ZONES,
});

export type CameraSection = Static<typeof CAMERA>;
export type ZonesFile = Static<typeof ZONES_FILE>;
