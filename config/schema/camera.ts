/** A camera: where its pictures come from, how often it is sampled, which detector counts, and the zones of its picture. */

import { type Static, Type } from 'typebox';
import { PROVIDERS } from '../../detectors/onnx/providers.ts';
import { ADDRESS_FORMS } from '../address.ts';
import {
  choice,
  duration,
  entry,
  flag,
  identifier,
  label,
  list,
  map,
  overriding,
  section,
  settled,
  size,
  text,
  whole,
} from './field.ts';

/**
 * How often a camera is sampled. Counts are wanted every few seconds inside a class, and a camera's keyframes seldom come
 * faster than one in two seconds. Outside classes free use and overruns are seen for a twelfth of the cost. PAUSE is off:
 * what cameras and recorders make of it is written down for few, and was tried with servers alone.
 */
const PERIODS = {
  class_period: duration('200ms..10m', {
    default: '5s',
    description: 'Time between two samples of a camera while a class is held in its room.',
  }),
  idle_period: duration('200ms..1h', {
    default: '60s',
    description:
      'Time between two samples of a camera outside classes. In a gym without any class in its schedule every hour counts as class time: `class_period` applies.',
  }),
  idle_pause: flag({
    default: false,
    description:
      'true pauses RTSP cameras (PAUSE) between samples that are 20 s or more apart. This saves most of their traffic and processor time outside classes; for H.264 and H.265 over `transport: tcp`. A camera that does not stop, does not return or shows old pictures then plays continuously until the next start. Try it with one camera first, and check that its recorder still records.',
  }),
};

export const SAMPLING = section('How often cameras are sampled, and with how many threads.', {
  ...PERIODS,
  workers: settled(
    Type.Union([Type.Literal('auto'), Type.Integer({ minimum: 1, maximum: 64 })], {
      default: 'auto',
      description:
        'Threads that analyse pictures. auto: one for each core, minus one. Read at the start.',
    }),
  ),
  worker_memory: size('64MB..16GB', {
    default: '512MB',
    description:
      'Memory for the JavaScript of one worker; a detector that needs more loses its sample. Read at the start.',
  }),
  task_timeout: duration('500ms..5m', {
    default: '10s',
    description:
      'Maximum time for one picture, from its bytes to its count; then the sample is lost. Read at the start.',
  }),
  open_timeout: duration('1s..2m', {
    default: '10s',
    description: 'Maximum time to wait for a camera to answer.',
  }),
  read_timeout: duration('1s..5m', {
    default: '10s',
    description: 'Maximum time to wait for data of a connected camera; then it is connected again.',
  }),
});

/** Name, npm package or path of a detector. */
function detectorReference(description: string, options: { readonly default?: string } = {}) {
  return text({
    description: `${description} Written as \`auto\`, a name of \`turnout detectors\`, an npm package, or a path that starts with \`./\`, \`../\` or \`/\` (relative to this file).`,
    pattern: '^[^\\s:]{1,500}$',
    'x-expected': 'auto, the name of a detector, an npm package or a path',
    examples: ['auto', 'yolox', './detectors/mine.js'],
    'x-path': 'reference',
    ...options,
  });
}

/** Which detector looks at the pictures. Its options are checked by the detector itself. */
export const DETECTORS = section('The detectors that find people in pictures.', {
  default: detectorReference(
    'Detector for all cameras that name no other. `auto` uses the best one available: an installed model, recommended ones first, or else `person`, whose model ships with the program, or else `motion`.',
    { default: 'auto' },
  ),
  options: map(
    Type.Record(Type.String(), Type.Unknown(), { description: 'Options of one detector.' }),
    {
      default: {},
      description:
        'Options of each detector, named as cameras name it; `turnout detectors` lists the options of each. The path of a model starts from the working folder.',
      examples: [{ yolox: { model: 'yolox-nano' } }],
    },
  ),
  onnx: section('What computes the models of detectors. Changes apply without a restart.', {
    provider: choice(['auto', ...PROVIDERS], {
      default: 'auto',
      description:
        'Execution provider of onnxruntime. `auto` tries what the installed package offers with a picture, takes the fastest that works, and the processor (`cpu`) otherwise; it never takes `tensorrt`, which needs a minute to open a model. Any other has to work, or no detector that has a model starts: `turnout doctor` shows what works on this computer.',
    }),
    threads: whole(1, 64, {
      default: 1,
      description:
        'Threads of the processor for one look. The workers look at several cameras at the same time, so more than 1 helps only where there are fewer cameras than cores.',
    }),
  }),
});

const RATIO = Type.Number({ minimum: 0, maximum: 1, description: 'Ratio of the picture.' });

const ZONE = entry('A part of the picture.', {
  name: label('Name of the zone, unique in its camera.'),
  kind: choice(['count', 'ignore', 'staff', 'overlap'], {
    description:
      'count: people in it are counted; a camera with such zones counts only those. ignore: people in it are not counted (mirrors, posters, windows). staff: people in it are counted separately. overlap: floor that another camera of the room also sees, with an overlap zone of the same name; the cameras are added, and people in it are counted once.',
  }),
  polygon: list(Type.Tuple([RATIO, RATIO], { description: 'A corner, [x, y].' }), {
    minItems: 3,
    maxItems: 32,
    description:
      'Corners [x, y] in ratios of the picture, 0 to 1, origin top left, y down. Edges must not cross or touch one another.',
    examples: [
      [
        [0, 0.3],
        [1, 0.3],
        [1, 1],
        [0, 1],
      ],
    ],
  }),
  anchor: choice(['bottom_centre', 'centre'], {
    default: 'bottom_centre',
    description:
      'Point of a person that decides whether they are in the zone: their feet, or their middle for views from above and lying people.',
  }),
  postures: Type.Optional(
    list(
      choice(['lying', 'sitting', 'standing'], { description: 'How someone holds themselves.' }),
      {
        minItems: 1,
        maxItems: 3,
        description:
          'Whom the zone holds, where the detector reports postures; everyone without it. A staff zone with [standing] is a trainer who stands among people who lie. Anyone whose posture is not known is counted: count zones hold them, ignore and staff zones do not. Samples store the people of each zone, so two count zones over the same floor, one of them with [lying], also store how many lie. Not for overlap zones.',
        examples: [['standing']],
      },
    ),
  ),
});

/** Zones of one picture. More than 16 cannot be kept apart in a sample (`engine/counts`). */
const ZONES = list(ZONE, {
  maxItems: 16,
  default: [],
  description: 'Parts of the picture. Without zones, the whole picture is counted.',
});

/** A file of zones alone, for `turnout analyze --zones`. */
export const ZONES_FILE = Type.Object({ zones: ZONES }, { additionalProperties: false });

export const CAMERA = entry('A camera.', {
  id: identifier('Id of the camera, unique in the whole file.'),
  url: text({
    description: `Where the pictures come from: \`rtsp://\`, \`rtsps://\`, \`http://\` or \`https://\` (MJPEG stream or JPEG snapshot), \`scene:\` (a drawn room) or the path of a video file, relative to this file. Choose the sub-stream of the camera if it has one. Put the password into the environment: \`rtsp://viewer:\${HALL_PASSWORD}@…\`. Never shown in logs, errors or answers.`,
    minLength: 1,
    maxLength: 2048,
    examples: [`rtsp://viewer:\${HALL_PASSWORD}@192.0.2.10:554/sub`, 'scene:studio?seed=1'],
    'x-form': 'address',
    'x-path': 'address',
    'x-expected': ADDRESS_FORMS,
    'x-secret': true,
  }),
  transport: choice(['tcp', 'udp'], {
    default: 'tcp',
    description: 'How RTSP carries the pictures.',
  }),
  enabled: flag({
    default: true,
    description: 'false leaves the camera in the file, but does not connect to it.',
  }),
  detector: Type.Optional(
    detectorReference('Detector for this camera, if it differs from `detectors.default`.'),
  ),
  detector_options: Type.Optional(
    map(Type.Unknown(), {
      description:
        'Options of the detector for this camera alone; they override those of `detectors.options`.',
      examples: [{ score_threshold: 0.4 }],
    }),
  ),
  pixel_unit: Type.Optional(
    choice(['centikelvin', 'decikelvin', 'millimetre'], {
      description:
        'What one step of a pixel is, if the camera sends 16-bit grey pictures (PNG): a hundredth or a tenth of a kelvin for thermal cameras, a millimetre for depth cameras. Detectors for such pictures use it.',
    }),
  ),
  sampling: Type.Optional(
    entry('How often this camera is sampled, if it differs from `sampling`.', {
      class_period: overriding(PERIODS.class_period),
      idle_period: overriding(PERIODS.idle_period),
      idle_pause: overriding(PERIODS.idle_pause),
    }),
  ),
  zones: ZONES,
});

export type CameraSection = Static<typeof CAMERA>;
export type ZonesFile = Static<typeof ZONES_FILE>;
