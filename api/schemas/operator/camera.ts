/**
 * Cameras of the operator API. What may be set is what `turnout.yaml` takes: its own schemas. An address goes in and never
 * comes out.
 */

import { type Static, Type } from 'typebox';
import { CAMERA as CONFIGURED } from '../../../config/schema/camera.ts';
import { closed, nullable } from '../../../gym/reports/fields/field.ts';
import { PROBE_STAGES } from '../../../service/operator/probe-words.ts';
import { CAMERA_STATES } from '../status.ts';

const { id, transport, enabled, pixel_unit, sampling, zones } = CONFIGURED.properties;

const detector = Type.String({
  minLength: 1,
  maxLength: 500,
  description:
    '`auto`, a detector that ships, or another name of `GET /operator/v1/detectors`; one with a model, such as `yolox/yolox-nano`, sets the model too. A path or a package is written into `turnout.yaml` by hand.',
  examples: ['auto', 'yolox/yolox-nano'],
});

const detector_options = Type.Record(Type.String(), Type.Unknown(), {
  description:
    'Options of the detector for this camera alone. `model` is the name of a model of `GET /operator/v1/detectors`; a path or an address is written into `turnout.yaml` by hand.',
  examples: [{ score_threshold: 0.4 }],
});

export const CAMERA_ID = Type.String({ ...id, description: 'Id of the camera.' });

export const ADDRESS = Type.Object(
  {
    url: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2_048,
        description:
          'Where the stream is: `rtsp://`, `rtsps://`, `http://` or `https://`, or `scene:` for a drawn room. User and password are apart. Never given out again. Left out only with `found`.',
        examples: ['rtsp://192.0.2.10:554/Streaming/Channels/102'],
      }),
    ),
    found: Type.Optional(
      Type.String({
        maxLength: 64,
        description:
          'Id of a camera that `POST /operator/v1/cameras/find` found, in place of `url`.',
      }),
    ),
    path: Type.Optional(
      Type.String({
        maxLength: 1_000,
        description: 'Path of the stream, with `found` alone: for a camera that does not tell it.',
      }),
    ),
    user: Type.Optional(Type.String({ maxLength: 200, description: 'As the camera knows it.' })),
    password: Type.Optional(
      Type.String({
        maxLength: 200,
        description:
          'As it is, without encoding. Stored in `secrets.env` of the data folder and never given out again. Left out in a change: the stored one stays while host and user do, unless the new address sends it in clear (`rtsps` to `rtsp`).',
      }),
    ),
  },
  { ...closed, title: 'CameraAddress', description: 'How a camera is reached.' },
);

/** A key that is left out stays as it is; null takes it out of the file. */
export const CAMERA_CHANGE = Type.Object(
  {
    address: Type.Optional(ADDRESS),
    transport: Type.Optional(nullable(transport)),
    enabled: Type.Optional(nullable(enabled)),
    detector: Type.Optional(nullable(detector)),
    detector_options: Type.Optional(nullable(detector_options)),
    pixel_unit: Type.Optional(nullable(pixel_unit)),
    sampling: Type.Optional(nullable(sampling)),
    zones: Type.Optional(nullable(zones)),
  },
  {
    ...closed,
    title: 'CameraChange',
    description: 'What to change; null is the default again.',
  },
);

export const NEW_CAMERA = Type.Object(
  {
    id: CAMERA_ID,
    room: Type.String({ minLength: 1, maxLength: 64, description: 'Id of a room of the gym.' }),
    address: ADDRESS,
    transport: Type.Optional(transport),
    enabled: Type.Optional(enabled),
    detector: Type.Optional(detector),
    detector_options: Type.Optional(detector_options),
    sampling: Type.Optional(sampling),
    zones: Type.Optional(zones),
  },
  { ...closed, title: 'NewCamera', description: 'A camera to add.' },
);

const OTHER_ZONES = Type.Object(
  { camera: CAMERA_ID, zones },
  { ...closed, title: 'OtherZones', description: 'All zones of another camera from now on.' },
);

export const ZONES_CHANGE = Type.Object(
  {
    zones,
    also: Type.Optional(
      Type.Array(OTHER_ZONES, {
        maxItems: 7,
        description:
          'Other cameras of the same room, changed at the same time or not at all: an overlap zone needs one of the same name on another camera.',
      }),
    ),
  },
  { ...closed, title: 'ZonesChange', description: 'All zones of the camera from now on.' },
);

export const REVISION = nullable(
  Type.String({
    description: 'Revision of `turnout.yaml`, for `If-Match`. Null if there is no file (the demo).',
  }),
);

const time = (description: string) =>
  nullable(Type.String({ format: 'date-time', description: `${description} Null: never.` }));

const CONNECTION = Type.Object(
  {
    state: Type.Enum(CAMERA_STATES),
    reasons: Type.Array(Type.String(), { description: 'Error codes, or frozen, black, long_gop.' }),
    detail: nullable(Type.String({ description: 'What is wrong, and what to do.' })),
    since: Type.String({ format: 'date-time', description: 'When the state was entered.' }),
    retry_at: time('When the next attempt starts.'),
    codec: nullable(Type.String()),
    width: nullable(Type.Integer({ description: 'px' })),
    height: nullable(Type.Integer({ description: 'px' })),
    fps: nullable(Type.Number({ description: 'Frames a second.' })),
    gop_ms: nullable(Type.Number({ description: 'Time between the last two keyframes, ms.' })),
    last_sample_at: time('When it was counted last, since the start.'),
  },
  { ...closed, title: 'CameraConnection', description: 'How the camera is now.' },
);

const COVERAGE = Type.Object(
  {
    counted: Type.Integer({ description: 'The most people that it counted at once lately.' }),
    reasons: Type.Array(Type.Enum(['crowded', 'small_input']), { description: 'As of a class.' }),
    words: Type.String({ description: 'What is too much for it, and what to do.' }),
  },
  {
    ...closed,
    title: 'CameraCoverage',
    description: 'A room that is too full for this camera alone.',
  },
);

export const OPERATOR_CAMERA = Type.Object(
  {
    id: Type.String(),
    room: Type.String({ description: 'Id of its room.' }),
    source: nullable(
      Type.String({
        description: 'Kind of its address, such as `rtsp`. Null if it waits for a variable.',
      }),
    ),
    waits_for: Type.Array(Type.String(), {
      description: 'Variables of the address that are not set.',
    }),
    maker: nullable(Type.String({ description: 'Maker whose path it is; null if not known.' })),
    has_password: Type.Boolean({ description: 'Whether its address has a password.' }),
    transport,
    enabled,
    detector: Type.String({
      description: 'Its own, or the general one; of a path the name of the file.',
    }),
    detector_options,
    sampling: Type.Object(
      {
        class_period_ms: Type.Number({ description: 'Between two samples in a class, ms.' }),
        idle_period_ms: Type.Number({ description: 'Between two samples at other times, ms.' }),
        idle_pause: Type.Boolean(),
      },
      { ...closed, title: 'CameraPeriods', description: 'How often it is sampled.' },
    ),
    zones,
    connection: nullable(CONNECTION),
    coverage: nullable(COVERAGE),
  },
  {
    ...closed,
    title: 'OperatorCamera',
    description:
      'A camera as it is configured and as it is. `connection` is null if it is off, `coverage` if it sees no crowd.',
  },
);
export type OperatorCamera = Static<typeof OPERATOR_CAMERA>;

export const CAMERA_LIST = Type.Object(
  { revision: REVISION, cameras: Type.Array(OPERATOR_CAMERA) },
  { ...closed, title: 'CameraList', description: 'The cameras of the gym, those in need first.' },
);

export const CAMERA_ANSWER = Type.Object(
  { revision: REVISION, camera: OPERATOR_CAMERA },
  { ...closed, title: 'CameraAnswer', description: 'One camera.' },
);

export const REMOVED = Type.Object(
  { revision: REVISION, removed: Type.String({ description: 'Id of what was removed.' }) },
  { ...closed, title: 'Removed', description: 'What is no longer in the file.' },
);

export const PROBE_REQUEST = Type.Object(
  {
    address: Type.Optional(ADDRESS),
    camera: Type.Optional(
      Type.String({ maxLength: 64, description: 'Id of a camera, to try the address it has.' }),
    ),
    transport: Type.Optional(transport),
  },
  { ...closed, title: 'ProbeRequest', description: 'An address or a camera: one of them.' },
);

export const PROBE_ANSWER = Type.Object(
  {
    ok: Type.Boolean({ description: 'Whether all stages were passed.' }),
    stages: Type.Array(
      Type.Object(
        {
          stage: Type.Enum(PROBE_STAGES),
          state: Type.Enum(['passed', 'failed', 'not_tried']),
          words: Type.String({ description: 'What was found, or what is wrong and what to do.' }),
          code: nullable(Type.String({ description: 'Error code of a stage that failed.' })),
        },
        { ...closed, title: 'ProbeStage', description: 'One step to a picture.' },
      ),
    ),
    maker: nullable(Type.String({ description: 'Maker whose path it is; null if not known.' })),
    codec: nullable(Type.String()),
    width: nullable(Type.Integer({ description: 'px' })),
    height: nullable(Type.Integer({ description: 'px' })),
    fps: nullable(Type.Number({ description: 'Frames a second.' })),
    gop_ms: nullable(
      Type.Integer({ description: 'Longest time between two keyframes that was seen, ms.' }),
    ),
    people: nullable(
      Type.Integer({ description: 'What the detector counts on a keyframe; null if it cannot.' }),
    ),
    warnings: Type.Array(Type.String(), { description: 'What to change although it works.' }),
  },
  { ...closed, title: 'ProbeAnswer', description: 'How far the way to a picture goes.' },
);
