/**
 * Body of `GET /v1/status`: how the program is, without addresses, names of people or counts. Rows and sentences are for who
 * may see them: a stranger is told states and how many there are.
 */

import { type Static, type TSchema, Type } from 'typebox';

const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const closed = { additionalProperties: false };
const time = (description: string) => Type.String({ format: 'date-time', description });
const total = (description: string) => Type.Integer({ minimum: 0, description });

/** The states of a camera, as `engine/cameras/state.ts` draws them. */
export const CAMERA_STATES = [
  'connecting',
  'streaming',
  'degraded',
  'waiting',
  'unauthorized',
  'failing',
  'stopped',
] as const;

export const STATUS_SCOPES = ['states', 'gym', 'installation'] as const;

const CAMERA = Type.Object(
  {
    id: Type.String(),
    state: Type.Enum(CAMERA_STATES),
    reasons: Type.Array(Type.String(), { description: 'Error codes, or frozen, black, long_gop.' }),
    detail: nullable(Type.String({ description: 'What is wrong and what to do.' })),
    since: time('When the state was entered.'),
    retry_at: nullable(time('When the next attempt starts.')),
    sample_period_ms: nullable(
      Type.Number({
        minimum: 0,
        description: 'How often a sample is wanted now, ms; null while nobody counts it.',
      }),
    ),
    codec: nullable(Type.String()),
    width: nullable(Type.Integer({ description: 'px' })),
    height: nullable(Type.Integer({ description: 'px' })),
    fps: nullable(Type.Number({ description: 'Frames a second, keyframes or not.' })),
    gop_ms: nullable(Type.Number({ description: 'Time between the last two keyframes, ms.' })),
    reconnects: total('Connections lost since the start.'),
    keyframes: total('Keyframes since the start.'),
    received_bytes: total('Bytes since the start.'),
    last_keyframe_at: nullable(time('When the newest keyframe came.')),
    last_sample_at: nullable(time('Of the newest sample since the start.')),
  },
  { ...closed, title: 'CameraStatus', description: 'A camera.' },
);

const PIPELINE = Type.Object(
  {
    workers: total('Worker threads.'),
    samples: total('Samples taken since the start.'),
    samples_per_second: Type.Number({ description: 'Over the last minute.' }),
    failed: total('Samples lost because a task threw, ran too long or out of memory.'),
    shed: total('Due samples skipped because all workers were busy.'),
    starved: total('Due samples skipped because no new keyframe had come.'),
    stale: total('Keyframes thrown away because they were too old to tell who is in the room.'),
    replaced: total('Keyframes replaced by a newer one before anybody wanted them.'),
    latency_ms: nullable(
      Type.Object(
        { p50: Type.Number(), p99: Type.Number() },
        {
          ...closed,
          description: 'From frame to readable count, over the last 512 samples.',
        },
      ),
    ),
  },
  { ...closed, title: 'PipelineStatus', description: 'From frames to counts.' },
);

const SENTENCE = 'What is wrong; null for who does not see the whole installation.';

/** Where a detector runs and why, as `engine/pool/lanes` decides. */
const DETECTOR_LANES = ['shared', 'own_process'] as const;
const LANE_REASONS = ['shipped', 'plugin', 'caught'] as const;

const DETECTOR = Type.Object(
  {
    name: nullable(
      Type.String({
        description:
          'Null where one that does not ship could not be loaded, for who must not see the configuration.',
      }),
    ),
    version: Type.String({ description: 'Empty where it could not be loaded.' }),
    model: nullable(Type.String({ description: 'Shown to who sees the whole installation.' })),
    input: nullable(
      Type.Object(
        { width: Type.Integer(), height: Type.Integer() },
        {
          ...closed,
          description: 'Size of the picture it looks at, px; null while it could not be built.',
        },
      ),
    ),
    weak: Type.Boolean({ description: 'Counts on real cameras deserve a cautious grade.' }),
    quarantined: Type.Boolean({ description: 'Failed repeatedly and is not asked for a while.' }),
    failures: total('Failed frames since the start.'),
    faults: Type.Record(Type.String(), Type.Integer({ minimum: 1 }), {
      description: 'How many failures of each error code.',
    }),
    last_failure: nullable(
      Type.Object(
        {
          code: Type.String(),
          detail: nullable(Type.String({ description: SENTENCE })),
        },
        closed,
      ),
    ),
    lane: Type.Enum(DETECTOR_LANES, {
      description: 'Where it runs: in the shared workers, or in a process of its own.',
    }),
    lane_reason: Type.Enum(LANE_REASONS, {
      description:
        'Why there: it ships with the program, it is a plugin, or it was caught hanging or taking too much memory.',
    }),
    memory_bytes: nullable(
      Type.Integer({ minimum: 0, description: 'Memory of its process; null where it shares one.' }),
    ),
  },
  { ...closed, title: 'DetectorStatus', description: 'What finds people.' },
);

const STORAGE = Type.Object(
  {
    state: Type.Union([Type.Literal('ok'), Type.Literal('failing')]),
    detail: nullable(Type.String({ description: SENTENCE })),
    size_bytes: total('Size of the history.'),
    samples_stored: total('Samples in the history since it began.'),
    last_write_at: nullable(time('When samples were last stored.')),
  },
  { ...closed, title: 'StorageStatus', description: 'The history.' },
);

const CLOCK = Type.Object(
  {
    last_step_at: nullable(time('When the wall clock last stepped by more than a minute.')),
    last_step_s: nullable(
      Type.Number({ description: 'How far it went, seconds; below zero for back.' }),
    ),
  },
  {
    ...closed,
    title: 'ClockStatus',
    description:
      'The clock of the computer, which dates every count. Null where it has not stepped.',
  },
);

const DESCRIPTORS = Type.Object(
  {
    state: Type.Union([Type.Literal('ok'), Type.Literal('exhausted')]),
    since: nullable(time('Since when none is free; null while there are some.')),
  },
  {
    ...closed,
    title: 'DescriptorsStatus',
    description: 'File descriptors: while none is free no connection is taken.',
  },
);

const FEED = Type.Object(
  {
    gym_id: Type.String(),
    source_id: Type.String(),
    last_read_at: nullable(time('When it was last asked for; null before the first time.')),
    last_success_at: nullable(time('When it could last be read.')),
    classes: total('Classes of the newest good read.'),
    faults: total('Places of the newest good read that could not be understood.'),
    fault: nullable(
      Type.Object(
        { code: Type.String(), detail: Type.String() },
        { ...closed, description: 'Why it cannot be read now: what is known of classes stays.' },
      ),
    ),
  },
  { ...closed, title: 'FeedStatus', description: 'A source of the schedule that is followed.' },
);

const CONFIGURATION = Type.Object(
  {
    origin: Type.Union([Type.Literal('file'), Type.Literal('demo')]),
    loaded_at: time('When the running configuration was taken.'),
    fault_count: total(
      'Faults of the newest file when it could not be taken; the one before runs.',
    ),
    faults: Type.Array(Type.String(), {
      description: 'These faults, for who sees the whole installation.',
    }),
  },
  { ...closed, title: 'ConfigurationStatus', description: 'The running configuration.' },
);

export const STATUS = Type.Object(
  {
    service: Type.Literal('turnout'),
    scope: Type.Enum(STATUS_SCOPES, {
      description:
        'Whose rows and sentences are listed: nobody’s (`states`), those of the gym of the owner’s key (`gym`), all (`installation`).',
    }),
    version: Type.String(),
    started_at: time('When the program started.'),
    uptime_s: Type.Number({ minimum: 0 }),
    cameras: Type.Object(
      {
        total: total('Cameras that are configured.'),
        by_state: Type.Record(Type.String(), total('Cameras in this state.')),
        list: Type.Array(CAMERA, { description: 'Those of `scope`.' }),
      },
      closed,
    ),
    http: Type.Object(
      { backing: Type.String({ description: 'The HTTP server that was loaded.' }) },
      closed,
    ),
    pipeline: PIPELINE,
    detectors: Type.Array(DETECTOR),
    storage: STORAGE,
    clock: CLOCK,
    descriptors: DESCRIPTORS,
    schedule: Type.Object(
      {
        total: total('Feeds that are followed.'),
        failing: total('Feeds that cannot be read now.'),
        feeds: Type.Array(FEED, { description: 'Those of `scope`.' }),
      },
      closed,
    ),
    configuration: CONFIGURATION,
  },
  {
    ...closed,
    title: 'Status',
    description: 'How the program is. No addresses, no names of people, no counts.',
  },
);

export type Status = Static<typeof STATUS>;
