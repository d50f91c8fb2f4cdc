/**
 * Body of `GET /v1/status`: how the program is, without addresses, names of people or counts. Rows and sentences are for who
 * may see them: a stranger is told states and how many there are.
 */

import { type Static, Type } from 'typebox';
import { CAMERA_STATES } from '../../engine/cameras/state.ts';
import { count, fields, flag, nullable, object, part, text } from '../../gym/reports/field.ts';
import { LINE_STATES } from '../../service/line/line.ts';

const time = (description: string) => Type.String({ format: 'date-time', description });

const CAMERA = object('CameraStatus', 'A camera.', {
  id: Type.String(),
  state: Type.Enum(CAMERA_STATES),
  reasons: Type.Array(Type.String(), { description: 'Error codes, or frozen, black, long_gop.' }),
  detail: nullable(text('The fault, and what to do.')),
  since: time('When the state was entered.'),
  retry_at: nullable(time('When the next attempt starts.')),
  sample_period_ms: nullable(
    Type.Number({
      minimum: 0,
      description: 'Current sampling period, ms; null while the camera is not counted.',
    }),
  ),
  codec: nullable(Type.String()),
  width: nullable(Type.Integer({ description: 'px' })),
  height: nullable(Type.Integer({ description: 'px' })),
  fps: nullable(Type.Number({ description: 'Frames a second, keyframes or not.' })),
  gop_ms: nullable(Type.Number({ description: 'Time between the last two keyframes, ms.' })),
  reconnects: count('Connections lost since the start.'),
  keyframes: count('Keyframes since the start.'),
  received_bytes: count('Bytes since the start.'),
  last_keyframe_at: nullable(time('When the newest keyframe came.')),
  last_sample_at: nullable(time('Of the newest sample since the start.')),
});

const PIPELINE = object('PipelineStatus', 'From frames to counts.', {
  workers: count('Worker threads.'),
  samples: count('Samples taken since the start.'),
  samples_per_second: Type.Number({ description: 'Over the last minute.' }),
  failed: count('Samples lost because a task failed, ran too long or ran out of memory.'),
  shed: count('Due samples skipped because all workers were busy.'),
  starved: count('Due samples skipped because no new keyframe had come.'),
  stale: count('Keyframes dropped because they were too old.'),
  replaced: count('Keyframes replaced by a newer one before they were needed.'),
  latency_ms: nullable(
    part('From frame to readable count, over the last 512 samples.', {
      p50: Type.Number(),
      p99: Type.Number(),
    }),
  ),
});

const SENTENCE = 'The fault; null for callers who do not see the whole installation.';

const DETECTOR = object('DetectorStatus', 'A detector.', {
  name: nullable(
    text(
      'Null if a detector that does not ship could not be loaded and the caller may not see the configuration.',
    ),
  ),
  version: text('Empty where it could not be loaded.'),
  model: nullable(text('Shown to callers who see the whole installation.')),
  input: nullable(
    part('Input size, px; null while the detector is not loaded.', {
      width: Type.Integer(),
      height: Type.Integer(),
    }),
  ),
  provider: nullable(text('What computes its model, such as `cpu`; null without a model.')),
  weak: flag('Counts on real cameras get a cautious grade.'),
  quarantined: flag('Failed repeatedly and is paused.'),
  failures: count('Failed frames since the start.'),
  faults: Type.Record(Type.String(), Type.Integer({ minimum: 1 }), {
    description: 'How many failures of each error code.',
  }),
  last_failure: nullable(
    fields({
      code: Type.String(),
      detail: nullable(text(SENTENCE)),
    }),
  ),
  lane: Type.Enum(['shared', 'own_process'], {
    description: 'Where it runs: in the shared workers, or in a process of its own.',
  }),
  lane_reason: Type.Enum(['shipped', 'plugin', 'provider'], {
    description:
      'Why: it ships with the program, it is a plugin, or a driver other than that of the processor computes it.',
  }),
  memory_bytes: nullable(count('Memory of its process; null if it shares one.')),
});

const STORAGE = object('StorageStatus', 'The history.', {
  state: Type.Union([Type.Literal('ok'), Type.Literal('failing')]),
  detail: nullable(text(SENTENCE)),
  size_bytes: count('Size of the history.'),
  samples_stored: count('Samples in the history since it began.'),
  last_write_at: nullable(time('When samples were last stored.')),
});

const CLOCK = object(
  'ClockStatus',
  'The clock of the computer, which dates every count. Null where it has not stepped.',
  {
    last_step_at: nullable(time('When the wall clock last stepped by more than a minute.')),
    last_step_s: nullable(
      Type.Number({ description: 'Size of the step, seconds; negative for backwards.' }),
    ),
  },
);

const DESCRIPTORS = object(
  'DescriptorsStatus',
  'File descriptors: while none is free, no connection is accepted.',
  {
    state: Type.Union([Type.Literal('ok'), Type.Literal('exhausted')]),
    since: nullable(time('Since when none has been free; null while some are.')),
  },
);

const BACKUP = object(
  'BackupStatus',
  'Automatic backups. Left out where the configuration asks for none.',
  {
    newest_at: nullable(time('When the newest was made; null where there is none.')),
    overdue: flag('The newest is older than twice the period, or there is none and one failed.'),
    failures: count('Backups that failed since the start.'),
    detail: nullable(
      text('Why the last one failed; null for callers who do not see the whole installation.'),
    ),
  },
);

const FEED = object('FeedStatus', 'A feed of the schedule.', {
  gym_id: Type.String(),
  source_id: Type.String(),
  last_read_at: nullable(time('When it was last requested; null before the first time.')),
  last_success_at: nullable(time('When it was last read successfully.')),
  classes: count('Classes of the last successful read.'),
  faults: count('Entries of the last successful read that were not understood.'),
  fault: nullable(
    part('Why it cannot be read now; the known classes stay.', {
      code: Type.String(),
      detail: Type.String(),
    }),
  ),
});

const CONFIGURATION = object('ConfigurationStatus', 'The running configuration.', {
  origin: Type.Union([Type.Literal('file'), Type.Literal('demo')]),
  loaded_at: time('When the running configuration was applied.'),
  fault_count: count(
    'Faults of the newest file if it could not be applied; the previous one is in use.',
  ),
  needs_restart: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Sections whose changes wait for the next start. Left out where none does.',
    }),
  ),
  faults: Type.Array(Type.String(), {
    description: 'These faults, for callers who see the whole installation.',
  }),
});

const LINE = object('LineStatus', 'The line of a gym to its head office.', {
  gym_id: Type.String(),
  head_office: text('Its host name; `unknown` where the link is missing.'),
  state: Type.Enum(LINE_STATES, {
    description:
      '`connecting`: nothing was sent yet. `offline`: the newest batch has no receipt. `refused`: this box may not send, or is too new; `detail` says what to do.',
  }),
  since: time('When the state was entered.'),
  detail: nullable(text('Why it is offline or refused.')),
  pending: count('Changes that wait.'),
  held: count('Changes held back because they break the shape of their kind.'),
  clock_skew_s: nullable(
    Type.Number({ description: 'Clock of this box minus that of the head office.' }),
  ),
  clock_unsure: flag('Whether the skew is more than 30 s.'),
  last_receipt_at: nullable(time('When the head office last confirmed something.')),
});

const MQTT = object('MqttStatus', 'The MQTT broker. Left out where the configuration names none.', {
  total: count('Gyms, each with a connection of its own.'),
  failing: count('Connections that are failing now.'),
  connections: Type.Array(
    object('MqttConnection', 'The connection of a gym.', {
      gym_id: Type.String(),
      state: Type.Enum(['connecting', 'connected', 'failing']),
      since: time('When the state was entered.'),
      detail: nullable(text('Why it is failing.')),
    }),
    { description: 'Those of `scope`.' },
  ),
});

export const STATUS = object(
  'Status',
  'The state of the program. No addresses, no names of people, no counts.',
  {
    service: Type.Literal('turnout'),
    scope: Type.Enum(['states', 'gym', 'installation'], {
      description:
        'What is listed: states only (`states`), the gym of the owner’s key (`gym`), everything (`installation`).',
    }),
    version: Type.String(),
    started_at: time('When the program started.'),
    uptime_s: Type.Number({ minimum: 0 }),
    cameras: fields({
      total: count('Cameras that are configured.'),
      by_state: Type.Record(Type.String(), count('Cameras in this state.')),
      list: Type.Array(CAMERA, { description: 'Those of `scope`.' }),
    }),
    http: fields({ backing: text('The HTTP server that was loaded.') }),
    pipeline: PIPELINE,
    detectors: Type.Array(DETECTOR),
    storage: STORAGE,
    clock: CLOCK,
    descriptors: DESCRIPTORS,
    backup: Type.Optional(BACKUP),
    schedule: fields({
      total: count('Configured feeds.'),
      failing: count('Feeds that cannot be read now.'),
      feeds: Type.Array(FEED, { description: 'Those of `scope`.' }),
    }),
    mqtt: Type.Optional(MQTT),
    lines: Type.Array(LINE, {
      description: 'To head offices that gyms have joined: those of `scope`.',
    }),
    configuration: CONFIGURATION,
  },
);

export type Status = Static<typeof STATUS>;
