/** A camera: where its pictures come from, how often it is sampled, which detector counts, and the zones of its picture. */

import type { Static } from 'typebox';
import { PROVIDERS } from '../../detectors/env.ts';
import { ADDRESS_FORMS } from '../address.ts';
import {
  anything,
  autoOrWhole,
  choice,
  duration,
  entry,
  flag,
  formed,
  identifier,
  like,
  line,
  list,
  map,
  number,
  optional,
  overriding,
  pair,
  secret,
  section,
  size,
  whole,
} from './field.ts';

/**
 * How often a camera is sampled. Counts are wanted every few seconds inside a class, and a camera's keyframes seldom come
 * faster than one in two seconds. Outside classes free use and overruns are seen for a twelfth of the cost.
 */
const PERIODS = {
  class_period: duration('200ms..10m', '5s')`
    Time between two samples of a camera while a class is held in its room.`,
  idle_period: duration('200ms..1h', '60s')`
    Time between two samples of a camera outside classes. In a gym without classes in its schedule \`class_period\` applies all day.`,
};

export const SAMPLING = section({
  ...PERIODS,
  workers: autoOrWhole(1, 64)`
    Threads that analyse pictures. auto: one for each core, minus one. Read at the start.`,
  worker_memory: size('64MB..16GB', '512MB')`
    Memory for the JavaScript of one worker; a detector that needs more loses its sample. Read at the start.`,
  task_timeout: duration('500ms..5m', '10s')`
    Maximum time for one picture, from its bytes to its count; then the sample is lost. Read at the start.`,
  open_timeout: duration('1s..2m', '10s')`Maximum time to wait for a camera to answer.`,
  read_timeout: duration('1s..5m', '10s')`
    Maximum time to wait for data of a connected camera; then it is connected again.`,
})`How often cameras are sampled, and with how many threads.`;

/** Name, npm package or path of a detector. */
const detector = (usual?: string) =>
  like(
    formed('^[^\\s:]{1,500}$', 'auto, the name of a detector, an npm package or a path', {
      'x-path': 'reference',
      default: usual,
    }),
    ...['auto', 'yolox', './detectors/mine.js'],
  );

const WRITTEN =
  'Written as `auto`, a name of `turnout detectors`, an npm package, or a path that begins with `./`, `../` or `/` (from this file).';

/** Which detector looks at the pictures. Its options are checked by the detector itself. */
export const DETECTORS = section({
  default: detector('auto')`
    Detector of cameras that name none. \`auto\`: the best installed model, else \`person\` (included), else \`motion\`. ${WRITTEN}`,
  options: like(map(anything`Options of one detector.`), { yolox: { model: 'yolox-nano' } })`
    Options of each detector; \`turnout detectors\` lists them. The path of a model starts from the working folder.`,
  onnx: section({
    provider: choice(PROVIDERS, 'cpu')`
      Execution provider of onnxruntime. One that this computer lacks stops every detector with a model: \`turnout doctor\` tries it.`,
    threads: whole(1, 64, 1)`
      Threads of the processor for one look. More than 1 helps only where there are fewer cameras than cores.`,
  })`What computes the models of detectors. Changes apply without a restart.`,
})`The detectors that find people in pictures.`;

const CORNER = pair(number(0, 1)`Ratio of the picture.`)`A corner, [x, y].`;
const LOWER_PART = [
  [0, 0.3],
  [1, 0.3],
  [1, 1],
  [0, 1],
];
const POSTURE = choice(['lying', 'sitting', 'standing'])`How someone holds themselves.`;

const ZONE = entry({
  name: line(100, {
    'x-unique': { what: 'zone name', in: 'list' },
  })`Name of the zone, unique in its camera.`,
  kind: choice(['count', 'ignore', 'staff', 'overlap'])`
    count: only people in such zones count. ignore: people in it do not (mirrors, posters, windows). staff: counted separately. overlap: floor that another camera of the room sees too, in an overlap zone of the same name; the cameras are added, and people in it count once.`,
  polygon: like(list(CORNER, 32, 3), LOWER_PART)`
    Corners [x, y] in ratios of the picture, 0 to 1, origin top left, y down. Edges must not cross or touch one another.`,
  anchor: choice(['bottom_centre', 'centre'], 'bottom_centre')`
    Point of a person that decides whether they are in the zone: their feet, or their middle for views from above and lying people.`,
  postures: optional(like(list(POSTURE, 3, 1), ['standing']))`
    Whom the zone holds, where the detector reports postures; everyone without it. A staff zone with [standing] is a trainer who stands among people who lie. Anyone whose posture is not known is counted. Not for overlap zones.`,
})`A part of the picture.`;

/** Zones of one picture. More than 16 cannot be kept apart in a sample (`engine/counts`). */
const ZONES = list(ZONE, 16)`
  Parts of the picture. Without zones, the whole picture is counted.`;

/** A file of zones alone, for `turnout analyze --zones`. */
export const ZONES_FILE = entry({ zones: ZONES })`Zones of one picture.`;

const CAMERA_URL = line(2048, {
  'x-form': 'address',
  'x-path': 'address',
  'x-expected': ADDRESS_FORMS,
});

const OWN_PERIODS = entry({
  class_period: overriding(PERIODS.class_period),
  idle_period: overriding(PERIODS.idle_period),
});

export const CAMERA = entry({
  id: identifier('camera id', 'file')`Id of the camera, unique in the whole file.`,
  url: like(secret(CAMERA_URL), `rtsp://viewer:\${HALL_PASSWORD}@192.0.2.10:554/sub`)`
    Where the pictures come from: \`rtsp://\`, \`rtsps://\`, \`http://\` or \`https://\` (MJPEG stream or JPEG snapshot), \`scene:\` (a drawn room) or the path of a video file, relative to this file. Choose the sub-stream if there is one.`,
  transport: choice(['tcp', 'udp'], 'tcp')`How RTSP carries the pictures.`,
  enabled: flag(true)`false leaves the camera in the file, but does not connect to it.`,
  detector: optional(detector())`
    Detector for this camera, if it differs from \`detectors.default\`. ${WRITTEN}`,
  detector_options: optional(like(anything, { score_threshold: 0.4 }))`
    Options of the detector for this camera alone; they override those of \`detectors.options\`.`,
  sampling: optional(OWN_PERIODS)`
    How often this camera is sampled, if it differs from \`sampling\`.`,
  zones: ZONES,
})`A camera.`;

export type CameraSection = Static<typeof CAMERA>;
export type ZonesFile = Static<typeof ZONES_FILE>;
